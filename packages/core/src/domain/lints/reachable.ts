import { startPointId } from '../diagram/diagram.ts';
import { callsOf } from '../rules/calls.ts';
import type { Block, DiagramIndex, Link, NodeEntry } from '../rules/diagram-index.ts';
import { jumpTargetsOf } from '../rules/jumps.ts';

/**
 * The first entries of conversations: the start point, the greeting slot, the blocks with words of visitors, and the
 * targets of jumps from outside.
 *
 * @spec LI6, KW14
 */
export function beginningsOf(index: DiagramIndex, entryBlocks: Iterable<string> = []): readonly NodeEntry[] {
  const named = [startPointId, index.slot, ...entryBlocks].flatMap((key) => index.findNode(key) ?? []);
  return [...named, ...wordEntriesIn(index)];
}

/** The blocks to which conversations come by words. */
export function wordEntriesIn({ groups }: DiagramIndex): readonly Block[] {
  return groups.flatMap(({ kind, blocks }) => (kind?.definition.entry === true ? blocks : []));
}

/**
 * Follows jumps within the bot and every well-formed connection, also from malformed entries and from unknown outputs;
 * after a call only if it can return.
 *
 * @spec LI6, CG10
 */
export function reachableFrom(index: DiagramIndex, beginnings: readonly NodeEntry[]): Reached {
  const { nodes } = index;
  const isReached = new Uint8Array(nodes.length);
  const entries: NodeEntry[] = [];
  const { follows } = callsOf(index);
  const reach = (entry: NodeEntry): void => {
    if (isReached[entry.position] === 1) return;
    isReached[entry.position] = 1;
    entries.push(entry);
  };

  for (const entry of beginnings) reach(entry);
  // The list grows while it is iterated.
  for (const entry of entries) {
    followed(entry, index, (target, by) => {
      if (by === undefined || follows(by)) reach(target);
    });
  }
  return { entries, has: (entry) => isReached[entry.position] === 1 };
}

/** The entries of a diagram that conversations reach. */
export interface Reached {
  readonly entries: readonly NodeEntry[];
  readonly has: (entry: NodeEntry) => boolean;
}

/** Calls back for each entry that a connection or a jump leads to; `by` is the connection. */
export function followed(
  entry: NodeEntry,
  index: DiagramIndex,
  reach: (target: NodeEntry, by: Link | undefined) => void,
): void {
  for (let link = entry.leaving; link !== undefined; link = link.nextLeaving) {
    if (link.target !== undefined) reach(link.target, link);
  }
  for (const target of jumpTargetsOf(entry, index)) reach(target, undefined);
}
