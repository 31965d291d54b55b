import { findExit } from '../../blocks/question-exits.ts';
import { describeParam, readableParams } from '../../rules/block-facts.ts';
import { mayOfferNothing } from '../empty-offers.ts';
import { lint } from '../lint.ts';

/** @spec CX13, EX20 */
export const mayBeEmpty = lint('may-be-empty', 'warn', ({ groups }, _facts, report) => {
  for (const { kind, blocks } of groups) {
    const offers = kind?.definition.offers;
    if (offers === undefined) continue;
    for (const block of blocks) {
      const empty = mayOfferNothing(block);
      if (empty === undefined || empty === 'never' || findExit(readableParams(block), 'none') !== undefined) continue;
      if (empty === 'list') {
        report(block, describeParam, 'list', 'may have no entry to offer, which ends the conversation with an error');
      } else {
        report(block, describeParam, offers.param, 'has "show" on every entry, so there may be nothing to offer');
      }
    }
  }
});
