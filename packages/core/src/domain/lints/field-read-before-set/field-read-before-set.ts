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
    const reads = readsIn(index).filter(({ name }) => !isKnown(name));
    const bare = findBareReads(index, beginningsOf(index), reads);
    for (const read of reads) if (bare.has(read)) report({ code: id, on: read.block, describe, subject: read });
  },
};

/** Lists each Field that a block needs once: those of its texts, then those that its kind needs and some block sets. */
function readsIn({ blocks }: DiagramIndex): readonly Read[] {
  const everSet = new Set(blocks.flatMap(fieldsSet));
  return blocks.flatMap((block) => {
    const inTexts = textReads(block);
    const needed = fieldsNeeded(block).filter((name) => everSet.has(name) && !inTexts.has(name));
    return [
      ...[...inTexts].map(([name, param]) => ({ block, name, param, isEverSet: everSet.has(name) })),
      ...[...new Set(needed)].map((name) => ({ block, name, param: undefined, isEverSet: true })),
    ];
  });
}

function describe({ block, name, param, isEverSet }: Read): Finding {
  const fault = isEverSet ? 'but a path leads there that does not set it' : 'which no block sets';
  const message = `Block ${excerpt(block.key)} reads the Field ${excerpt(name)}, ${fault}.`;
  return param === undefined ? { message } : { message, param, at: ['params', param] };
}
