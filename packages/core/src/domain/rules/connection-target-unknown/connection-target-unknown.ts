import type { CheckContext } from '../check-context.ts';
import type { Link } from '../diagram-index.ts';
import { excerpt } from '../excerpt.ts';
import type { Finding, Rule } from '../rule.ts';

/** @spec RU27 */
export const connectionTargetUnknown: Rule<CheckContext> = {
  codes: ['connection_target_unknown'],
  severity: 'error',
  judge: ({ links }, _facts, report) => {
    for (const link of links) {
      if (link.target === undefined) report({ code: 'connection_target_unknown', on: link, describe, subject: link });
    }
  },
};

function describe({ key, connection }: Link): Finding {
  return {
    message: `Connection ${excerpt(key)} ends at ${excerpt(connection.targetPath)}, which is no block.`,
    at: ['targetPath'],
  };
}
