/** @module Adds the matchers for bots to `expect` of Jest: import it in a test, or name it in `setupFilesAfterEnv`. */
import { expect } from '@jest/globals';
import type { BotCheck } from './assertions/bot-checks.ts';
import { type BotMatchers, botMatchers } from './assertions/bot-matchers.ts';

export type { BotMatchers } from './assertions/bot-matchers.ts';

declare module 'expect' {
  interface Matchers<R extends void | Promise<void>, T = unknown> extends BotMatchers<R> {}
}

/** The part of the context of a matcher that is used. */
interface MatcherContext {
  readonly expand?: boolean;
  readonly utils: {
    printDiffOrStringify(expected: unknown, received: unknown, first: string, second: string, expand: boolean): string;
  };
}

/** Jest shows the message of a matcher alone: the difference is part of it. */
const withDifference = Object.entries(botMatchers).map(([name, check]) => {
  const matcher = function (this: MatcherContext, actual: unknown, ...given: unknown[]) {
    const checked = (check as unknown as (...args: unknown[]) => BotCheck)(actual, ...given);
    const { pass, message, expected, actual: came } = checked;
    if (pass) return checked;
    const difference = this.utils.printDiffOrStringify(expected, came, 'Expected', 'Received', this.expand !== false);
    return { pass, message: () => `${message()}\n\n${difference}` };
  };
  return [name, matcher] as const;
});

expect.extend(Object.fromEntries(withDifference));
