import type { DiagramNode } from '../../diagram/diagram.ts';
import { startPointId } from '../../diagram/start-diagram.ts';
import type { CheckContext } from '../check-context.ts';
import { excerpt } from '../excerpt.ts';
import type { Finding, Rule } from '../rule.ts';

/** @spec RU16 */
export const startPoint: Rule<CheckContext> = {
  codes: ['start_point'],
  severity: 'error',
  judge: ({ findNode }, _facts, report) => {
    const start = findNode(startPointId);
    if (start === undefined) report({ code: 'start_point', describe: missing, subject: undefined });
    else if (start.node !== undefined && start.node.template !== startPointId) {
      report({ code: 'start_point', on: start, describe: wrongTemplate, subject: start.node });
    }
  },
};

function missing(): Finding {
  return {
    message: 'The diagram has no start point.',
    at: ['nodes'],
    hint: 'Add a node with the id "hidden" and the template "hidden".',
  };
}

function wrongTemplate(node: DiagramNode): Finding {
  return {
    message: `The start point "hidden" should have the template "hidden", not ${excerpt(node.template)}.`,
    at: ['template'],
    hint: 'Set its template to "hidden".',
  };
}
