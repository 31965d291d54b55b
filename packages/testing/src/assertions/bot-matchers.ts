import type { SimulatedChat } from '../chat/simulated-chat.ts';
import type { BotSource } from '../chat/tested-bot.ts';
import type { TextPattern } from '../chat/text-pattern.ts';
import type { DiagramOptions } from '../paths/diagram-graph.ts';
import { type BotCheck, checkNoDeadEnds, checkReach, checkSaid, checkValid } from './bot-checks.ts';

/** Matchers of `expect` for bots. */
export interface BotMatchers<R> {
  /** The diagram breaks no rule of publication. */
  toBeValidDiagram(options?: DiagramOptions): R;
  /** No block of the diagram is a dead end. */
  toHaveNoDeadEnds(options?: DiagramOptions): R;
  /** The conversation reached the block, or a conversation with this diagram can. */
  toReach(block: string, options?: DiagramOptions): R;
  /** The bot sent the text since the last input. */
  toHaveSaid(text: TextPattern): R;
}

interface MatcherResult {
  readonly pass: boolean;
  message(): string;
}

/** The matchers in the form for `expect.extend` of vitest and Jest. @spec TE64 */
export const botMatchers = {
  toBeValidDiagram: (source: BotSource, options?: DiagramOptions) => resultOf(checkValid(source, options)),
  toHaveNoDeadEnds: (source: BotSource, options?: DiagramOptions) => resultOf(checkNoDeadEnds(source, options)),
  toReach: (subject: SimulatedChat | BotSource, block: string, options?: DiagramOptions) =>
    resultOf(checkReach(subject, block, options)),
  toHaveSaid: (chat: SimulatedChat, text: TextPattern) => resultOf(checkSaid(chat, text)),
} as const;

function resultOf({ ok, message }: BotCheck): MatcherResult {
  return { pass: ok, message: () => message };
}
