import { customerFields } from '../../field/field.ts';
import type { DiagramIndex } from '../../rules/diagram-index.ts';
import { excerpt, type Finding } from '../../rules/rule.ts';
import { type FieldRead, findBareReads } from '../fields/bare-reads.ts';
import { fieldsNeeded, fieldsSet, textReads } from '../fields/block-fields.ts';
import type { Lint } from '../lint.ts';
import { beginningsOf } from '../reachable.ts';

const id = 'field-read-before-set';

interface Read extends FieldRead {
  readonly param: string | undefined;
  readonly isEverSet: boolean;
}

/** @spec LI11, LI12, LI13 */
export const fieldReadBeforeSet: Lint = {
  id,
  check: (index, { knownFields }, report) => {
    const isKnown = (name: string) => customerFields.has(name) || knownFields?.has(name) === true;
    const reads = readsIn(index, isKnown);
    if (reads.length === 0) return;
    const bare = findBareReads(index, beginningsOf(index), reads);
    for (const read of reads) if (bare.has(read)) report({ code: id, on: read.block, describe, subject: read });
  },
};

/** Lists each Field that a block needs once: those of its texts, then those that its kind needs and some block sets. */
function readsIn(index: DiagramIndex, isKnown: (name: string) => boolean): readonly Read[] {
  const everSet = new Set<string>();
  for (const { kind, blocks } of index.groups) {
    if (kind?.definition.setsFields === undefined) continue;
    for (const block of blocks) for (const name of fieldsSet(block)) everSet.add(name);
  }
  const reads: Read[] = [];
  for (const { kind, blocks } of index.groups) {
    const mayNeed = kind?.definition.readsFields !== undefined || kind?.definition.needsFields !== undefined;
    for (const block of blocks) {
      const inTexts = textReads(block);
      if (inTexts.size > 0) {
        for (const [name, param] of inTexts) {
          if (!isKnown(name)) reads.push({ block, name, param, isEverSet: everSet.has(name) });
        }
      }
      const needed = mayNeed ? fieldsNeeded(block) : [];
      if (needed.length === 0) continue;
      for (const name of new Set(needed)) {
        if (everSet.has(name) && !inTexts.has(name) && !isKnown(name)) {
          reads.push({ block, name, param: undefined, isEverSet: true });
        }
      }
    }
  }
  return reads;
}

function describe({ block, name, param, isEverSet }: Read): Finding {
  const fault = isEverSet ? 'but a path leads there that does not set it' : 'which no block sets';
  const message = `Block ${excerpt(block.key)} reads the Field ${excerpt(name)}, ${fault}.`;
  return param === undefined ? { message } : { message, param, at: ['params', param] };
}
