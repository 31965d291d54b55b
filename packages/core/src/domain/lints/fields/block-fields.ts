import { counts } from '../../rules/block-kind.ts';
import { type Block, paramsOf } from '../../rules/diagram-index.ts';
import { readableParams } from '../../rules/readable-params.ts';
import { walkTexts } from './walk-texts.ts';

/** A Field that a block reads by `@{name}`, and the first of its params that does. */
export type TextReads = ReadonlyMap<string, string>;

const interpolation = /@\{([^{}]+)\}/g;

/** Looks for `@{name}` in every text of every param that counts. @spec LI11 */
export function textReads(block: Block): TextReads {
  const { params } = block.node;
  const set = paramsOf(block);
  const reads = new Map<string, string>();
  for (const [param, value] of Object.entries(params)) {
    const definition = set?.find(param);
    if (set !== undefined && definition !== undefined && !counts(set, definition, params)) continue;
    walkTexts(value, (text) => {
      for (const [, name = ''] of text.matchAll(interpolation)) if (!reads.has(name)) reads.set(name, param);
    });
  }
  return reads;
}

/** The Fields that a block may write. A block that is not catalogued may write any: see `isOpaque`. */
export function fieldsSet(block: Block): readonly string[] {
  const sets = block.kind?.definition.setsFields;
  return sets === undefined ? [] : sets(readableParams(block));
}

/** The Fields that a block reads other than by its texts. */
export function fieldsRead(block: Block): readonly string[] {
  const reads = block.kind?.definition.readsFields;
  return reads === undefined ? [] : reads(readableParams(block));
}

/** Those of them that have to hold a value by then. */
export function fieldsNeeded(block: Block): readonly string[] {
  const needs = block.kind?.definition.needsFields;
  return needs === undefined ? fieldsRead(block) : needs(readableParams(block));
}

/** The Fields that hold a value for certain once the block was left by `output`. */
export function fieldsAfter(block: Block, output: string): readonly string[] {
  const after = block.kind?.definition.fieldsAfter;
  return after === undefined ? fieldsSet(block) : after(readableParams(block), output);
}

/** Nobody can say which Fields hold a value behind such a block. @spec LI13 */
export function isOpaque(block: Block): boolean {
  return block.kind === undefined || block.kind.definition.setsOtherFields === true;
}
