import { startPointId } from '../../diagram/diagram.ts';
import type { NodeEntry } from '../diagram-index.ts';
import { excerpt, type Finding, rule } from '../rule.ts';

/** @spec RU16 */
export const startPoint = rule('start_point', 'error', 'entries', ({ findNode }, _facts, report) => {
  const start = findNode(startPointId);
  if (start === undefined) report(undefined, missing);
  else if (start.node !== undefined && start.node.template !== startPointId) {
    report(start, wrongTemplate);
  }
});

function missing(): Finding {
  return {
    message: 'The diagram has no start point.',
    at: ['nodes'],
    hint: 'Add a node with the id "hidden" and the template "hidden".',
  };
}

function wrongTemplate({ node }: NodeEntry): Finding {
  return {
    message: `The start point "hidden" should have the template "hidden", not ${excerpt(node?.template)}.`,
    at: ['template'],
    hint: 'Set its template to "hidden".',
  };
}
