import { isEqualJson, isJsonObject, type JsonObject, type JsonValue, ownMember } from '@botwright/core/conversation';
import type { Diagram } from '@botwright/core/diagram';

/** Something that two authors changed differently. */
export interface MergeConflict {
  readonly map: 'nodes' | 'connections' | '';
  /** Key of the block or connection, or name of the diagram's member. */
  readonly id: string;
  /** What of it, such as `params.text`; empty when one of the two removed it. */
  readonly members: readonly string[];
}

export interface Merge {
  readonly diagram: Diagram;
  readonly conflicts: readonly MergeConflict[];
}

type Side = 'mine' | 'theirs';

/**
 * Puts together what two authors made of one diagram.
 *
 * @param prefer - Whose change counts where both changed the same. A place on the canvas is no conflict.
 */
export function mergeDiagrams(base: Diagram, mine: Diagram, theirs: Diagram, prefer: Side): Merge {
  const conflicts: MergeConflict[] = [];
  const merge = (map: 'nodes' | 'connections' | '', one: JsonObject, two: JsonObject, three: JsonObject) =>
    mergeMap(one, two, three, prefer, (id, members) => conflicts.push({ map, id, members }));
  const nodes = merge('nodes', base.nodes, mine.nodes, theirs.nodes);
  const connections = merge('connections', base.connections, mine.connections, theirs.connections);
  const others = merge('', othersOf(base), othersOf(mine), othersOf(theirs));
  return { diagram: { ...others, nodes, connections: joined(connections, nodes, base.nodes) }, conflicts };
}

/** Leaves connections out whose block one of the two removed. */
function joined(connections: JsonObject, nodes: JsonObject, former: JsonObject): JsonObject {
  const isGone = (end: JsonValue | undefined) =>
    typeof end === 'string' && Object.hasOwn(former, end) && !Object.hasOwn(nodes, end);
  return Object.fromEntries(
    Object.entries(connections).filter(([, value]) => {
      return !isJsonObject(value) || !(isGone(value['sourcePath']) || isGone(value['targetPath']));
    }),
  );
}

function othersOf({ nodes: _nodes, connections: _connections, ...others }: Diagram): JsonObject {
  return others;
}

function mergeMap(
  base: JsonObject,
  mine: JsonObject,
  theirs: JsonObject,
  prefer: Side,
  report: (id: string, members: readonly string[]) => void,
): JsonObject {
  const merged: (readonly [string, JsonValue])[] = [];
  // Their order first, as it is stored; what only this author has comes last.
  for (const id of new Set([...Object.keys(theirs), ...Object.keys(mine)])) {
    const members: string[] = [];
    const value = mergeValue(ownMember(base, id), ownMember(mine, id), ownMember(theirs, id), prefer, '', members);
    if (members.length > 0) report(id, members[0] === '' ? [] : members);
    if (value !== undefined) merged.push([id, value]);
  }
  return Object.fromEntries(merged);
}

function mergeValue(
  base: JsonValue | undefined,
  mine: JsonValue | undefined,
  theirs: JsonValue | undefined,
  prefer: Side,
  path: string,
  conflicts: string[],
): JsonValue | undefined {
  if (isSame(mine, theirs) || isSame(theirs, base)) return mine;
  if (isSame(mine, base)) return theirs;
  // Members of blocks and of their params are merged one by one, what is deeper is one value.
  if (isObject(base) && isObject(mine) && isObject(theirs) && (path === '' || path === 'params')) {
    const names = new Set([...Object.keys(theirs), ...Object.keys(mine)]);
    const members = [...names].flatMap((name) => {
      const inner = path === '' ? name : `${path}.${name}`;
      const [was, one, two] = [ownMember(base, name), ownMember(mine, name), ownMember(theirs, name)];
      const value = mergeValue(was, one, two, prefer, inner, conflicts);
      return value === undefined ? [] : [[name, value] as const];
    });
    return Object.fromEntries(members);
  }
  if (path === 'top' || path === 'left') return mine;
  conflicts.push(path);
  return prefer === 'mine' ? mine : theirs;
}

function isSame(a: JsonValue | undefined, b: JsonValue | undefined): boolean {
  if (a === b) return true;
  return a !== undefined && b !== undefined && isEqualJson(a, b);
}

function isObject(value: JsonValue | undefined): value is JsonObject {
  return value !== undefined && isJsonObject(value);
}
