import { readableParams } from '../rules/block-facts.ts';
import { isBlock, type NodeEntry } from '../rules/diagram-index.ts';

/** Whether a block certainly says nothing to the visitor. */
export function saysNothing(entry: NodeEntry): boolean {
  return isBlock(entry) && entry.kind?.definition.saysNothing?.(readableParams(entry)) === true;
}
