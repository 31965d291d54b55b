import type { CheckContext } from '../check-context.ts';
import { excerpt } from '../excerpt.ts';
import type { Rule } from '../rule.ts';

/** @spec RU30 */
export const targetNotAllowed: Rule<CheckContext> = {
  codes: ['target_not_allowed'],
  severity: 'error',
  begin: () => ({
    link: (link, report) => {
      if (link.target?.node?.['isTarget'] !== false) return;
      report('target_not_allowed', () => ({
        message: `Connection ${excerpt(link.key)} ends at block ${excerpt(link.connection.targetPath)}, where none may end.`,
        at: ['targetPath'],
      }));
    },
  }),
};
