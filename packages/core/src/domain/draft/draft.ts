import type { Diagram } from '../diagram/diagram.ts';
import type { JsonObject } from '../json/json-value.ts';
import type { Violation } from '../rules/violation.ts';
import type { EpochMs } from '../time/epoch-ms.ts';

export type SaveState = 'IS_PRESAVED' | 'IS_NOT_VALID';

/** What the author edits. Its violations are those of the last write, not a fresh check. */
export interface Draft {
  readonly botId: string;
  /** Grows by one on each accepted write of the diagram; publishing does not move it. */
  readonly revision: number;
  /** The stored JSON text. */
  readonly diagramJson: string;
  /** Parsed from `diagramJson` at the first read; the reader's own copy. */
  readonly diagram: Diagram;
  readonly saveState: SaveState;
  readonly violations: readonly Violation[];
  /** More than `violations.length` when there were too many to keep. */
  readonly violationsTotal: number;
  readonly editedAt: EpochMs;
}

/** The answer of an edit that can take connections away. */
export interface EditedDraft extends Draft {
  /** The connections that were in the diagram before and are not after, whole; some may be malformed. */
  readonly removedConnections: readonly JsonObject[];
}

/** One past state of a draft. */
export interface DraftRevision {
  readonly revision: number;
  readonly diagramJson: string;
  readonly diagram: Diagram;
  readonly editedAt: EpochMs;
  readonly editedBy: number;
}
