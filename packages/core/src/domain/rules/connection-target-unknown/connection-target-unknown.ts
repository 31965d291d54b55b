import type { Link } from '../diagram-index.ts';
import { excerpt, type Finding, rule } from '../rule.ts';

/** @spec RU27 */
export const connectionTargetUnknown = rule(
  'connection_target_unknown',
  'error',
  'entries',
  ({ links }, _facts, report) => {
    for (const link of links) {
      if (link.target === undefined) report(link, describe);
    }
  },
);

function describe({ key, connection }: Link): Finding {
  return {
    message: `Connection ${excerpt(key)} ends at ${excerpt(connection.targetPath)}, which is not a block.`,
    at: ['targetPath'],
  };
}
