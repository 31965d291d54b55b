import { isLateReference } from '../../conversation/effects.ts';
import { remembered } from '../../remembered.ts';
import { counts } from '../../rules/block-kind.ts';
import { type Block, type DiagramIndex, paramsOf } from '../../rules/diagram-index.ts';
import { fieldsSet, forEachText } from './block-fields.ts';

/** A Field that a block reads by `@{name}`, with the first such param. */
export interface TextRead {
  readonly block: Block;
  readonly name: string;
  readonly param: string;
}

/** The Fields that texts of blocks read, and that blocks set. */
export interface FieldUses {
  /** Each Field once per block. */
  readonly reads: readonly TextRead[];
  /** References that are filled when an effect is carried out, each once per param. They name no Fields. */
  readonly late: readonly TextRead[];
  readonly namesRead: ReadonlySet<string>;
  readonly namesSet: ReadonlySet<string>;
}

const ofDiagrams = new WeakMap<DiagramIndex, FieldUses>();

/** Reads every block once for all lints. @spec LI11 */
export function fieldUses(index: DiagramIndex): FieldUses {
  return remembered(ofDiagrams, index, () => usesIn(index));
}

function usesIn(index: DiagramIndex): FieldUses {
  const found: FoundReads = { reads: [], late: [] };
  const namesSet = new Set<string>();
  // Shared, because most blocks read nothing.
  const ofBlock = new Set<string>();
  for (const { kind, blocks } of index.groups) {
    const sets = kind?.definition.setsFields !== undefined;
    for (const block of blocks) {
      if (ofBlock.size > 0) ofBlock.clear();
      addTextReads(block, ofBlock, found);
      if (sets) for (const name of fieldsSet(block)) namesSet.add(name);
    }
  }
  const namesRead = new Set<string>();
  for (const { name } of found.reads) namesRead.add(name);
  return { ...found, namesRead, namesSet };
}

interface FoundReads {
  readonly reads: TextRead[];
  readonly late: TextRead[];
}

/** Finds `@{name}` in every text of every param that the block reads. */
function addTextReads(block: Block, known: Set<string>, found: FoundReads): void {
  const { params } = block.node;
  // A plain object has no inherited members for this loop; a list of the names would take longer.
  for (const param in params) {
    const value = params[param];
    if (typeof value === 'string') {
      if (value.length > 3 && value.includes('@{')) addNames(value, block, param, known, found);
    } else if (typeof value === 'object' && value !== null) {
      forEachText(value, (text) => {
        if (text.length > 3 && text.includes('@{')) addNames(text, block, param, known, found);
      });
    }
  }
}

const interpolation = /@\{([^{}]+)\}/g;

function addNames(text: string, block: Block, param: string, known: Set<string>, all: FoundReads): void {
  if (!isRead(block, param)) return;
  interpolation.lastIndex = 0;
  for (let found = interpolation.exec(text); found !== null; found = interpolation.exec(text)) {
    const [, name = ''] = found;
    const isLate = isLateReference(name);
    const key = isLate ? `${name} ${param}` : name;
    if (known.has(key)) continue;
    known.add(key);
    (isLate ? all.late : all.reads).push({ block, name, param });
  }
}

/** A block outside the catalog may read any param. */
function isRead(block: Block, param: string): boolean {
  const set = paramsOf(block);
  const definition = set?.find(param);
  return set === undefined || definition === undefined || counts(set, definition, block.node.params);
}
