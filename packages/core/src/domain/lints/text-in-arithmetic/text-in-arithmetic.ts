import { numericNames } from '../../formula/numeric-names.ts';
import { placeOf } from '../../rules/block-facts.ts';
import { readParam } from '../../rules/block-kind.ts';
import { type Block, paramsOf } from '../../rules/diagram-index.ts';
import { excerpt, type Finding } from '../../rules/rule.ts';
import { fieldsSet } from '../fields/block-fields.ts';
import type { Lint } from '../lint.ts';

const id = 'text-in-arithmetic';

/** @spec LI23 */
export const textInArithmetic: Lint = {
  id,
  check: ({ blocks }, { knownFields }, report) => {
    const computing = blocks.filter(({ kind }) => (kind?.definition.formulas?.length ?? 0) > 0);
    if (computing.length === 0) return;
    const texts = textFields(blocks, knownFields);
    for (const block of computing) {
      for (const param of block.kind?.definition.formulas ?? []) {
        const set = paramsOf(block);
        const expression = set && readParam(set, block.node.params, param);
        if (typeof expression !== 'string' || texts.size === 0) continue;
        for (const name of numericNames(expression)) {
          if (texts.has(name)) report({ code: id, on: block, describe, subject: { block, param, name } });
        }
      }
    }
  },
};

/** The Fields that only blocks with text values set. */
function textFields(blocks: readonly Block[], knownFields: ReadonlySet<string> | undefined): ReadonlySet<string> {
  const texts = new Set<string>();
  const others = new Set<string>(knownFields);
  for (const block of blocks) {
    const savesText = block.kind?.definition.savesText === true;
    for (const name of fieldsSet(block)) (savesText ? texts : others).add(name);
  }
  return texts.difference(others);
}

interface Subject {
  readonly block: Block;
  readonly param: string;
  readonly name: string;
}

function describe({ block, param, name }: Subject): Finding {
  return {
    message: `Block ${excerpt(block.key)}: "${param}" computes with the Field ${excerpt(name)}, which holds a text.`,
    param,
    at: placeOf(block, param),
    hint: `Ask for it with ask_number, or convert it: double(${/^[A-Za-z_]\w*$/.test(name) ? name : `fields[${JSON.stringify(name)}]`}).`,
  };
}
