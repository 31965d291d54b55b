import { describeParam, paramOf } from '../../rules/block-facts.ts';
import type { Block } from '../../rules/diagram-index.ts';
import { excerpt, type Finding } from '../../rules/rule.ts';
import { fieldInTexts, fieldsFilledBy } from '../fields/answered-fields.ts';
import { lint } from '../lint.ts';

/** @spec LM23 */
export const instructionsWithVisitorText = lint('instructions-with-visitor-text', 'warn', (index, _facts, report) => {
  let answers: ReadonlySet<string> | undefined;
  for (const { kind, blocks } of index.groups) {
    for (const param of kind?.definition.instructs ?? []) {
      answers ??= fieldsFilledBy(index, ({ isQuiet }) => isQuiet !== undefined);
      for (const block of blocks) {
        const name = fieldInTexts(paramOf(block, param), answers);
        if (name !== undefined) report(block, describe, param, name);
      }
    }
  }
});

function describe(block: Block, param: string, name: string): Finding {
  const hint = 'Insert it into the input: the model reads it as the words of the visitor there.';
  return describeParam(block, param, `has the Field ${excerpt(name)}, which a question fills`, hint);
}
