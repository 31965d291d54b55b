import { isJsonList, isJsonObject } from '../../json/json-value.ts';
import { describeParam, paramOf } from '../../rules/block-facts.ts';
import { lint } from '../lint.ts';

/** @spec CX13 */
export const mayBeEmpty = lint('may-be-empty', 'warn', ({ groups }, _facts, report) => {
  for (const { kind, blocks } of groups) {
    const offers = kind?.definition.offers;
    if (offers === undefined) continue;
    for (const block of blocks) {
      if (block.shape !== undefined && block.shape.find(offers.param) === undefined) {
        report(block, describeParam, 'list', 'may have no entry to offer, which ends the conversation with an error');
        continue;
      }
      const entries = paramOf(block, offers.param);
      if (!isJsonList(entries) || entries.length === 0) continue;
      if (entries.every((entry) => isJsonObject(entry) && Object.hasOwn(entry, 'show'))) {
        report(block, describeParam, offers.param, 'has "show" on every entry, so there may be nothing to offer');
      }
    }
  }
});
