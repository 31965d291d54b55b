import { isJsonList, isJsonObject, type JsonValue } from '../../json/json-value.ts';
import { readableParams } from '../../rules/block-facts.ts';
import { counts } from '../../rules/block-kind.ts';
import { type Block, type DiagramIndex, paramsOf } from '../../rules/diagram-index.ts';

/** A Field that a block reads by `@{name}`, and the first of its params that does. */
export type TextReads = ReadonlyMap<string, string>;

const interpolation = /@\{([^{}]+)\}/g;

const none: TextReads = new Map();
const ofIndexes = new WeakMap<DiagramIndex, (TextReads | undefined)[]>();

/** Finds `@{name}` in every text of every param that the block reads, once for all lints of a diagram. @spec LI11 */
export function textReads(index: DiagramIndex, block: Block): TextReads {
  let ofBlocks = ofIndexes.get(index);
  if (ofBlocks === undefined) {
    ofBlocks = [];
    ofIndexes.set(index, ofBlocks);
  }
  const reads = ofBlocks[block.position] ?? findTextReads(block);
  ofBlocks[block.position] = reads;
  return reads;
}

function findTextReads(block: Block): TextReads {
  const { params } = block.node;
  let reads: Map<string, string> | undefined;
  for (const param of Object.keys(params)) {
    const value = params[param];
    if (value === undefined || !mayRefer(value)) continue;
    forEachText(value, (text) => {
      if (!text.includes('@{') || !isRead(block, param)) return;
      reads ??= new Map();
      for (const [, name = ''] of text.matchAll(interpolation)) if (!reads.has(name)) reads.set(name, param);
    });
  }
  return reads ?? none;
}

function mayRefer(value: JsonValue): boolean {
  return typeof value === 'string' ? value.includes('@{') : typeof value === 'object';
}

/** A param that is not in the catalog may be read by a block that is not there, either. */
function isRead(block: Block, param: string): boolean {
  const set = paramsOf(block);
  const definition = set?.find(param);
  return set === undefined || definition === undefined || counts(set, definition, block.node.params);
}

const noFields: readonly string[] = [];

/** The Fields that a block may write. A block that is not catalogued may write any: see `isOpaque`. */
export function fieldsSet(block: Block): readonly string[] {
  const sets = block.kind?.definition.setsFields;
  return sets === undefined ? noFields : sets(readableParams(block));
}

/** The Fields that a block reads by other means than `@{name}` in its texts. */
export function fieldsRead(block: Block): readonly string[] {
  const reads = block.kind?.definition.readsFields;
  return reads === undefined ? noFields : reads(readableParams(block));
}

/** Those of the Fields read that must have a value when the block runs. */
export function fieldsNeeded(block: Block): readonly string[] {
  const needs = block.kind?.definition.needsFields;
  return needs === undefined ? fieldsRead(block) : needs(readableParams(block));
}

/** The Fields that certainly have a value once the block was left by `output`. */
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
    else if (isJsonObject(next)) for (const item of Object.values(next)) open.push(item);
  }
}
