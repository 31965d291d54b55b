import type { BlockReference } from '../blocks/block-definition.ts';
import type { JsonValue } from '../json/json-value.ts';
import { readParam } from './block-kind.ts';
import type { Block } from './diagram-index.ts';

/** Calls `visit` for each reference of a catalogued block whose param counts and has a value. */
export function forEachReference<K extends BlockReference['to']>(
  block: Block,
  to: K,
  visit: (reference: Extract<BlockReference, { to: K }>, value: JsonValue) => void,
): void {
  const references = block.kind?.definition.references;
  if (references === undefined || block.shape === undefined) return;
  for (const reference of references) {
    if (reference.to !== to) continue;
    const value = readParam(block.shape, block.node.params, reference.param);
    if (value !== undefined) visit(reference as Extract<BlockReference, { to: K }>, value);
  }
}

/** Where a param's value stands: at the block's params when it is a default. */
export function placeOf(block: Block, param: string): readonly string[] {
  return Object.hasOwn(block.node.params, param) ? ['params', param] : ['params'];
}
