import type { SimulatedChat } from '../chat/simulated-chat.ts';
import type { BotSource } from '../chat/tested-bot.ts';
import type { TextPattern } from '../chat/text-pattern.ts';
import type { DiagramOptions } from '../paths/diagram-graph.ts';
import { type BotCheck, checkNoDeadEnds, checkReach, checkSaid, checkValid } from './bot-checks.ts';

/** What an assertion throws. Its name is that of the errors of `node:assert`, so that runners of tests show it as one. */
export class BotAssertionError extends Error {
  override readonly name = 'AssertionError';
}

/** Asserts that the diagram breaks no rule, so that it could be published. @throws {BotAssertionError} @spec TE60, TE64 */
export function assertValidDiagram(source: BotSource, options?: DiagramOptions): void {
  assertOk(checkValid(source, options));
}

/** Asserts that something follows each block which is no end. @throws {BotAssertionError} @spec TE61, TE64 */
export function assertNoDeadEnds(source: BotSource, options?: DiagramOptions): void {
  assertOk(checkNoDeadEnds(source, options));
}

/**
 * Asserts that the conversation came to a block, or, of a diagram, that one could.
 *
 * @throws {BotAssertionError}
 * @spec TE62, TE64
 */
export function assertReaches(subject: SimulatedChat | BotSource, block: string, options?: DiagramOptions): void {
  assertOk(checkReach(subject, block, options));
}

/** Asserts that the bot said a text since the last input. @throws {BotAssertionError} @spec TE63, TE64 */
export function assertSaid(chat: SimulatedChat, text: TextPattern): void {
  assertOk(checkSaid(chat, text));
}

function assertOk({ ok, message }: BotCheck): void {
  if (!ok) throw new BotAssertionError(message);
}
