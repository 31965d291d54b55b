import { readableParams } from '../rules/block-facts.ts';
import { type DiagramIndex, isBlock, type Link, type NodeEntry } from '../rules/diagram-index.ts';
import { jumpTargetsOf } from '../rules/jumps.ts';

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

/** Whether a block certainly says nothing to the visitor. */
export function saysNothing(entry: NodeEntry): boolean {
  return isBlock(entry) && entry.kind?.definition.saysNothing?.(readableParams(entry)) === true;
}
