import type { Diagram } from '../../domain/diagram/diagram.ts';

/** Parses what the engine itself stored; every caller gets a copy of their own. */
export function storedDiagram(record: { readonly diagramJson: string }): Diagram {
  return JSON.parse(record.diagramJson) as Diagram;
}
