import { type Diagram, parseDiagram } from '@botwright/core/diagram';

export type PastedDiagram = { readonly diagram: Diagram } | { readonly problem: string };

/**
 * Reads the JSON of a diagram: `{"nodes", "connections"}`, or that under `diagram`, as the Bots API and bot files have it.
 */
export function readPastedDiagram(text: string): PastedDiagram {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return { problem: `This is no JSON: ${error instanceof Error ? error.message : String(error)}` };
  }
  const inner = unwrap(unwrap(value, 'data'), 'diagram');
  const parsed = parseDiagram(inner);
  return parsed.ok
    ? { diagram: parsed.diagram }
    : { problem: 'A diagram is an object with the objects "nodes" and "connections".' };
}

function unwrap(value: unknown, member: string): unknown {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  return isObject && member in value ? (value as Readonly<Record<string, unknown>>)[member] : value;
}
