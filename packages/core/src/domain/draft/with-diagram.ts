import type { Diagram } from '../diagram/diagram.ts';

export interface StoredDiagram {
  /** The stored JSON text. */
  readonly diagramJson: string;
  /** Parsed from `diagramJson` at the first read; the reader's own copy. */
  readonly diagram: Diagram;
}

/** Adds a stored diagram to an answer; it is parsed only for readers who look at it. */
export function withDiagram<T extends object>(answer: T, diagramJson: string): T & StoredDiagram {
  let parsed: Diagram | undefined;
  return {
    ...answer,
    diagramJson,
    get diagram() {
      parsed ??= JSON.parse(diagramJson) as Diagram;
      return parsed;
    },
  };
}
