import type { Diagram } from '../diagram/diagram.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../json/json-value.ts';
import type { ChangeSet } from './change-set.ts';
import type { EditContext, EditResult, RefusedEdit } from './edit-result.ts';
import { planBlocks } from './plan-blocks.ts';
import { type ConnectionLookup, type ConnectionPlan, planConnections } from './plan-connections.ts';

/**
 * Applies a change set to a diagram, completely or not, or lists every problem of the set. The order inside the set
 * does not matter.
 *
 * @spec ED1, ED2, ED21, ED30, ED33
 * @example
 * const result = applyChangeSet(diagram, { blocks: { delete: ['a'] } }, { catalog, linkedBots: new Map() });
 * if (result.kind === 'applied') save(result.diagram);
 *
 */
export function applyChangeSet(diagram: Diagram, changeSet: ChangeSet, context: EditContext): EditResult {
  const plan = planChangeSet(diagram, changeSet, context);
  if (plan.kind === 'refused') return plan;
  const { removedConnections } = plan;
  return { kind: 'applied', diagram: deepFreeze(editedDiagram(diagram, plan)), removedConnections };
}

/** The removed and written entries of an edit, in both maps. */
export interface EditPlan {
  readonly kind: 'planned';
  readonly nodes: EntryChanges;
  readonly connections: EntryChanges;
  readonly removedConnections: readonly JsonObject[];
}

/** A key that is both removed and written is written: the entry stays at its place in the map. */
export interface EntryChanges {
  readonly removed: ReadonlySet<string>;
  readonly written: ReadonlyMap<string, JsonValue>;
}

/**
 * Plans a change set, and leaves the diagram unchanged.
 *
 * @param lookup - Finds the connections that the set may change. Default: visits all connections.
 */
export function planChangeSet(
  diagram: Diagram,
  changeSet: ChangeSet,
  context: EditContext,
  lookup?: ConnectionLookup,
): EditPlan | RefusedEdit {
  const blocks = planBlocks(diagram, changeSet.blocks, context);
  const connections = planConnections(diagram, changeSet.connections, blocks, context, lookup);
  const violations = [...blocks.problems, ...connections.problems];
  if (violations.length > 0) return { kind: 'refused', violations };
  return { kind: 'planned', nodes: blocks, connections, removedConnections: findRemoved(diagram, connections) };
}

/** Makes the diagram of a plan. Leaves the former diagram unchanged, and returns it for an empty plan. */
export function editedDiagram(diagram: Diagram, plan: EditPlan): Diagram {
  const nodes = editedMap(diagram.nodes, plan.nodes);
  const connections = editedMap(diagram.connections, plan.connections);
  const isSame = nodes === diagram.nodes && connections === diagram.connections;
  return isSame ? diagram : { ...diagram, nodes, connections };
}

function findRemoved(diagram: Diagram, { removed }: ConnectionPlan): readonly JsonObject[] {
  return [...removed].map((key) => diagram.connections[key]).filter(isJsonObject);
}

/**
 * Removes keys from a map and writes others. Untouched entries stay the same objects, at their place.
 *
 * @returns The map itself when nothing is removed and nothing written.
 * @spec ED30, ED32
 */
export function editedMap(map: JsonObject, { removed, written }: EntryChanges): JsonObject {
  const dropped = [...removed].filter((key) => Object.hasOwn(map, key) && !written.has(key));
  if (dropped.length + written.size === 0) return map;
  const entries = new Map([...Object.entries(map), ...written]);
  for (const key of dropped) entries.delete(key);
  // Assigning `__proto__` would set the prototype of the object; fromEntries makes a member.
  return Object.fromEntries(entries);
}

/**
 * Deeply freezes a value. Skips frozen parts: a diagram shares most entries with the former one, so this visits only
 * the new entries.
 */
export function deepFreeze<T>(value: T): T {
  // A value that is no object counts as frozen.
  if (Object.isFrozen(value)) return value;
  Object.freeze(value);
  for (const part of Object.values(value as object)) deepFreeze(part);
  return value;
}
