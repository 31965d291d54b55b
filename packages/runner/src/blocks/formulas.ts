import type { BlockBehaviour } from '../behaviour/block-behaviour.ts';
import { leave } from '../behaviour/move.ts';
import { textParam } from '../behaviour/param.ts';
import { writeDestination } from '../behaviour/write-field.ts';

/** @spec RN87, RN88 */
export const formulas: BlockBehaviour = {
  block: 'formulas',
  enter: (visit) => {
    const field = visit.formula(textParam(visit.params, 'expression'));
    return field === undefined ? leave('$failed') : leave('$success', { writes: writeDestination(visit, field) });
  },
};
