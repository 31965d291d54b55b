import type { SavedField } from '../../blocks/saved-field.ts';
import { isRecordKey } from '../../field/field-name.ts';
import type { CheckContext } from '../check-context.ts';
import type { Block } from '../diagram-index.ts';
import { excerpt } from '../excerpt.ts';
import { readableParams } from '../readable-params.ts';
import type { Finding, Rule } from '../rule.ts';

/** What is saved under these is what the customer is called and reached by, and texts read it. */
const saveable: ReadonlySet<string> = new Set(['name', 'email', 'phone']);

/** @spec RU57 */
export const fieldNameReserved: Rule<CheckContext> = {
  codes: ['field_name_reserved'],
  severity: 'error',
  judge: ({ blocks }, _facts, report) => {
    for (const block of blocks) {
      const savesFields = block.kind?.definition.savesFields;
      if (savesFields === undefined) continue;
      for (const saved of savesFields(readableParams(block))) {
        if (!isRecordKey(saved.name) || saveable.has(saved.name)) continue;
        report({ code: 'field_name_reserved', on: block, describe, subject: { block, saved } });
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
