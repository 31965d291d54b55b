import type { Link } from '../diagram-index.ts';
import { excerpt, type Finding, rule } from '../rule.ts';

/** @spec RU26 */
export const connectionSourceUnknown = rule(
  'connection_source_unknown',
  'error',
  'entries',
  ({ links }, _facts, report) => {
    for (const link of links) {
      if (link.source === undefined) report(link, describe);
    }
  },
);

function describe({ key, connection }: Link): Finding {
  return {
    message: `Connection ${excerpt(key)} leaves ${excerpt(connection.sourcePath)}, which is not a block.`,
    at: ['sourcePath'],
  };
}
