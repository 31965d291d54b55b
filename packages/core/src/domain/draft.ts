import type { Diagram } from './diagram/diagram.ts';
import type { JsonObject } from './json/json-value.ts';
import type { Violation } from './rules/violation.ts';
import type { EpochMs } from './time/epoch-ms.ts';

export type SaveState = 'IS_PRESAVED' | 'IS_NOT_VALID';

export interface StoredDiagram {
  /** The stored JSON text; composed at the first read after an edit. */
  readonly diagramJson: string;
  /** Parsed from `diagramJson` at the first read; the reader's own copy. */
  readonly diagram: Diagram;
}

/** The diagram that the author edits. Its violations are from the last write; reading does not check again. */
export interface Draft extends StoredDiagram {
  readonly botId: string;
  /** Grows by one on each accepted write of the diagram; publishing does not change it. */
  readonly revision: number;
  readonly saveState: SaveState;
  readonly violations: readonly Violation[];
  /** Greater than `violations.length` if the list was cut. */
  readonly violationsTotal: number;
  readonly editedAt: EpochMs;
}

/** The result of an edit that can remove connections. */
export interface EditedDraft extends Draft {
  /** The complete removed connections; some may be malformed. */
  readonly removedConnections: readonly JsonObject[];
}

/** One past state of a draft. */
export interface DraftRevision extends StoredDiagram {
  readonly revision: number;
  readonly editedAt: EpochMs;
  readonly editedBy: number;
  /** The program that wrote it for the person, such as `mcp:claude`. */
  readonly by?: string;
}

/** Adds a stored diagram to a result: its text, or a function that composes it at the first read. */
export function withDiagram<T extends object>(answer: T, text: string | (() => string)): T & StoredDiagram {
  let known = typeof text === 'string' ? text : undefined;
  const read = typeof text === 'string' ? () => text : text;
  let parsed: Diagram | undefined;
  return {
    ...answer,
    get diagramJson() {
      known ??= read();
      return known;
    },
    get diagram() {
      parsed ??= JSON.parse(this.diagramJson) as Diagram;
      return parsed;
    },
  };
}
