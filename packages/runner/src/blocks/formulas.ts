import type { BlockBehaviour } from '../behaviour/block-behaviour.ts';
import { leave } from '../behaviour/move.ts';
import { textParam } from '../behaviour/param.ts';
import { writeDestination } from '../behaviour/write-field.ts';
import { evaluateFormula } from '../formula/evaluate-formula.ts';

/** @spec RN87, RN88 */
export const formulas: BlockBehaviour = {
  block: 'formulas',
  enter: (visit) => {
    const { params, fields, now, limits } = visit;
    const field = evaluateFormula(textParam(params, 'expression'), fields, now, limits.formula);
    const writes = field && writeDestination(visit, field);
    return writes === undefined ? leave('$failed') : leave('$success', { writes });
  },
};
