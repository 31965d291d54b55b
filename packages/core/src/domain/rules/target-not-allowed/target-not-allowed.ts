import { isTarget } from '../block-facts.ts';
import type { Link } from '../diagram-index.ts';
import { excerpt, type Finding, rule } from '../rule.ts';

/** @spec RU30, KW2 */
export const targetNotAllowed = rule('target_not_allowed', 'error', 'entries', ({ links }, _facts, report) => {
  for (const link of links) {
    if (link.target !== undefined && !isTarget(link.target)) report(link, describe);
  }
});

function describe({ key, connection }: Link): Finding {
  return {
    message: `Connection ${excerpt(key)} ends at block ${excerpt(connection.targetPath)}, where none may end.`,
    at: ['targetPath'],
  };
}
