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
  /** UUID of the bot; each bot has one draft. */
  readonly botId: string;
  /** Grows by one on each accepted write of the diagram; publishing does not change it. */
  readonly revision: number;
  /** `IS_NOT_VALID`: it has violations, perhaps only warnings. */
  readonly saveState: SaveState;
  /** The first 10,000; empty for a draft without faults. */
  readonly violations: readonly Violation[];
  /** Greater than `violations.length` if the list was cut. */
  readonly violationsTotal: number;
  /** The last accepted write of the diagram, or the creation. */
  readonly editedAt: EpochMs;
}

/** The result of an edit that can remove connections. */
export interface EditedDraft extends Draft {
  /** The complete removed connections; some may be malformed. */
  readonly removedConnections: readonly JsonObject[];
}

/** One past state of a draft. */
export interface DraftRevision extends StoredDiagram {
  /** The number that the draft had then. */
  readonly revision: number;
  /** When this state was written. */
  readonly editedAt: EpochMs;
  /** Id of the person who wrote this state. */
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
