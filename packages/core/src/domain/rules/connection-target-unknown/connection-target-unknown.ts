import type { CheckContext } from '../check-context.ts';
import { excerpt } from '../excerpt.ts';
import type { Rule } from '../rule.ts';

/** @spec RU27 */
export const connectionTargetUnknown: Rule<CheckContext> = {
  codes: ['connection_target_unknown'],
  severity: 'error',
  begin: () => ({
    link: (link, report) => {
      if (link.target !== undefined) return;
      report('connection_target_unknown', () => ({
        message: `Connection ${excerpt(link.key)} ends at ${excerpt(link.connection.targetPath)}, which is no block.`,
        at: ['targetPath'],
      }));
    },
  }),
};
