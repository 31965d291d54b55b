import { rememberedNames } from '../../domain/diagram/block-references.ts';
import type { Diagram } from '../../domain/diagram/diagram.ts';
import { rememberedEntries } from '../../domain/diagram/diagram-entries.ts';
import { parseDiagram } from '../../domain/diagram/parse-diagram.ts';
import { isJsonObject, type JsonObject, type JsonValue, ownMember } from '../../domain/json/json-value.ts';
import { excerpt } from '../../domain/rules/rule.ts';
import type { Caller } from '../caller.ts';
import { EngineError } from '../engine-error.ts';
import type { EngineParts } from '../engine-parts.ts';
import type { EngineLimits } from '../limits.ts';
import { invalidParameters } from '../read-input.ts';
import { type LargeDiagramQueue, largeText } from './large-diagram-queue.ts';

/** Lets the engine keep a diagram instead of copying it. */
export interface DiagramOwnership {
  /**
   * Bytes of the JSON text that the diagram was parsed from. With it, the engine owns the diagram from now on, and the
   * caller must not change it. Default: the engine copies the diagram.
   */
  readonly parsedFromBytes?: number;
}

/** A diagram and the JSON text of it. */
export interface DiagramText {
  readonly diagram: Diagram;
  readonly diagramJson: string;
}

export type DiagramBounds = Pick<EngineParts, 'catalog' | 'entriesOf' | 'namesOf'> & {
  readonly limits: Pick<
    EngineLimits,
    'maxNodes' | 'maxConnections' | 'maxParams' | 'maxKeyLength' | 'maxFormulaLength' | 'maxDiagramValues'
  >;
};

/**
 * Reads a diagram as a copy, so that later changes of the caller's object have no effect.
 *
 * @param at - Path of the diagram in the whole input.
 * @throws {EngineError} `invalid_parameters`, `request_too_large`
 * @spec DR7, DR8, DR36
 */
export function readDiagramText(bounds: DiagramBounds, input: unknown, at = 'diagram'): DiagramText {
  // The caller may change the object later, so this cache is used only here.
  const entries = rememberedEntries();
  const given = { ...bounds, entriesOf: entries, namesOf: rememberedNames(bounds.catalog, entries) };
  const diagramJson = JSON.stringify(parseInput(given, input, at));
  return { diagram: JSON.parse(diagramJson) as Diagram, diagramJson };
}

/**
 * Reads a diagram like `readDiagramText`, but does not copy a diagram that the engine owns, and reads a large one in
 * the queue.
 *
 * @spec DR7, DR8, DR36, DR44
 */
export async function readOwnedDiagram(
  dependencies: DiagramBounds & { readonly largeDiagrams: LargeDiagramQueue },
  { principal }: Pick<Caller, 'principal'>,
  input: unknown,
  { parsedFromBytes }: DiagramOwnership = {},
): Promise<DiagramText> {
  if (parsedFromBytes === undefined) return readDiagramText(dependencies, input);
  if (parsedFromBytes < largeText) return textOf(parseInput(dependencies, input, 'diagram'));
  return dependencies.largeDiagrams.run(principal.brand, async (large) => {
    const diagram = parseInput(dependencies, input, 'diagram');
    await large.pause();
    return textOf(diagram);
  });
}

function textOf(diagram: Diagram): DiagramText {
  return { diagram, diagramJson: JSON.stringify(diagram) };
}

/** Checks the cheap bounds first. */
function parseInput(bounds: DiagramBounds, input: unknown, at: string): Diagram {
  if (hasBothMaps(input)) requireDiagramSize(bounds, input);
  const { limits, entriesOf } = bounds;
  const parsed = parseDiagram(input, limits.maxDiagramValues, entriesOf);
  if (parsed.ok) return parsed.diagram;
  if (parsed.isTooLarge === true) throw tooLarge(parsed.message);
  throw invalidParameters(parsed.field === '' ? at : `${at}.${parsed.field}`, parsed.message);
}

function hasBothMaps(input: unknown): input is Diagram {
  return isJsonObject(input) && ['nodes', 'connections'].every((map) => isJsonObject(ownMember(input, map) ?? null));
}

/**
 * @throws {EngineError} `request_too_large`
 * @spec DR8, DR42
 */
export function requireDiagramSize({ limits, entriesOf, namesOf }: DiagramBounds, diagram: Diagram): void {
  const { maxNodes, maxConnections, maxFormulaLength } = limits;
  const { nodes, connections } = entriesOf(diagram);
  if (nodes.keys.length > maxNodes) throw tooLarge(`A diagram has at most ${maxNodes} nodes.`);
  if (connections.keys.length > maxConnections) {
    throw tooLarge(`A diagram has at most ${maxConnections} connections.`);
  }
  for (const [nth, key] of nodes.keys.entries()) {
    const fault = nodeSizeFault(limits, key, nodes.values[nth]);
    if (fault !== undefined) throw tooLarge(fault);
  }

  const formulas = new Set(namesOf(diagram).formulas);
  let length = 0;
  for (const formula of formulas) length += formula.length;
  if (length > maxFormulaLength) {
    throw tooLarge(`The formulas of a diagram have at most ${maxFormulaLength} characters together.`);
  }
}

/** Says why an entry of the map of nodes is too large. @spec DR42 */
export function nodeSizeFault(
  { maxKeyLength, maxParams }: DiagramBounds['limits'],
  key: string,
  node: JsonValue | undefined,
): string | undefined {
  if (key.length > maxKeyLength) return `The key of a node has at most ${maxKeyLength} characters.`;
  const params = node !== undefined && isJsonObject(node) ? ownMember(node, 'params') : undefined;
  if (params === undefined || !isJsonObject(params) || !hasMoreMembers(params, maxParams)) return undefined;
  return `A block has at most ${maxParams} params: ${excerpt(key)}.`;
}

function hasMoreMembers(object: JsonObject, most: number): boolean {
  let members = 0;
  // Plain objects have no inherited enumerable members, and `for in` is faster than a list of the keys.
  for (const _ in object) {
    members += 1;
    if (members > most) return true;
  }
  return false;
}

function tooLarge(message: string): EngineError {
  return new EngineError('request_too_large', { message });
}
