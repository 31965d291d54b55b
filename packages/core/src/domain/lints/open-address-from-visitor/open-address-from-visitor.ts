import { fieldsInHost } from '../../field-in-host.ts';
import { describeParam, paramOf } from '../../rules/block-facts.ts';
import type { Block } from '../../rules/diagram-index.ts';
import { excerpt, type Finding } from '../../rules/rule.ts';
import { answeredFields } from '../fields/answered-fields.ts';
import { lint } from '../lint.ts';

/** @spec LG27 */
export const openAddressFromVisitor = lint('open-address-from-visitor', 'warn', (index, _facts, report) => {
  const { groups } = index;
  if (groups.every(({ kind }) => kind?.definition.opens === undefined)) return;
  const answers = answeredFields(index);
  for (const { kind, blocks } of groups) {
    for (const param of kind?.definition.opens ?? []) {
      for (const block of blocks) {
        const address = paramOf(block, param);
        const name = typeof address === 'string' ? fieldsInHost(address).find((each) => answers.has(each)) : undefined;
        if (name !== undefined) report(block, describe, param, name);
      }
    }
  }
});

function describe(block: Block, param: string, name: string): Finding {
  const hint = 'Write the host into the address, and put Fields behind it only.';
  return describeParam(
    block,
    param,
    `leads to the site in the Field ${excerpt(name)}, which the visitor answers`,
    hint,
  );
}
