import type { BlockBehaviour } from '../../runner/behaviour/block-behaviour.ts';
import { writeAnsweredFields } from '../../runner/behaviour/field-writes.ts';
import { lateReferencesIn } from '../../runner/behaviour/late-references.ts';
import { textParam } from '../../runner/behaviour/params.ts';
import { leave, waitForResult } from '../../runner/behaviour/transition.ts';

/** The code goes to the host unchanged; the runner never runs it. @spec RN102 */
export const code: BlockBehaviour = {
  block: 'code',
  enter: ({ params }) => {
    const names = lateReferencesIn(params);
    const late = names.length > 0 && { late: Object.fromEntries(names.map((name) => [name, ''])) };
    return waitForResult({ kind: 'code', source: textParam(params, 'source'), ...late });
  },
  resolve: (context, outcome) => {
    if (!outcome.ok) return leave('$failed');
    return leave('$success', { writes: writeAnsweredFields(context, outcome.value) });
  },
};
