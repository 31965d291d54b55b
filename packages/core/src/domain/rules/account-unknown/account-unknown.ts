import type { CheckContext } from '../check-context.ts';
import { excerpt } from '../excerpt.ts';
import { isBlank } from '../params/param-tests.ts';
import { forEachReference, placeOf } from '../references.ts';
import type { Rule } from '../rule.ts';

/** @spec RU48, RU49 */
export const accountUnknown: Rule<CheckContext> = {
  codes: ['account_unknown'],
  severity: 'warning',
  begin: (_index, { connectedAccounts }) =>
    connectedAccounts && {
      block: (block, report) =>
        forEachReference(block, 'account', ({ param, kind }, id) => {
          if (typeof id !== 'string' || isBlank(id) || connectedAccounts.has(`${kind}:${id}`)) return;
          report('account_unknown', () => ({
            message: `Block ${excerpt(block.key)}: "${param}" names ${excerpt(id)}, which is no connected ${kind} account.`,
            param,
            at: placeOf(block, param),
          }));
        }),
    },
};
