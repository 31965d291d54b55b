import type { SimulatedChat } from '../chat/simulated-chat.ts';
import type { BotSource } from '../chat/tested-bot.ts';
import type { TextPattern } from '../chat/text-pattern.ts';
import type { DiagramOptions } from '../paths/diagram-graph.ts';
import { type BotCheck, checkNoDeadEnds, checkReach, checkSaid, checkValid } from './bot-checks.ts';

/** What `expect` has for bots. */
export interface BotMatchers<R> {
  /** The diagram breaks no rule, so that it could be published. */
  toBeValidDiagram(options?: DiagramOptions): R;
  /** Something follows each block of the diagram which is no end. */
  toHaveNoDeadEnds(options?: DiagramOptions): R;
  /** The conversation came to the block; or one could, when a diagram is expected to. */
  toReach(block: string, options?: DiagramOptions): R;
  /** The bot said the text since the last input. */
  toHaveSaid(text: TextPattern): R;
}

interface MatcherResult {
  readonly pass: boolean;
  message(): string;
}

/** The matchers as `expect.extend` of vitest and of Jest takes them. @spec TE64 */
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
