import type { SimulatedChat } from '../chat/simulated-chat.ts';
import type { BotSource } from '../chat/tested-bot.ts';
import type { TextPattern } from '../chat/text-pattern.ts';
import type { DiagramOptions } from '../paths/diagram-graph.ts';
import { type BotCheck, checkNoDeadEnds, checkReach, checkSaid, checkValid } from './bot-checks.ts';

/**
 * The error of a failed assertion. It has the name of the errors of `node:assert`, so that test runners show it as one.
 */
export class BotAssertionError extends Error {
  override readonly name = 'AssertionError';
  /** For the difference that a test runner shows; `undefined` if there is none. */
  readonly expected: unknown;
  /** For the difference that a test runner shows; `undefined` if there is none. */
  readonly actual: unknown;

  constructor(message: string, expected?: unknown, actual?: unknown) {
    super(message);
    this.expected = expected;
    this.actual = actual;
  }
}

/** Asserts that the diagram breaks no rule of publication. @throws {BotAssertionError} @spec TE60, TE64 */
export function assertValidDiagram(source: BotSource, options?: DiagramOptions): void {
  assertOk(checkValid(source, options));
}

/**
 * Asserts that no block is a dead end: the lint `dead-end` finds nothing. @throws {BotAssertionError} @spec TE61, TE64
 */
export function assertNoDeadEnds(source: BotSource, options?: DiagramOptions): void {
  assertOk(checkNoDeadEnds(source, options));
}

/**
 * Asserts that the conversation reached a block, or that a conversation with this diagram can.
 *
 * @throws {BotAssertionError}
 * @spec TE62, TE64
 */
export function assertReaches(subject: SimulatedChat | BotSource, block: string, options?: DiagramOptions): void {
  assertOk(checkReach(subject, block, options));
}

/** Asserts that the bot sent a text since the last input. @throws {BotAssertionError} @spec TE63, TE64 */
export function assertSaid(chat: SimulatedChat, text: TextPattern): void {
  assertOk(checkSaid(chat, text));
}

function assertOk({ pass, message, expected, actual }: BotCheck): void {
  if (!pass) throw new BotAssertionError(message(), expected, actual);
}
