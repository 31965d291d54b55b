import { faultMessages } from '../inputs/fault-messages.ts';
import { findJsonFault, jsonFaultMessage, maxJsonDepth } from '../json/find-json-fault.ts';
import { isJsonObject } from '../json/json-value.ts';
import type { Diagram } from './diagram.ts';
import { type DiagramEntries, entriesOf } from './diagram-entries.ts';

export type ParsedDiagram =
  | { readonly ok: true; readonly diagram: Diagram }
  | {
      readonly ok: false;
      readonly field: 'nodes' | 'connections' | '';
      readonly message: string;
      readonly isTooLarge?: true;
    };

/**
 * Checks whether input can be stored as a diagram, and returns it unchanged if so: it must have both maps and consist
 * of JSON values. Rules check the entries of the maps.
 *
 * @param maxValues - Default: no limit. Counts objects, lists and scalars at any depth, including the diagram.
 * @param listed - Lists the entries of a value that has both maps.
 * @spec DG1, DG2, DG3, DG4, DG18, DG19
 */
export function parseDiagram(
  input: unknown,
  maxValues?: number,
  listed: (diagram: Diagram) => DiagramEntries = entriesOf,
): ParsedDiagram {
  if (!isJsonObject(input)) return { ok: false, field: '', message: faultMessages.object };
  for (const field of ['nodes', 'connections'] as const) {
    if (!Object.hasOwn(input, field)) return { ok: false, field, message: faultMessages.required };
    if (!isJsonObject(input[field])) return { ok: false, field, message: faultMessages.object };
  }
  const { nodes, connections } = listed(input as Diagram);
  const fault = findJsonFault(input, maxJsonDepth, maxValues, (map) => {
    if (map === input['nodes']) return nodes.values;
    return map === input['connections'] ? connections.values : undefined;
  });
  if (fault === undefined) return { ok: true, diagram: input as Diagram };
  if (fault.isTooLarge === true)
    return { ok: false, field: '', message: `A diagram ${fault.message}.`, isTooLarge: true };
  const field = fault.path[0] === 'nodes' || fault.path[0] === 'connections' ? fault.path[0] : '';
  return { ok: false, field, message: jsonFaultMessage(fault) };
}
