import type { SavedField } from '../../blocks/block-definition.ts';
import { isLateReference } from '../../conversation/effects.ts';
import { isRecordKey } from '../../field/field.ts';
import { readableParams } from '../block-facts.ts';
import type { Block } from '../diagram-index.ts';
import { excerpt, type Finding, rule } from '../rule.ts';

/** A value saved under these keys changes the name, email or phone of the customer, and texts can read it. */
const saveable: ReadonlySet<string> = new Set(['name', 'email', 'phone']);

/** Whether no bot may save a value under this name: it is a key of the customer, or a text of the conversation. */
export function isReservedFieldName(name: string): boolean {
  return (isRecordKey(name) && !saveable.has(name)) || isLateReference(name);
}

/** @spec RU57, LM25 */
export const fieldNameReserved = rule('field_name_reserved', 'error', 'entries', ({ groups }, _facts, report) => {
  for (const { kind, blocks } of groups) {
    const savesFields = kind?.definition.savesFields;
    if (savesFields === undefined) continue;
    for (const block of blocks) {
      for (const saved of savesFields(readableParams(block))) {
        if (!isReservedFieldName(saved.name)) continue;
        report(block, describe, saved);
      }
    }
  }
});

function describe(block: Block, saved: SavedField): Finding {
  const { name, param, at = [] } = saved;
  const what = isLateReference(name) ? 'a text of the conversation' : 'a key of the customer itself';
  return {
    message: `Block ${excerpt(block.key)}: "${param}" should name a Field, but ${excerpt(name)} is ${what}.`,
    param,
    at: ['params', param, ...at],
    hint: 'Choose another name: no text could read what is saved under this one.',
  };
}
