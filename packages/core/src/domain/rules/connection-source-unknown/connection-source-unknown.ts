import type { CheckContext } from '../check-context.ts';
import { excerpt } from '../excerpt.ts';
import type { Rule } from '../rule.ts';

/** @spec RU26 */
export const connectionSourceUnknown: Rule<CheckContext> = {
  codes: ['connection_source_unknown'],
  severity: 'error',
  begin: () => ({
    link: (link, report) => {
      if (link.source !== undefined) return;
      report('connection_source_unknown', () => ({
        message: `Connection ${excerpt(link.key)} leaves ${excerpt(link.connection.sourcePath)}, which is no block.`,
        at: ['sourcePath'],
      }));
    },
  }),
};
