import { type Diagram, parseDiagram } from '@botwright/core/diagram';
import { jsonPlaces, placeName } from '../bot/model/json-places.ts';

export type PastedDiagram = { readonly diagram: Diagram } | { readonly problem: string };

/**
 * Reads the JSON of a diagram: `{"nodes", "connections"}`, or that under `diagram`, as the Bots API and bot files have it.
 *
 * @spec CO64
 */
export function readPastedDiagram(pasted: string): PastedDiagram {
  const text = pasted.replace(/^\uFEFF/, '');
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return { problem: `This is no JSON: ${error instanceof Error ? error.message : String(error)}` };
  }
  const inner = unwrap(unwrap(value, 'data'), 'diagram');
  const parsed = parseDiagram(inner);
  if (!parsed.ok) return { problem: 'A diagram is an object with the objects "nodes" and "connections".' };
  const { error } = jsonPlaces(text);
  return error === undefined
    ? { diagram: parsed.diagram }
    : { problem: `${error.message} See ${placeName(text, error.offset)}.` };
}

function unwrap(value: unknown, member: string): unknown {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  return isObject && member in value ? (value as Readonly<Record<string, unknown>>)[member] : value;
}
