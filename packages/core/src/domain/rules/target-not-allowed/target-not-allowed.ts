import type { Link } from '../diagram-index.ts';
import { type CheckContext, excerpt, type Finding, type Rule } from '../rule.ts';

/** @spec RU30 */
export const targetNotAllowed: Rule<CheckContext> = {
  codes: ['target_not_allowed'],
  severity: 'error',
  looksAt: 'entries',
  check: ({ links }, _facts, report) => {
    for (const link of links) {
      if (link.target?.node?.['isTarget'] === false)
        report({ code: 'target_not_allowed', on: link, describe, subject: link });
    }
  },
};

function describe({ key, connection }: Link): Finding {
  return {
    message: `Connection ${excerpt(key)} ends at block ${excerpt(connection.targetPath)}, where none may end.`,
    at: ['targetPath'],
  };
}
