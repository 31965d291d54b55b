import { customerFields } from '../../field/field.ts';
import type { Block, DiagramIndex } from '../../rules/diagram-index.ts';
import { excerpt, type Finding } from '../../rules/rule.ts';
import { fieldsRead, fieldsSet, forEachText } from '../fields/block-fields.ts';
import { fieldUses } from '../fields/field-uses.ts';
import { lint } from '../lint.ts';

/** @spec LI10, LI11 */
export const unusedField = lint('unused-field', 'warn', (index, { knownFields }, report) => {
  const { namesRead, namesSet } = fieldUses(index);
  const unread = new Set<string>();
  for (const name of namesSet) {
    if (!namesRead.has(name) && !customerFields.has(name) && knownFields?.has(name) !== true) unread.add(name);
  }
  if (unread.size > 0) removeOtherReads(index, unread);
  if (unread.size === 0) return;
  for (const block of index.blocks) {
    if (block.kind?.definition.setsFields === undefined) continue;
    for (const name of fieldsSet(block)) {
      if (unread.delete(name)) report(block, describe, name);
    }
  }
});

/** Removes the Fields that blocks read without `@{name}` in their texts. */
function removeOtherReads({ groups }: DiagramIndex, unread: Set<string>): void {
  for (const { kind, blocks } of groups) {
    if (kind !== undefined && kind.definition.readsFields === undefined) continue;
    for (const block of blocks) {
      if (kind === undefined) removeWords(block, unread);
      else for (const name of fieldsRead(block)) unread.delete(name);
    }
  }
}

/** A block outside the catalog may read any Field whose name occurs in its texts. */
function removeWords({ node }: Block, unread: Set<string>): void {
  forEachText(node.params, (text) => {
    unread.delete(text);
    for (const [word] of text.matchAll(/[\p{L}\p{N}_]+/gu)) unread.delete(word);
  });
}

function describe(block: Block, name: string): Finding {
  const param = Object.entries(block.node.params).find(([, value]) => value === name)?.[0];
  const message = `Block ${excerpt(block.key)} sets the Field ${excerpt(name)}, which no block reads.`;
  return param === undefined ? { message } : { message, param, at: ['params', param] };
}
