import { addressesIn, readMailAddress } from '../../email-address.ts';
import { describeParam, paramOf } from '../../rules/block-facts.ts';
import { excerpt } from '../../rules/rule.ts';
import { forEachText } from '../fields/block-fields.ts';
import { lint } from '../lint.ts';

/** @spec EM20 */
export const emailAddressMalformed = lint('email-address-malformed', 'warn', ({ groups }, _facts, report) => {
  for (const { kind, blocks } of groups) {
    for (const param of kind?.definition.emails ?? []) {
      for (const block of blocks) {
        const wrong = wrongAddress(paramOf(block, param));
        if (wrong !== undefined)
          report(block, describeParam, param, `has ${excerpt(wrong)}, which is no email address`);
      }
    }
  }
});

/** The first address that is none. One with a Field is unknown until the block runs. */
function wrongAddress(value: ReturnType<typeof paramOf>): string | undefined {
  let wrong: string | undefined;
  forEachText(value ?? '', (text) => {
    wrong ??= addressesIn(text).find((part) => !part.includes('@{') && readMailAddress(part) === undefined);
  });
  return wrong;
}
