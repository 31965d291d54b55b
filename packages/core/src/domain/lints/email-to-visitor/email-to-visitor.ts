import { describeParam, paramOf } from '../../rules/block-facts.ts';
import { excerpt } from '../../rules/rule.ts';
import { answeredFields, fieldInTexts } from '../fields/answered-fields.ts';
import { lint } from '../lint.ts';

/** @spec EM21 */
export const emailToVisitor = lint('email-to-visitor', 'off', (index, _facts, report) => {
  let answers: ReadonlySet<string> | undefined;
  for (const { kind, blocks } of index.groups) {
    for (const param of kind?.definition.recipients ?? []) {
      for (const block of blocks) {
        answers ??= answeredFields(index);
        const name = fieldInTexts(paramOf(block, param), answers);
        if (name !== undefined) {
          report(block, describeParam, param, `has the Field ${excerpt(name)}, which a visitor fills`);
        }
      }
    }
  }
});
