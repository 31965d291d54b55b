import type { CheckContext } from '../check-context.ts';
import { excerpt } from '../excerpt.ts';
import type { Rule } from '../rule.ts';

/** @spec RU29 */
export const outputConnectedTwice: Rule<CheckContext> = {
  codes: ['output_connected_twice'],
  severity: 'error',
  begin: () => {
    let source: unknown;
    const taken = new Set<string>();
    return {
      link: (link, report) => {
        if (link.source?.shape === undefined) return;
        const { type } = link.connection;
        if (link.source !== source) {
          source = link.source;
          taken.clear();
        }
        if (!taken.has(type)) {
          taken.add(type);
          return;
        }
        report('output_connected_twice', () => ({
          message: `Connection ${excerpt(link.key)} leaves block ${excerpt(link.connection.sourcePath)} by the output ${excerpt(type)}, which is connected already.`,
          output: type,
          at: ['type'],
        }));
      },
    };
  },
};
