import type { TextPattern } from '../chat/text-pattern.ts';
import type { DiagramOptions } from '../paths/diagram-graph.ts';
import { checkNoDeadEnds, checkReach, checkSaid, checkValid } from './bot-checks.ts';

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

/** The matchers in the form for `expect.extend` of vitest and Jest. @spec TE64 */
export const botMatchers = {
  toBeValidDiagram: checkValid,
  toHaveNoDeadEnds: checkNoDeadEnds,
  toReach: checkReach,
  toHaveSaid: checkSaid,
} as const;
