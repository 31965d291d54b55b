import { startPointId } from '../../diagram/start-diagram.ts';
import type { CheckContext } from '../check-context.ts';
import { excerpt } from '../excerpt.ts';
import type { Rule } from '../rule.ts';

/** @spec RU16 */
export const startPoint: Rule<CheckContext> = {
  codes: ['start_point'],
  severity: 'error',
  begin: (index) => {
    const start = index.findNode(startPointId);
    if (start === undefined) {
      return {
        diagram: (report) =>
          report('start_point', () => ({
            message: 'The diagram has no start point.',
            at: ['nodes'],
            hint: 'Add a node with the id "hidden" and the template "hidden".',
          })),
      };
    }
    const template = start.node?.template ?? startPointId;
    if (template === startPointId) return undefined;
    return {
      block: (block, report) => {
        if (block !== start) return;
        report('start_point', () => ({
          message: `The start point "hidden" should have the template "hidden", not ${excerpt(template)}.`,
          at: ['template'],
          hint: 'Set its template to "hidden".',
        }));
      },
    };
  },
};
