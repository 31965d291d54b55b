import type { Diagram } from '../diagram/diagram.ts';

/**
 * Parses a stored diagram at the first read and keeps the result, so that a reader who asks twice sees one
 * object, and no two readers share one.
 */
export function lazyDiagram(diagramJson: string): () => Diagram {
  let diagram: Diagram | undefined;
  return () => {
    diagram ??= JSON.parse(diagramJson) as Diagram;
    return diagram;
  };
}
