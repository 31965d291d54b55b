import type { BlockBehaviour } from '../../runner/behaviour/block-behaviour.ts';
import { writeDestination } from '../../runner/behaviour/field-writes.ts';
import { textParam } from '../../runner/behaviour/params.ts';
import { leave } from '../../runner/behaviour/transition.ts';

/** @spec RN87, RN88 */
export const formulas: BlockBehaviour = {
  block: 'formulas',
  enter: (context) => {
    const field = context.formula(textParam(context.params, 'expression'));
    return field === undefined ? leave('$failed') : leave('$success', { writes: writeDestination(context, field) });
  },
};
