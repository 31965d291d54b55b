import { numericNames } from '../../formula/numeric-names.ts';
import { readableParams } from '../../rules/block-facts.ts';
import type { Block } from '../../rules/diagram-index.ts';
import { describeFormula, formulasOf, type HeldFormula } from '../../rules/formula-malformed/formula-malformed.ts';
import { excerpt, type Finding } from '../../rules/rule.ts';
import { fieldsSet } from '../fields/block-fields.ts';
import { lint } from '../lint.ts';

/** @spec LI23 */
export const textInArithmetic = lint('text-in-arithmetic', 'warn', ({ blocks }, { knownFields }, report) => {
  const computing = blocks.filter((block) => formulasOf(block).length > 0);
  if (computing.length === 0) return;
  const texts = textFields(blocks, knownFields);
  if (texts.size === 0) return;
  for (const block of computing) {
    for (const held of formulasOf(block)) {
      for (const name of numericNames(held.expression)) {
        if (texts.has(name)) report(block, describe, held, name);
      }
    }
  }
});

/** The Fields that only blocks with text values set. */
function textFields(blocks: readonly Block[], knownFields: ReadonlySet<string> | undefined): ReadonlySet<string> {
  const texts = new Set<string>();
  const others = new Set<string>(knownFields);
  for (const block of blocks) {
    const saves = block.kind?.definition.savesText;
    const savesText = typeof saves === 'function' ? saves(readableParams(block)) : saves === true;
    for (const name of fieldsSet(block)) (savesText ? texts : others).add(name);
  }
  return texts.difference(others);
}

function describe(block: Block, held: HeldFormula, name: string): Finding {
  const hint = `Ask for it with ask_number, or convert it: double(${/^[A-Za-z_]\w*$/.test(name) ? name : `fields[${JSON.stringify(name)}]`}).`;
  return describeFormula(block, held, `computes with the Field ${excerpt(name)}, which holds a text`, hint);
}
