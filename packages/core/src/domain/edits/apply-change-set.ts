import type { Diagram } from '../diagram/diagram.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../json/json-value.ts';
import type { ChangeSet } from './change-set.ts';
import type { EditContext, EditResult } from './edit-result.ts';
import { planBlocks } from './plan-blocks.ts';
import { type ConnectionPlan, planConnections } from './plan-connections.ts';

/**
 * Makes the diagram that a change set describes, or lists every problem of the set. The order inside the set does not
 * matter, and either all of it is applied or nothing.
 *
 * @spec ED1, ED2, ED21, ED30, ED33
 * @example
 * const result = applyChangeSet(diagram, { blocks: { delete: ['a'] } }, { catalog, linkedBots: new Map() });
 * if (result.kind === 'applied') save(result.diagram);
 */
export function applyChangeSet(diagram: Diagram, changeSet: ChangeSet, context: EditContext): EditResult {
  const blocks = planBlocks(diagram, changeSet.blocks, context);
  const connections = planConnections(diagram, changeSet.connections, blocks, context);
  const violations = [...blocks.problems, ...connections.problems];
  if (violations.length > 0) return { kind: 'refused', violations };

  const nodes = editedMap(diagram.nodes, blocks);
  const entries = editedMap(diagram.connections, connections);
  const isSame = nodes === diagram.nodes && entries === diagram.connections;
  return {
    kind: 'applied',
    diagram: deepFreeze(isSame ? diagram : { ...diagram, nodes, connections: entries }),
    removedConnections: removedConnections(diagram, connections),
  };
}

function removedConnections(diagram: Diagram, { removed }: ConnectionPlan): readonly JsonObject[] {
  return [...removed]
    .map((key) => diagram.connections[key])
    .filter((entry) => entry !== undefined && isJsonObject(entry));
}

/**
 * Removes keys from a map and writes others. Untouched entries stay the same objects, at their place.
 *
 * @returns The map itself when nothing is removed and nothing written.
 * @spec ED30, ED32
 */
export function editedMap(
  map: JsonObject,
  { removed, written }: { readonly removed: ReadonlySet<string>; readonly written: ReadonlyMap<string, JsonValue> },
): JsonObject {
  const gone = [...removed].filter((key) => Object.hasOwn(map, key) && !written.has(key));
  if (gone.length + written.size === 0) return map;
  const entries = new Map([...Object.entries(map), ...written]);
  for (const key of gone) entries.delete(key);
  // Assigning `__proto__` would set the prototype of the object and make no member; fromEntries makes one.
  return Object.fromEntries(entries);
}

/**
 * Deeply freezes a value. Skips a part that is frozen already: when a diagram shares most entries with the one before,
 * only the new entries are visited.
 */
export function deepFreeze<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  Object.freeze(value);
  for (const part of Object.values(value)) deepFreeze(part);
  return value;
}
