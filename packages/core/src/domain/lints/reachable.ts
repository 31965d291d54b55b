import { startPointId } from '../diagram/start-diagram.ts';
import type { DiagramIndex, NodeEntry } from '../rules/diagram-index.ts';

/** Where conversations begin: at the start point, at the greeting slot, and wherever else they are sent to. @spec LI6 */
export function beginningsOf(index: DiagramIndex, entryBlocks: Iterable<string> = []): readonly NodeEntry[] {
  return [startPointId, index.slot, ...entryBlocks].flatMap((key) => index.findNode(key) ?? []);
}

/** Follows every well-formed connection, also out of malformed entries and by outputs that nothing has. @spec LI6 */
export function reachableFrom(beginnings: readonly NodeEntry[]): ReadonlySet<NodeEntry> {
  const reached = new Set(beginnings);
  // A set is walked in the order of insertion, entries that are added on the way included.
  for (const entry of reached) {
    for (let link = entry.leaving; link !== undefined; link = link.nextLeaving) {
      if (link.target !== undefined) reached.add(link.target);
    }
  }
  return reached;
}
