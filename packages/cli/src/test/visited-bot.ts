import type { visitBot } from '@botwright/testing';
import type { Place } from '@botwright/testing/files';
import type { FileFault } from '@botwright/testing/scenario-files';

/** The visits of one bot. */
export interface VisitedBot extends ReturnType<typeof visitBot> {
  /** Name of its file. */
  readonly file: string;
  readonly text: string;
  /** By the id of a block. */
  readonly places: ReadonlyMap<string, Place>;
  /** Scenarios of the faults as YAML; empty without any. */
  readonly yaml: string;
}

/** A bot that cannot be visited. */
export interface UnvisitedBot {
  readonly file: string;
  readonly faults: readonly FileFault[];
}
