import type { BlockReference } from '../blocks/block-definition.ts';
import type { JsonValue } from '../json/json-value.ts';
import { readParam } from './block-kind.ts';
import { type Block, paramsOf } from './diagram-index.ts';

/** A reference of a block, with the value of its param. */
export interface HeldReference {
  readonly reference: BlockReference;
  readonly value: JsonValue;
}

const none: readonly HeldReference[] = [];

/** Lists the references of a block of which the param counts and has a value. */
export function referencesOf(block: Block): readonly HeldReference[] {
  const references = block.kind?.definition.references;
  const set = references && paramsOf(block);
  if (references === undefined || set === undefined) return none;
  return references.flatMap((reference) => {
    const value = readParam(set, block.node.params, reference.param);
    return value === undefined ? [] : [{ reference, value }];
  });
}

/** Where a param's value stands: at the block's params when it is a default. */
export function placeOf(block: Block, param: string): readonly string[] {
  return Object.hasOwn(block.node.params, param) ? ['params', param] : ['params'];
}
