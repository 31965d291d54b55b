import { describeParam, paramOf } from '../../rules/block-facts.ts';
import type { Block, DiagramIndex } from '../../rules/diagram-index.ts';
import { excerpt } from '../../rules/rule.ts';
import { fieldsSet, forEachText } from '../fields/block-fields.ts';
import { lint } from '../lint.ts';

/** @spec EM21 */
export const emailToVisitor = lint('email-to-visitor', 'off', (index, _facts, report) => {
  let answers: ReadonlySet<string> | undefined;
  for (const { kind, blocks } of index.groups) {
    for (const param of kind?.definition.recipients ?? []) {
      for (const block of blocks) {
        answers ??= answeredFields(index);
        const name = typedName(block, param, answers);
        if (name !== undefined) {
          report(block, describeParam, param, `has the Field ${excerpt(name)}, which a visitor fills`);
        }
      }
    }
  }
});

/** The Fields that blocks fill with answers of visitors. */
function answeredFields({ groups }: DiagramIndex): ReadonlySet<string> {
  const names = new Set<string>();
  for (const { kind, blocks } of groups) {
    if (kind?.definition.waits !== true) continue;
    for (const block of blocks) for (const name of fieldsSet(block)) names.add(name);
  }
  return names;
}

function typedName(block: Block, param: string, answers: ReadonlySet<string>): string | undefined {
  let found: string | undefined;
  forEachText(paramOf(block, param) ?? '', (text) => {
    for (const [, name = ''] of text.matchAll(/@\{([^{}]*)\}/g)) if (answers.has(name)) found ??= name;
  });
  return found;
}
