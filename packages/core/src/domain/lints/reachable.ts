import { startPointId } from '../diagram/diagram.ts';
import { outputsOf } from '../rules/block-facts.ts';
import type { Block, DiagramIndex, NodeEntry } from '../rules/diagram-index.ts';
import { jumpTargetsOf } from '../rules/jumps.ts';

/**
 * The first entries of conversations: the start point, the greeting slot, and the targets of jumps from outside.
 *
 * @spec LI6
 */
export function beginningsOf(index: DiagramIndex, entryBlocks: Iterable<string> = []): readonly NodeEntry[] {
  return [startPointId, index.slot, ...entryBlocks].flatMap((key) => index.findNode(key) ?? []);
}

/**
 * Follows jumps within the bot and every well-formed connection, also from malformed entries and from unknown outputs.
 *
 * @spec LI6
 */
export function reachableFrom(index: DiagramIndex, beginnings: readonly NodeEntry[]): Reached {
  const { nodes } = index;
  const isReached = new Uint8Array(nodes.length);
  const entries: NodeEntry[] = [];
  const reach = (entry: NodeEntry): void => {
    if (isReached[entry.position] === 1) return;
    isReached[entry.position] = 1;
    entries.push(entry);
  };

  for (const entry of beginnings) reach(entry);
  // The list grows while it is iterated.
  for (const entry of entries) {
    for (let link = entry.leaving; link !== undefined; link = link.nextLeaving) {
      if (link.target !== undefined) reach(link.target);
    }
    for (const target of jumpTargetsOf(entry, index)) reach(target);
  }
  return { entries, has: (entry) => isReached[entry.position] === 1 };
}

/** The entries of a diagram that conversations reach. */
export interface Reached {
  readonly entries: readonly NodeEntry[];
  readonly has: (entry: NodeEntry) => boolean;
}

/** Tells whether a connection leaves a block by this output. */
export function isConnected(block: Block, output: string): boolean {
  for (let link = block.leaving; link !== undefined; link = link.nextLeaving) {
    if (link.connection.type === output) return true;
  }
  return false;
}

/** Lists the unconnected outputs of a block; empty if the outputs are unknown. @spec LI4 */
export function openOutputs(block: Block): readonly string[] {
  const outputs = outputsOf(block);
  if (outputs === undefined || outputs.size === 0) return none;
  // A fast path: most blocks have one output with one connection.
  if (outputs.size === 1 && block.leaving !== undefined && outputs.has(block.leaving.connection.type)) return none;
  const open: string[] = [];
  for (const output of outputs) if (!isConnected(block, output)) open.push(output);
  return open;
}

const none: readonly string[] = [];
