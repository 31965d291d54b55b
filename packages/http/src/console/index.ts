/** @module The operations behind a page for people who are signed in, such as that of `@botwright/console`. */

export { type ConsoleApiOptions, type ConsoleSignIn, createConsoleApi } from './console-api.ts';
export type { ExampleBot } from './console-operation.ts';
