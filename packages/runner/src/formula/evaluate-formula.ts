import type { EpochMs } from '@botwright/core/diagram';
import { type CelEnv, celEnv, isCelError, parse, plan } from '@bufbuild/cel';
import type { Field, Fields } from '../field/field.ts';
import type { FormulaLimits } from '../limits.ts';
import { createBudget } from './budget.ts';
import { celBindings } from './cel-bindings.ts';
import { celResult } from './cel-result.ts';
import { meterExpression } from './meter-expression.ts';
import { meterFunctions } from './meter-functions.ts';
import { mixedArithmetic } from './mixed-arithmetic.ts';
import { timeParts } from './time-parts.ts';

/**
 * Evaluates a CEL expression over the Fields.
 *
 * @returns `undefined` when there is no result: the expression cannot be read, goes wrong, or is too large in
 *   itself, in its work or in what it comes to.
 * @spec RN88, RN94, RN95, RN96
 */
export function evaluateFormula(
  expression: string,
  fields: Fields,
  now: EpochMs,
  limits: FormulaLimits,
): Field | undefined {
  if (expression.length > limits.length) return undefined;
  const budget = createBudget(limits.work);
  try {
    const env: CelEnv = celEnv({ funcs: [...mixedArithmetic, ...timeParts, ...meterFunctions(budget)] });
    const evaluate = plan(env, meterExpression(parse(expression).expr, limits.parts));
    const value = evaluate(celBindings(fields, now));
    if (isCelError(value)) return undefined;
    const field = celResult(value, createBudget(limits.resultSize));
    const isTooLarge =
      field === undefined || budget.isSpent() || JSON.stringify(field.value).length > limits.resultSize;
    return isTooLarge ? undefined : field;
  } catch {
    // The parser and deep values throw where they would overflow the stack: that is one more way to have no result.
    return undefined;
  }
}
