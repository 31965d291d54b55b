import { writeAnsweredFields } from '../behaviour/answered-fields.ts';
import type { BlockBehaviour } from '../behaviour/block-behaviour.ts';
import { leave, waitForResult } from '../behaviour/move.ts';
import { textParam } from '../behaviour/param.ts';

/** The code goes to the host as it is: here it is never read as code. @spec RN102 */
export const code: BlockBehaviour = {
  block: 'code',
  enter: ({ params }) => waitForResult({ kind: 'code', source: textParam(params, 'source') }),
  resolve: (visit, outcome) => {
    if (!outcome.ok) return leave('$failed');
    return leave('$success', { writes: writeAnsweredFields(visit, outcome.value) });
  },
};
