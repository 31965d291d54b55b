import type { Link } from '../diagram-index.ts';
import { type CheckContext, excerpt, type Finding, type Rule } from '../rule.ts';

/** @spec RU26 */
export const connectionSourceUnknown: Rule<CheckContext> = {
  codes: ['connection_source_unknown'],
  severity: 'error',
  looksAt: 'entries',
  check: ({ links }, _facts, report) => {
    for (const link of links) {
      if (link.source === undefined) report({ code: 'connection_source_unknown', on: link, describe, subject: link });
    }
  },
};

function describe({ key, connection }: Link): Finding {
  return {
    message: `Connection ${excerpt(key)} leaves ${excerpt(connection.sourcePath)}, which is not a block.`,
    at: ['sourcePath'],
  };
}
