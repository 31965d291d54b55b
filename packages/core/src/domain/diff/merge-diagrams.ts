import type { Catalog } from '../blocks/catalog.ts';
import { roomBetween, roomOfBlock } from '../diagram/block-room.ts';
import { connectionIdOf, type Diagram, type DiagramConnection, isDiagramConnection } from '../diagram/diagram.ts';
import { outputsOfNode } from '../diagram/node-outputs.ts';
import { type BotLink, botLinksOf } from '../diagram/relink-bots.ts';
import { isEqualJson, isJsonObject, type JsonObject, type JsonValue, ownMember } from '../json/json-value.ts';
import type { BotIdentity } from '../rules/diagram-index.ts';
import { isSame as isSameBot } from '../rules/jumps.ts';

/** A place with conflicting changes of two authors: different values, or one change without a place after the other. */
export interface MergeConflict {
  /** Empty: a member of the diagram except its two maps. */
  readonly map: 'nodes' | 'connections' | '';
  /** Key of the block, the output as `<block>.<output>`, the key of a malformed connection, or name of a member. */
  readonly id: string;
  /** The part in conflict, such as `params.text`; empty: all. */
  readonly members: readonly string[];
}

/** One of the two changed diagrams of a three-way merge. */
export type MergeSide = 'mine' | 'theirs';

export interface Merge {
  /** With the changes of both; a conflict has the preferred side. */
  readonly diagram: Diagram;
  /** Empty: no two changes meet in one place. */
  readonly conflicts: readonly MergeConflict[];
  /** New ids of blocks of `mine`, by the ids that blocks of `theirs` also have. */
  readonly renamed: ReadonlyMap<string, string>;
}

export interface MergeOptions {
  /** The blocks that the diagrams may have. */
  readonly catalog: Catalog;
  /** The bot of the diagram, for jumps within it. */
  readonly bot?: BotIdentity;
  /** Decides the winner of a conflict. Called once for each. */
  prefer(conflict: Pick<MergeConflict, 'map' | 'id'>): MergeSide;
}

type Entries = ReadonlyMap<string, JsonValue>;

/** The changes of one author. */
interface Side {
  readonly nodes: Map<string, JsonValue>;
  /** The connections of each output, usually one; malformed connections by key. */
  readonly outputs: Map<string, Entries>;
}

type Sides = Readonly<Record<MergeSide, Side>>;

/** Records a conflict. @returns The winner. */
type Decide = (map: MergeConflict['map'], id: string, members: readonly string[]) => MergeSide;

/** A connection without a place in the merged diagram. */
interface Misfit {
  /** Its output. */
  readonly output: string;
  /** The side with the connection. */
  readonly by: MergeSide;
  /** The changed block of the other side. */
  readonly block: string;
  readonly members: readonly string[];
}

/**
 * Merges the changes of two authors to one diagram. An output has one target; a connection needs its blocks and its
 * output, and a jump needs its target. Incompatible changes are a conflict, which one side wins.
 *
 * @spec DF9, DF10, DF11, DF12, DF13, DF14
 */
