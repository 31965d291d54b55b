import type { SavedField } from '../../blocks/block-definition.ts';
import { isRecordKey } from '../../field/field.ts';
import { readableParams } from '../block-facts.ts';
import type { Block } from '../diagram-index.ts';
import { type CheckContext, excerpt, type Finding, type Rule } from '../rule.ts';

/** A value saved under these keys changes the name, email or phone of the customer, and texts can read it. */
const saveable: ReadonlySet<string> = new Set(['name', 'email', 'phone']);

/** @spec RU57 */
export const fieldNameReserved: Rule<CheckContext> = {
  codes: ['field_name_reserved'],
  severity: 'error',
  looksAt: 'entries',
  check: ({ groups }, _facts, report) => {
    for (const { kind, blocks } of groups) {
      const savesFields = kind?.definition.savesFields;
      if (savesFields === undefined) continue;
      for (const block of blocks) {
        for (const saved of savesFields(readableParams(block))) {
          if (!isRecordKey(saved.name) || saveable.has(saved.name)) continue;
          report({ code: 'field_name_reserved', on: block, describe, subject: { block, saved } });
        }
      }
    }
  },
};

function describe({ block, saved }: { readonly block: Block; readonly saved: SavedField }): Finding {
  const { name, param, at = [] } = saved;
  const name_ = excerpt(name);
  return {
    message: `Block ${excerpt(block.key)}: "${param}" should name a Field, but ${name_} is a key of the customer itself.`,
    param,
    at: ['params', param, ...at],
    hint: 'Choose another name: no text could read what is saved under this one.',
  };
}
