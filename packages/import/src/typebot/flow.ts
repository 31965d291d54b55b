import type { JsonValue } from '@botwright/core/diagram';
import { listOf, member, numberOf, pointerTo, textOf } from '../json.ts';

/** A block of the source. */
export interface SourceBlock {
  readonly json: JsonValue;
  readonly id: string;
  readonly type: string;
  readonly pointer: string;
  /** Where connections to it lead, before it is known which block stands there. */
  readonly place: string;
  readonly group: SourceGroup;
  /** Its number in the group. */
  readonly at: number;
}

export interface SourceGroup {
  readonly id: string;
  readonly title: string;
  readonly pointer: string;
  readonly left: number;
  readonly top: number;
  readonly blocks: readonly SourceBlock[];
}

export interface SourceEdge {
  readonly pointer: string;
  readonly id: string;
  /** The place to which it leads; `undefined` when it leads to nothing. */
  readonly target: string | undefined;
}

/** The graph of a bot. */
export interface Flow {
  readonly groups: readonly SourceGroup[];
  readonly edges: readonly SourceEdge[];
  /** The edge that leaves the start. */
  readonly start: string | undefined;
  /** Follows an edge, and remembers that it was used. */
  follow(edgeId: JsonValue | undefined): string | undefined;
  isUsed(edge: SourceEdge): boolean;
  /** Where the conversation goes on after a block that does not choose: by its edge; without one, in the group. */
  next(block: SourceBlock): string | undefined;
  /** Where it goes on when a choice has no edge: in the group; after the last block, by its edge. */
  fallThrough(block: SourceBlock): string | undefined;
  groupStart(groupId: JsonValue | undefined): string | undefined;
  /** The place of a block, when it is in the group. */
  placeOf(groupId: JsonValue | undefined, blockId: JsonValue | undefined): string | undefined;
  /** Whether an edge or a jump leads to this block itself, not to its group. */
  isEntered(block: SourceBlock): boolean;
  /** The block at which the conversation begins. */
  readonly first: SourceBlock | undefined;
  /** The blocks to which a block can lead directly, but for the blocks that a jump or a link within the bot leads to. */
  after(block: SourceBlock): readonly SourceBlock[];
  /** The block that a jump, or a link within the bot, leads to. */
  goal(block: SourceBlock): SourceBlock | undefined;
}

/**
 * The blocks that conversations can come to.
 *
 * @param from - Blocks that are in the result, too.
 * @param after - The blocks behind a block.
 */
export function reachOf(
  from: readonly (SourceBlock | undefined)[],
  after: (block: SourceBlock) => readonly (SourceBlock | undefined)[],
): ReadonlySet<SourceBlock> {
  const reached = new Set<SourceBlock>();
  const open = [...from];
  while (open.length > 0) {
    const block = open.pop();
    if (block === undefined || reached.has(block)) continue;
    reached.add(block);
    open.push(...after(block));
  }
  return reached;
}

const scale = { left: 1, top: 2 } as const;