export function mergeDiagrams(base: Diagram, mine: Diagram, theirs: Diagram, options: MergeOptions): Merge {
  const conflicts = new Map<string, MergeConflict>();
  const decide: Decide = (map, id, members) => {
    const key = `${map} ${id}`;
    const before = conflicts.get(key)?.members;
    const isWhole = members.length === 0 || before?.length === 0;
    conflicts.set(key, { map, id, members: isWhole ? [] : [...new Set([...(before ?? []), ...members])] });
    return options.prefer({ map, id });
  };

  const renamed = renamesOf(base, mine, theirs, options);
  const former = sideOf(base);
  const sides = { mine: sideOf(withIds(mine, renamed, options)), theirs: sideOf(theirs) } as const;
  restoreEditedBlocks(former, sides, decide);

  let merged = mergeSides(former, sides, decide);
  // Each round reverts a change of one side, so the loop ends.
  for (let misfit = firstMisfit(merged, sides, options); misfit !== undefined; ) {
    const { block, by, output, members } = misfit;
    const other = otherOf(by);
    const keepsConnection = decide('nodes', block, members) === by;
    if (!keepsConnection || !takeBack(former, sides[other], block)) restoreOutput(former, sides[by], output);
    merged = mergeSides(former, sides, decide);
    misfit = firstMisfit(merged, sides, options);
  }

  for (const { block, by, members } of misledJumps(merged, former, sides, options)) {
    if (decide('nodes', block, members) === by && takeBack(former, sides[otherOf(by)], block)) {
      merged = mergeSides(former, sides, decide);
    }
  }

  const others = mergeMap(othersOf(base), othersOf(mine), othersOf(theirs), (id, members) => decide('', id, members));
  const nodes = placedApart(merged.nodes, sides, former, options);
  const connections = [...merged.outputs.values()].flatMap((entries) => [...entries]);
  const diagram = {
    ...Object.fromEntries(others),
    nodes: Object.fromEntries(nodes),
    connections: Object.fromEntries(connections),
  };
  return { diagram, conflicts: [...conflicts.values()], renamed };
}

function otherOf(side: MergeSide): MergeSide {
  return side === 'mine' ? 'theirs' : 'mine';
}

function sideOf({ nodes, connections }: Diagram): Side {
  const outputs = new Map<string, Map<string, JsonValue>>();
  for (const [id, value] of Object.entries(connections)) {
    const output = isDiagramConnection(value) ? `${value.sourcePath}.${value.type}` : id;
    const entries = outputs.get(output) ?? new Map();
    outputs.set(output, entries.set(id, value));
  }
  return { nodes: new Map(Object.entries(nodes)), outputs };
}

/**
 * A block that one side removed and the other edited is either edited or removed, with everything that belongs to it.
 */
function restoreEditedBlocks(former: Side, sides: Sides, decide: Decide): void {
  for (const side of ['mine', 'theirs'] as const) {
    for (const [id, value] of former.nodes) {
      const edited = sides[otherOf(side)].nodes.get(id);
      if (sides[side].nodes.has(id) || edited === undefined || isEqualButPlace(edited, value)) continue;
      if (decide('nodes', id, []) === side) continue;
      takeBack(former, sides[side], id);
    }
  }
}

/**
 * Reverts the changes of a side to a block, and its removals of connections with it. @returns Whether there were any.
 */
function takeBack(former: Side, side: Side, block: string): boolean {
  const value = former.nodes.get(block);
  if (value === undefined || isSame(side.nodes.get(block), value)) return false;
  side.nodes.set(block, value);
  for (const [output, entries] of former.outputs) {
    if (side.outputs.has(output)) continue;
    const isBack = [...entries.values()].every(
      (entry) =>
        isDiagramConnection(entry) &&
        (entry.sourcePath === block || entry.targetPath === block) &&
        side.nodes.has(entry.sourcePath) &&
        side.nodes.has(entry.targetPath),
    );
    if (isBack) side.outputs.set(output, entries);
  }
  return true;
}

/** Reverts the target that a side gave to an output; drops the former target if it has no place either. */
function restoreOutput(former: Side, side: Side, output: string): void {
  const before = former.outputs.get(output);
  if (before === undefined || isSameEntries(before, side.outputs.get(output))) side.outputs.delete(output);
  else side.outputs.set(output, before);
}

interface MergedSides {
  readonly nodes: Entries;
  readonly outputs: ReadonlyMap<string, Entries>;
}

