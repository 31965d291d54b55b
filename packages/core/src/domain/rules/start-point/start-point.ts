import { type DiagramNode, startPointId } from '../../diagram/diagram.ts';
import { type CheckContext, excerpt, type Finding, type Rule } from '../rule.ts';

/** @spec RU16 */
export const startPoint: Rule<CheckContext> = {
  codes: ['start_point'],
  severity: 'error',
  looksAt: 'entries',
  check: ({ findNode }, _facts, report) => {
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
