import { describeParam } from '../../rules/block-facts.ts';
import type { Block } from '../../rules/diagram-index.ts';
import { excerpt, type Finding } from '../../rules/rule.ts';
import { fieldUses } from '../fields/field-uses.ts';
import { lint } from '../lint.ts';

/** @spec LM24 */
export const lateReference = lint('late-reference', 'warn', (index, _facts, report) => {
  for (const { block, name, param } of fieldUses(index).late) {
    if (block.kind?.definition.takesLateReferences?.includes(param) !== true) report(block, describe, param, name);
  }
});

function describe(block: Block, param: string, name: string): Finding {
  const hint = `Save an answer in a Field, and insert it. ${places}`;
  return describeParam(block, param, `has ${excerpt(`@{${name}}`)}, which is empty there`, hint);
}

const places =
  'It has a text in the input of a language_model, the subject and text of a send_email, the body of a webhook, and in code.';
