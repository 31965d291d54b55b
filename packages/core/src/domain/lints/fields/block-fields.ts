import { isJsonList, isJsonObject, type JsonValue } from '../../json/json-value.ts';
import { readableParams } from '../../rules/block-facts.ts';
import type { Block } from '../../rules/diagram-index.ts';

const noFields: readonly string[] = [];

/** The Fields that a block may write. A block outside the catalog may write any: see `isOpaque`. */
export function fieldsSet(block: Block): readonly string[] {
  block.fieldsSet ??= block.kind?.definition.setsFields?.(readableParams(block)) ?? noFields;
  return block.fieldsSet;
}

/** The Fields that a block reads without `@{name}` in its texts. */
export function fieldsRead(block: Block): readonly string[] {
  const reads = block.kind?.definition.readsFields;
  return reads === undefined ? noFields : reads(readableParams(block));
}

/** The Fields that must have a value when the block runs. */
export function fieldsNeeded(block: Block): readonly string[] {
  const needs = block.kind?.definition.needsFields;
  return needs === undefined ? fieldsRead(block) : needs(readableParams(block));
}

/** The Fields that certainly have a value after `output`. */
export function fieldsAfter(block: Block, output: string): readonly string[] {
  const after = block.kind?.definition.fieldsAfter;
  return after === undefined ? fieldsSet(block) : after(readableParams(block), output);
}

/**
 * Whether the block may write Fields that its definition does not name: after it, any Field may have a value.
 *
 * @spec LI13
 */
export function isOpaque(block: Block): boolean {
  return block.kind === undefined || block.kind.definition.setsOtherFields === true;
}

/** Calls `use` with every text of a value, at any depth, in any order. It uses no recursion. */
export function forEachText(value: JsonValue, use: (text: string) => void): void {
  const open: JsonValue[] = [value];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (typeof next === 'string') use(next);
    else if (isJsonList(next)) for (const item of next) open.push(item);
    else if (isJsonObject(next)) for (const key in next) open.push(next[key] as JsonValue);
  }
}
