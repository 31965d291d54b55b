/** @module The operations behind a page for signed-in people, such as `@botwright/console`. */

export { type ConsoleApiOptions, type ConsoleSignIn, createConsoleApi } from './console-api.ts';
export type { ExampleBot } from './console-operation.ts';