function mergeSides(former: Side, { mine, theirs }: Sides, decide: Decide): MergedSides {
  const nodes = mergeMap(former.nodes, mine.nodes, theirs.nodes, (id, members) => decide('nodes', id, members));
  const outputs = new Map<string, Entries>();
  // Their stored order first; entries of only this author come last.
  for (const output of new Set([...theirs.outputs.keys(), ...mine.outputs.keys()])) {
    const [was, one, two] = [former, mine, theirs].map((side) => side.outputs.get(output));
    const entries = isSameEntries(one, two) || isSameEntries(two, was) ? one : isSameEntries(one, was) ? two : null;
    const chosen = entries === null ? (decide('connections', output, []) === 'mine' ? one : two) : entries;
    if (chosen !== undefined) outputs.set(output, chosen);
  }
  return { nodes, outputs };
}

function isSameEntries(a: Entries | undefined, b: Entries | undefined): boolean {
  if (a === b) return true;
  if (a === undefined || b === undefined || a.size !== b.size) return false;
  return [...a].every(([id, value]) => isSame(value, b.get(id)));
}

/** @returns A connection without a place in the merged diagram, but with one in the diagram of its side. */
function firstMisfit(merged: MergedSides, sides: Sides, { catalog }: MergeOptions): Misfit | undefined {
  for (const [output, entries] of merged.outputs) {
    for (const entry of entries.values()) {
      if (!isDiagramConnection(entry)) continue;
      const place = misplaceOf(merged.nodes, entry, catalog);
      if (place === undefined) continue;
      for (const by of ['mine', 'theirs'] as const) {
        const { nodes, outputs } = sides[by];
        if (!isSameEntries(outputs.get(output), entries)) continue;
        if (misplaceOf(nodes, entry, catalog) === undefined) return { output, by, ...place };
      }
    }
  }
  return undefined;
}

/**
 * Finds jumps of one side to a block that the other side removed or closed. If the removal wins, the jump stays and
 * breaks a rule: reverting it would lose the rest of its block.
 *
 * @spec DF14
 */
function misledJumps(
  merged: MergedSides,
  former: Side,
  sides: Sides,
  options: MergeOptions,
): readonly Omit<Misfit, 'output'>[] {
  return [...merged.nodes].flatMap(([from, value]) =>
    jumpTargets(value, options).flatMap((target) => {
      const place = misplaceOfTarget(merged.nodes, target);
      if (place === undefined || jumpTargets(former.nodes.get(from), options).includes(target)) return [];
      const by = (['mine', 'theirs'] as const).find(
        (side) =>
          jumpTargets(sides[side].nodes.get(from), options).includes(target) &&
          misplaceOfTarget(sides[side].nodes, target) === undefined,
      );
      return by === undefined ? [] : [{ by, ...place }];
    }),
  );
}

/** Ids of the blocks in the same bot to which a block jumps. */
function jumpTargets(node: JsonValue | undefined, options: MergeOptions): readonly string[] {
  return jumpsWithin(node, options).map(({ node: target }) => target);
}

function jumpsWithin(node: JsonValue | undefined, { catalog, bot }: MergeOptions): readonly Required<BotLink>[] {
  return botLinksOf('', node, catalog).filter(
    (link): link is Required<BotLink> => link.node !== undefined && isSameBot(link.bot, bot),
  );
}

/** The block that prevents a connection, and its members. */
type Place = Pick<Misfit, 'block' | 'members'>;

/** The block that prevents a connection; `undefined` if it has a place. */
function misplaceOf(
  nodes: Entries,
  { sourcePath, targetPath, type }: DiagramConnection,
  catalog: Catalog,
): Place | undefined {
  if (!nodes.has(sourcePath)) return { block: sourcePath, members: [] };
  if (!nodes.has(targetPath)) return { block: targetPath, members: [] };
  const outputs = outputsOfNode(nodes.get(sourcePath), catalog);
  if (outputs !== undefined && !outputs.includes(type)) return { block: sourcePath, members: [`output ${type}`] };
  return misplaceOfTarget(nodes, targetPath);
}

