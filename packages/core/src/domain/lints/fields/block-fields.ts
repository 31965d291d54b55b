import { isJsonList, isJsonObject, type JsonValue } from '../../json/json-value.ts';
import { readableParams } from '../../rules/block-facts.ts';
import { counts } from '../../rules/block-kind.ts';
import { type Block, paramsOf, type TextReads } from '../../rules/diagram-index.ts';

const interpolation = /@\{([^{}]+)\}/g;

const none: TextReads = new Map();

/** Finds `@{name}` in every text of every param that the block reads, once for all lints of a diagram. @spec LI11 */
export function textReads(block: Block): TextReads {
  block.textReads ??= findTextReads(block);
  return block.textReads;
}

function findTextReads(block: Block): TextReads {
  const { params } = block.node;
  let reads: Map<string, string> | undefined;
  // A plain object inherits nothing that this would visit; a list of the names would take longer.
  for (const param in params) {
    const value = params[param];
    if (typeof value === 'string') {
      if (mayRefer(value) && isRead(block, param)) reads = addReads(value, param, reads);
    } else if (typeof value === 'object') {
      forEachText(value, (text) => {
        if (mayRefer(text) && isRead(block, param)) reads = addReads(text, param, reads);
      });
    }
  }
  return reads ?? none;
}

function mayRefer(text: string): boolean {
  return text.length > 3 && text.includes('@{');
}

function addReads(text: string, param: string, reads = new Map<string, string>()): Map<string, string> {
  interpolation.lastIndex = 0;
  for (let found = interpolation.exec(text); found !== null; found = interpolation.exec(text)) {
    const [, name = ''] = found;
    if (!reads.has(name)) reads.set(name, param);
  }
  return reads;
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
  block.fieldsSet ??= block.kind?.definition.setsFields?.(readableParams(block)) ?? noFields;
  return block.fieldsSet;
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
    else if (isJsonObject(next)) for (const key in next) open.push(next[key] as JsonValue);
  }
}
