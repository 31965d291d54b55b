import type { DiagramDiff } from '@botwright/core/diagram';
import type { NamedBot } from '../bots/read-bot.ts';
import type { Review } from './review.ts';

/** The result to print. */
export interface DiffResult {
  readonly before: NamedBot;
  readonly after: NamedBot;
  readonly diff: DiagramDiff;
  readonly review: Review;
  readonly isSame: boolean;
  /** Shows the new place of each moved block. */
  readonly showsPositions: boolean;
}

/** Renders a result for standard output, without the last line end. */
export type RenderDiff = (result: DiffResult) => string;
