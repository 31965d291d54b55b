/** @module Adds the matchers for bots to `expect` of vitest: import it in a test, or name it in `setupFiles`. */
import { expect } from 'vitest';
import { type BotMatchers, botMatchers } from './assertions/bot-matchers.ts';

export type { BotMatchers } from './assertions/bot-matchers.ts';

declare module 'vitest' {
  interface Matchers<R extends void | Promise<void> = void | Promise<void>, T = unknown> extends BotMatchers<R> {}
}

expect.extend(botMatchers);
