/** @module Adds the matchers for bots to `expect` of Jest: import it in a test, or name it in `setupFilesAfterEnv`. */
import { expect } from '@jest/globals';
import { type BotMatchers, botMatchers } from './assertions/bot-matchers.ts';

export type { BotMatchers } from './assertions/bot-matchers.ts';

declare module 'expect' {
  interface Matchers<R extends void | Promise<void>, T = unknown> extends BotMatchers<R> {}
}

expect.extend(botMatchers);
