import { customerFields } from '../../field/field.ts';
import type { Block, DiagramIndex } from '../../rules/diagram-index.ts';
import { excerpt, type Finding } from '../../rules/rule.ts';
import { type FieldRead, findBareReads } from '../fields/bare-reads.ts';
import { fieldsNeeded } from '../fields/block-fields.ts';
import { fieldUses, type TextRead } from '../fields/field-uses.ts';
import { lint } from '../lint.ts';
import { beginningsOf } from '../reachable.ts';

interface Read extends FieldRead {
  readonly param: string | undefined;
}

/** @spec LI11, LI12, LI13 */
export const fieldReadBeforeSet = lint('field-read-before-set', 'warn', (index, { knownFields }, report) => {
  const isKnown = (name: string) => customerFields.has(name) || knownFields?.has(name) === true;
  const reads = readsIn(index, isKnown);
  if (reads.length === 0) return;
  const bare = findBareReads(index, beginningsOf(index), reads);
  if (bare.size === 0) return;
  const { namesSet } = fieldUses(index);
  for (const read of reads) {
    if (!bare.has(read)) continue;
    report(read.block, describe, read, namesSet.has(read.name));
  }
});

/**
 * Lists each Field that a block needs once: Fields of its texts, then Fields that its kind needs and some block sets.
 */
function readsIn(index: DiagramIndex, isKnown: (name: string) => boolean): readonly Read[] {
  const { reads: inTexts, namesRead, namesSet } = fieldUses(index);
  const known = new Set<string>();
  for (const name of namesRead) if (isKnown(name)) known.add(name);
  const reads: Read[] = known.size === 0 ? [...inTexts] : inTexts.filter(({ name }) => !known.has(name));
  let byBlock: ReadonlyMap<Block, readonly TextRead[]> | undefined;
  for (const { kind, blocks } of index.groups) {
    if (kind?.definition.readsFields === undefined && kind?.definition.needsFields === undefined) continue;
    for (const block of blocks) {
      const needed = fieldsNeeded(block);
      if (needed.length === 0) continue;
      for (const name of new Set(needed)) {
        if (!namesSet.has(name) || isKnown(name)) continue;
        if (namesRead.has(name)) {
          byBlock ??= Map.groupBy(inTexts, (read) => read.block);
          if (byBlock.get(block)?.some((read) => read.name === name) === true) continue;
        }
        reads.push({ block, name, param: undefined });
      }
    }
  }
  return reads;
}

function describe({ key }: Block, { name, param }: Read, isEverSet: boolean): Finding {
  const fault = isEverSet ? 'but a path leads there that does not set it' : 'which no block sets';
  const message = `Block ${excerpt(key)} reads the Field ${excerpt(name)}, ${fault}.`;
  return param === undefined ? { message } : { message, param, at: ['params', param] };
}
