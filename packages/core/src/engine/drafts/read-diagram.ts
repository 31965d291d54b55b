import type { Diagram } from '../../domain/diagram/diagram.ts';
import { formulaTexts } from '../../domain/diagram/formula-texts.ts';
import { parseDiagram } from '../../domain/diagram/parse-diagram.ts';
import { isJsonObject, ownMember } from '../../domain/json/json-value.ts';
import { excerpt } from '../../domain/rules/excerpt.ts';
import { EngineError } from '../engine-error.ts';
import { invalidParameters } from '../input/read-input.ts';
import type { Scope } from '../scope.ts';
import { largeText } from './diagram-weight.ts';

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
  const diagramJson = JSON.stringify(parseInput(scope, input, at));
  return { diagram: JSON.parse(diagramJson) as Diagram, diagramJson };
}

/**
 * The same; a large diagram that the caller hands over is read in a turn, and not copied.
 *
 * @spec DR7, DR8, DR36, DR44
 */
export async function takeDiagram(scope: Scope, input: unknown, handedOverBytes = 0): Promise<ReadDiagram> {
  if (handedOverBytes < largeText) return readDiagramText(scope, input);
  return scope.turns.take(scope.principal.brand, async (turn) => {
    const diagram = parseInput(scope, input, 'diagram');
    await turn.pause();
    return { diagram, diagramJson: JSON.stringify(diagram) };
  });
}

/** The same for who does not need the text. */
export function readDiagram(scope: Scope, input: unknown, at?: string): Diagram {
  return readDiagramText(scope, input, at).diagram;
}

/** Finds out first what is cheap to find out. */
function parseInput(scope: Scope, input: unknown, at: string): Diagram {
  if (isDiagramShaped(input)) requireDiagramSize(scope, input);
  const parsed = parseDiagram(input, scope.limits.maxDiagramValues);
  if (parsed.ok) return parsed.diagram;
  if (parsed.isTooLarge === true) throw new EngineError('request_too_large', { message: parsed.message });
  throw invalidParameters(parsed.field === '' ? at : `${at}.${parsed.field}`, parsed.message);
}

function isDiagramShaped(input: unknown): input is Diagram {
  return isJsonObject(input) && ['nodes', 'connections'].every((map) => isJsonObject(ownMember(input, map) ?? null));
}

/**
 * @throws {EngineError} `request_too_large`
 * @spec DR8, DR42
 */
export function requireDiagramSize({ limits, catalog }: Scope, diagram: Diagram): void {
  const { maxNodes, maxConnections, maxParams, maxKeyLength, maxFormulaLength } = limits;
  const nodes = Object.keys(diagram.nodes);
  if (nodes.length > maxNodes) throw tooLarge(`A diagram has at most ${maxNodes} nodes.`);
  if (Object.keys(diagram.connections).length > maxConnections) {
    throw tooLarge(`A diagram has at most ${maxConnections} connections.`);
  }
  for (const key of nodes) {
    if (key.length > maxKeyLength) throw tooLarge(`The key of a node has at most ${maxKeyLength} characters.`);
    const node = diagram.nodes[key];
    const params = node !== undefined && isJsonObject(node) ? ownMember(node, 'params') : undefined;
    if (params === undefined || !isJsonObject(params)) continue;
    if (Object.keys(params).length > maxParams)
      throw tooLarge(`A block has at most ${maxParams} params: ${excerpt(key)}.`);
  }

  const formulas = new Set(formulaTexts(diagram, catalog));
  let length = 0;
  for (const formula of formulas) length += formula.length;
  if (length > maxFormulaLength) {
    throw tooLarge(`The formulas of a diagram have at most ${maxFormulaLength} characters together.`);
  }
}

function tooLarge(message: string): EngineError {
  return new EngineError('request_too_large', { message });
}
