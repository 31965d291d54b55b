import type { mutateBot, TestedBot } from '@botwright/testing';
import type { Place } from '@botwright/testing/files';

/** The changes of one bot, with their places. */
export interface MutatedBot extends ReturnType<typeof mutateBot> {
  /** Name of its file. */
  readonly file: string;
  readonly bot: TestedBot;
  /** By pointer into the diagram. */
  readonly places: ReadonlyMap<string, Place>;
  readonly isTooLow: boolean;
}