/** Reads groups, edges and the start. Ignores unreadable parts. */
export function readFlow(bot: JsonValue): Flow {
  let count = 0;
  const groups = listOf(member(bot, 'groups')).map((json, at): SourceGroup => {
    const pointer = pointerTo('/groups', at);
    const coordinates = member(json, 'graphCoordinates');
    const blocks: SourceBlock[] = [];
    const group: SourceGroup = {
      id: textOf(member(json, 'id')),
      title: textOf(member(json, 'title')),
      pointer,
      left: (numberOf(member(coordinates, 'x')) ?? 0) * scale.left,
      top: (numberOf(member(coordinates, 'y')) ?? 0) * scale.top,
      blocks,
    };
    for (const [index, block] of listOf(member(json, 'blocks')).entries()) {
      count += 1;
      blocks.push({
        json: block,
        id: textOf(member(block, 'id')),
        type: textOf(member(block, 'type')),
        pointer: pointerTo(pointer, 'blocks', index),
        place: `#${count}`,
        group,
        at: index,
      });
    }
    return group;
  });
  const byGroup = firstBy(groups, ({ id }) => id);
  const groupStart: Flow['groupStart'] = (groupId) => byGroup.get(textOf(groupId))?.blocks[0]?.place;
  const blockIn = (groupId: JsonValue | undefined, blockId: JsonValue | undefined): SourceBlock | undefined =>
    byGroup.get(textOf(groupId))?.blocks.find(({ id }) => id === textOf(blockId));
  const entered = new Set<SourceBlock>();
  const placeOf: Flow['placeOf'] = (groupId, blockId) => {
    if (textOf(blockId) === '') return groupStart(groupId);
    return blockIn(groupId, blockId)?.place;
  };
  const enter = (groupId: JsonValue | undefined, blockId: JsonValue | undefined): void => {
    const block = textOf(blockId) === '' ? undefined : blockIn(groupId, blockId);
    if (block !== undefined) entered.add(block);
  };

  const edges = listOf(member(bot, 'edges')).map((edge, at): SourceEdge => {
    const to = member(edge, 'to');
    enter(member(to, 'groupId'), member(to, 'blockId'));
    return {
      pointer: pointerTo('/edges', at),
      id: textOf(member(edge, 'id')),
      target: placeOf(member(to, 'groupId'), member(to, 'blockId')) ?? groupStart(member(to, 'groupId')),
    };
  });
  for (const { json, type } of groups.flatMap(({ blocks }) => blocks)) {
    const options = member(json, 'options');
    if (type === 'Jump') enter(member(options, 'groupId'), member(options, 'blockId'));
  }
  const byEdge = firstBy(edges, ({ id }) => id);
  const used = new Set<SourceEdge>();
  const follow: Flow['follow'] = (edgeId) => {
    const edge = byEdge.get(textOf(edgeId));
    if (edge !== undefined) used.add(edge);
    return edge?.target;
  };
  const inGroup = ({ group, at }: SourceBlock): string | undefined => group.blocks[at + 1]?.place;
  const byPlace = new Map(groups.flatMap(({ blocks }) => blocks).map((block) => [block.place, block]));
  const blockAt = (place: string | undefined): SourceBlock | undefined =>
    place === undefined ? undefined : byPlace.get(place);
  const behindEdge = (edgeId: JsonValue | undefined): SourceBlock | undefined =>
    blockAt(byEdge.get(textOf(edgeId))?.target);
  const after: Flow['after'] = (block) => {
    const items = listOf(member(block.json, 'items'));
    const leaving = [block.json, ...items, ...items.flatMap((item) => listOf(member(item, 'paths')))];
    const behind = [...leaving.map((each) => behindEdge(member(each, 'outgoingEdgeId'))), blockAt(inGroup(block))];
    return behind.filter((each) => each !== undefined);
  };
  const start = startOf(bot, groups, follow);
  const goal: Flow['goal'] = ({ json, type }) => {
    const options = member(json, 'options');
    if (type === 'Jump') return blockAt(placeOf(member(options, 'groupId'), member(options, 'blockId')));
    if (type !== 'Typebot link' || textOf(member(options, 'typebotId')) !== 'current') return undefined;
    const groupId = member(options, 'groupId');
    return blockAt(textOf(groupId) === '' ? start : groupStart(groupId));
  };
  const own = ({ json }: SourceBlock): string | undefined => follow(member(json, 'outgoingEdgeId'));

  return {
    groups,
    edges,
    follow,
    groupStart,
    placeOf,
    start,
    first: blockAt(start),
    after,
    goal,
    isUsed: (edge) => used.has(edge),
    isEntered: (block) => entered.has(block),
    next: (block) => own(block) ?? inGroup(block),
    fallThrough: (block) => inGroup(block) ?? own(block),
  };
}

/** From version 6 an event; before, the first block of the first group. @spec IM21 */
function startOf(bot: JsonValue, groups: readonly SourceGroup[], follow: Flow['follow']): string | undefined {
  const events = listOf(member(bot, 'events'));
  const start = events.find((event) => member(event, 'type') === 'start');
  if (start !== undefined) return follow(member(start, 'outgoingEdgeId'));
  const block = groups.flatMap(({ blocks }) => blocks).find(({ type }) => type === 'start');
  if (block === undefined) return groups.find(({ blocks }) => blocks.length > 0)?.blocks[0]?.place;
  return follow(member(block.json, 'outgoingEdgeId')) ?? block.group.blocks[block.at + 1]?.place;
}

function firstBy<T>(items: readonly T[], key: (item: T) => string): ReadonlyMap<string, T> {
  const found = new Map<string, T>();
  for (const item of items) if (!found.has(key(item))) found.set(key(item), item);
  return found;
}
