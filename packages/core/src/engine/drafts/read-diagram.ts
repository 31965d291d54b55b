import type { Diagram } from '../../domain/diagram/diagram.ts';
import { parseDiagram } from '../../domain/diagram/parse-diagram.ts';
import { EngineError } from '../engine-error.ts';
import { invalidParameters } from '../input/read-input.ts';
import type { Scope } from '../scope.ts';

/** A diagram and the JSON text that it was read from. */
export interface ReadDiagram {
  readonly diagram: Diagram;
  readonly diagramJson: string;
}

/**
 * Takes a diagram from a caller, as the use-case's own copy: what the caller does with theirs while the use-case
 * runs changes nothing.
 *
 * @param at - Where the diagram stands in the whole input.
 * @throws {EngineError} `invalid_parameters`, `request_too_large`
 * @spec DR7, DR8, DR36
 */
export function readDiagramText(scope: Scope, input: unknown, at = 'diagram'): ReadDiagram {
  const parsed = parseDiagram(input);
  if (!parsed.ok) {
    throw invalidParameters(parsed.field === '' ? at : `${at}.${parsed.field}`, parsed.message);
  }
  requireDiagramSize(scope, parsed.diagram);
  const diagramJson = JSON.stringify(parsed.diagram);
  return { diagram: JSON.parse(diagramJson) as Diagram, diagramJson };
}

/** The same for who does not need the text. */
export function readDiagram(scope: Scope, input: unknown, at?: string): Diagram {
  return readDiagramText(scope, input, at).diagram;
}

/**
 * @throws {EngineError} `request_too_large`
 * @spec DR8
 */
export function requireDiagramSize(scope: Scope, diagram: Diagram): void {
  const { maxNodes, maxConnections } = scope.limits;
  if (Object.keys(diagram.nodes).length > maxNodes) {
    throw new EngineError('request_too_large', { message: `A diagram has at most ${maxNodes} nodes.` });
  }
  if (Object.keys(diagram.connections).length > maxConnections) {
    throw new EngineError('request_too_large', { message: `A diagram has at most ${maxConnections} connections.` });
  }
}
