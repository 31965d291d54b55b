import { customerFields } from '../../field/field.ts';
import type { Block } from '../../rules/diagram-index.ts';
import { excerpt, type Finding } from '../../rules/rule.ts';
import { fieldsRead, fieldsSet, forEachText, textReads } from '../fields/block-fields.ts';
import type { Lint } from '../lint.ts';

const id = 'unused-field';

/** @spec LI10, LI11 */
export const unusedField: Lint = {
  id,
  check: (index, { knownFields }, report) => {
    const { blocks, groups } = index;
    const used = new Set<string>([...customerFields, ...(knownFields ?? [])]);
    for (const { kind, blocks: alike } of groups) {
      for (const block of alike) {
        const reads = textReads(block);
        if (reads.size > 0) for (const name of reads.keys()) used.add(name);
        if (kind === undefined) addWords(block, used);
        else if (kind.definition.readsFields !== undefined) for (const name of fieldsRead(block)) used.add(name);
      }
    }
    for (const block of blocks) {
      if (block.kind?.definition.setsFields === undefined) continue;
      for (const name of fieldsSet(block)) {
        if (used.has(name)) continue;
        used.add(name);
        report({ code: id, on: block, describe, subject: { block, name } });
      }
    }
  },
};

/** A block that is not in the catalog may read any Field whose name occurs in its texts. */
function addWords({ node }: Block, used: Set<string>): void {
  forEachText(node.params, (text) => {
    used.add(text);
    for (const [word] of text.matchAll(/[\p{L}\p{N}_]+/gu)) used.add(word);
  });
}

function describe({ block, name }: { readonly block: Block; readonly name: string }): Finding {
  const param = Object.entries(block.node.params).find(([, value]) => value === name)?.[0];
  const message = `Block ${excerpt(block.key)} sets the Field ${excerpt(name)}, which no block reads.`;
  return param === undefined ? { message } : { message, param, at: ['params', param] };
}
