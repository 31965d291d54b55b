import type { Link } from '../diagram-index.ts';
import { type CheckContext, excerpt, type Finding, type Rule } from '../rule.ts';

/** @spec RU27 */
export const connectionTargetUnknown: Rule<CheckContext> = {
  codes: ['connection_target_unknown'],
  severity: 'error',
  looksAt: 'entries',
  check: ({ links }, _facts, report) => {
    for (const link of links) {
      if (link.target === undefined) report({ code: 'connection_target_unknown', on: link, describe, subject: link });
    }
  },
};

function describe({ key, connection }: Link): Finding {
  return {
    message: `Connection ${excerpt(key)} ends at ${excerpt(connection.targetPath)}, which is not a block.`,
    at: ['targetPath'],
  };
}