function misplaceOfTarget(nodes: Entries, block: string): Place | undefined {
  const target = nodes.get(block);
  if (target === undefined) return { block, members: [] };
  const isClosed = isJsonObject(target) && ownMember(target, 'isTarget') === false;
  return isClosed ? { block, members: ['isTarget'] } : undefined;
}

/** Ids in the form of the service. */
const givenId = /^n(\d+)$/;

/** Finds another id for a block of `mine` whose id `theirs` gave to another block. @spec DF12 */
function renamesOf(base: Diagram, mine: Diagram, theirs: Diagram, options: MergeOptions): ReadonlyMap<string, string> {
  const renames = new Map<string, string>();
  const taken = [base, mine, theirs].flatMap(({ nodes }) => Object.keys(nodes)).map((id) => givenId.exec(id)?.[1]);
  let free = taken.reduce((most, number) => Math.max(most, number === undefined ? 0 : Number(number) + 1), 0);
  // A person must decide the target of an older jump with this id, and the owner of the block if the bot is unknown.
  const named = new Set(Object.values(base.nodes).flatMap((node) => jumpTargets(node, options)));
  if (options.bot === undefined) {
    for (const node of Object.values(mine.nodes)) {
      for (const link of botLinksOf('', node, options.catalog)) if (link.node !== undefined) named.add(link.node);
    }
  }
  for (const [id, value] of Object.entries(mine.nodes)) {
    const other = ownMember(theirs.nodes, id);
    const isNew = givenId.test(id) && !Object.hasOwn(base.nodes, id) && !named.has(id);
    if (!isNew || other === undefined || isEqualButPlace(value, other)) continue;
    renames.set(id, `n${free}`);
    free += 1;
  }
  return renames;
}

/** Renames blocks, with their connections and the jumps to them. */
function withIds(diagram: Diagram, renames: ReadonlyMap<string, string>, options: MergeOptions): Diagram {
  if (renames.size === 0) return diagram;
  const idOf = (id: string): string => renames.get(id) ?? id;
  const nodes = Object.entries(diagram.nodes).map(([key, value]): readonly [string, JsonValue] => {
    const id = renames.get(key);
    const moved = withJumps(value, renames, options);
    if (id === undefined || !isJsonObject(moved)) return [idOf(key), moved];
    return [id, { ...moved, id, ...(ownMember(moved, 'path') !== undefined && { path: id }) }];
  });
  const connections = Object.entries(diagram.connections).map(([key, value]): readonly [string, JsonValue] => {
    if (!isDiagramConnection(value)) return [key, value];
    const { sourcePath, targetPath, type } = value;
    if (!renames.has(sourcePath) && !renames.has(targetPath)) return [key, value];
    const ends = { sourcePath: idOf(sourcePath), type, targetPath: idOf(targetPath) };
    const id = connectionIdOf(ends);
    return [id, { ...value, ...ends, id }];
  });
  return { ...diagram, nodes: Object.fromEntries(nodes), connections: Object.fromEntries(connections) };
}

function withJumps(node: JsonValue, renames: ReadonlyMap<string, string>, options: MergeOptions): JsonValue {
  const changes = jumpsWithin(node, options).flatMap(({ node: target, nodeParam }) => {
    const id = renames.get(target);
    return id === undefined ? [] : [[nodeParam, id] as const];
  });
  if (changes.length === 0) return node;
  const { params, ...others } = node as JsonObject;
  return { ...others, params: { ...(params as JsonObject), ...Object.fromEntries(changes) } };
}

/** Moves a new block of `mine` down until it covers no new block of `theirs`. @spec DF13 */
function placedApart(nodes: Entries, { theirs }: Sides, former: Side, { catalog }: MergeOptions): Entries {
  const placed = new Map(nodes);
  const isMine = (id: string): boolean => !theirs.nodes.has(id) && !former.nodes.has(id);
  const taken = new Map([...nodes].flatMap(([id, node]) => (isMine(id) ? [] : boxOf(node, catalog))));
  for (const [id, value] of nodes) {
    if (!isMine(id) || !isJsonObject(value)) continue;
    const [entry] = boxOf(value, catalog);
    if (entry === undefined) continue;
    let [place, box] = entry;
    if (taken.has(place)) {
      const top = freeTop(box, [...taken.values()]);
      box = { ...box, top };
      place = `${box.left} ${top}`;
      placed.set(id, { ...value, top });
    }
    taken.set(place, box);
  }
  return placed;
}

interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** The box of a block; `undefined` without a position. */
function boxOf(node: JsonValue, catalog: Catalog): readonly (readonly [string, Box])[] {
  if (!isJsonObject(node)) return [];
  const [left, top] = [ownMember(node, 'left'), ownMember(node, 'top')];
  if (typeof left !== 'number' || typeof top !== 'number') return [];
  return [[`${left} ${top}`, { left, top, ...roomOfBlock(node, catalog) }]];
}

/** The nearest top, at or below the box, at which it covers no other box. */
function freeTop({ left, top: wantedTop, width, height }: Box, others: readonly Box[]): number {
  const beside = others.filter((other) => left < other.left + other.width && other.left < left + width);
  let top = wantedTop;
  for (const other of beside.toSorted((one, two) => one.top - two.top)) {
    if (top < other.top + other.height && other.top < top + height) top = other.top + other.height + roomBetween;
  }
  return top;
}

function othersOf({ nodes: _nodes, connections: _connections, ...others }: Diagram): Entries {
  return new Map(Object.entries(others));
}

type Report = (id: string, members: readonly string[]) => MergeSide;

function mergeMap(base: Entries, mine: Entries, theirs: Entries, report: Report): Entries {
  const merged = new Map<string, JsonValue>();
  for (const id of new Set([...theirs.keys(), ...mine.keys()])) {
    const decide = (path: string): MergeSide => report(id, path === '' ? [] : [path]);
    const value = mergeValue(base.get(id), mine.get(id), theirs.get(id), '', decide);
    if (value !== undefined) merged.set(id, value);
  }
  return merged;
}

function mergeValue(
  base: JsonValue | undefined,
  mine: JsonValue | undefined,
  theirs: JsonValue | undefined,
  path: string,
  decide: (path: string) => MergeSide,
): JsonValue | undefined {
  if (isSame(mine, theirs) || isSame(theirs, base)) return mine;
  if (isSame(mine, base)) return theirs;
  // Merges members of blocks and of their params one by one; deeper values as a whole.
  if (isJsonObject(base) && isJsonObject(mine) && isJsonObject(theirs) && (path === '' || path === 'params')) {
    const names = new Set([...Object.keys(theirs), ...Object.keys(mine)]);
    const members = [...names].flatMap((name) => {
      const inner = path === '' ? name : `${path}.${name}`;
      const [was, one, two] = [ownMember(base, name), ownMember(mine, name), ownMember(theirs, name)];
      const value = mergeValue(was, one, two, inner, decide);
      return value === undefined ? [] : [[name, value] as const];
    });
    return Object.fromEntries(members);
  }
  const isMoved = path === 'top' || path === 'left';
  const isPlacedTwice = mine !== undefined && theirs !== undefined && path === '' && isEqualButPlace(mine, theirs);
  if (isMoved || isPlacedTwice) return mine;
  return decide(path) === 'mine' ? mine : theirs;
}

function isEqualButPlace(a: JsonValue, b: JsonValue): boolean {
  return isEqualJson(withoutPlace(a), withoutPlace(b));
}

function withoutPlace(node: JsonValue): JsonValue {
  if (!isJsonObject(node)) return node;
  const { top: _top, left: _left, ...rest } = node;
  return rest;
}

function isSame(a: JsonValue | undefined, b: JsonValue | undefined): boolean {
  if (a === b) return true;
  return a !== undefined && b !== undefined && isEqualJson(a, b);
}
