import type { EpochMs } from '@botwright/core/diagram';
import { type CelEnv, celEnv, isCelError, parse, plan } from '@bufbuild/cel';
import type { Field, Fields } from '../field/field.ts';
import type { FormulaLimits } from '../limits.ts';
import { jsonLength } from '../work/json-length.ts';
import { createReuse } from '../work/reuse.ts';
import type { Work } from '../work/work.ts';
import { boundedFunctions } from './bounded-functions.ts';
import { createBudget } from './budget.ts';
import { celBindings } from './cel-bindings.ts';
import { celResult } from './cel-result.ts';
import type { Evaluation } from './evaluation.ts';
import { expressionPrice } from './expression-price.ts';
import { meterExpression } from './meter-expression.ts';
import { meterFunctions } from './meter-functions.ts';
import { mixedArithmetic } from './mixed-arithmetic.ts';
import { createPattern, patternPrice } from './pattern.ts';
import { timeParts } from './time-parts.ts';
import { withoutStacks } from './without-stacks.ts';
import { createZoneFormat, zonePrice } from './zone-clock.ts';

/** Evaluates an expression in a step. `undefined` when there is no result. */
export type EvaluateFormula = (expression: string, fields: Fields) => Field | undefined;

/** Evaluates CEL expressions, and keeps what it read of them for the steps to come. */
export interface Formulas {
  forStep(now: EpochMs, work: Work): EvaluateFormula;
}

type Plan = ReturnType<typeof plan>;

/** What is made once in a step. */
type OfStep = Pick<Evaluation, 'pattern' | 'zone'> & { plan(expression: string): Plan };

/**
 * Makes what evaluates the formulas of one runner.
 *
 * @spec RN88, RN94, RN95, RN96, RN125
 */
export function createFormulas(limits: FormulaLimits): Formulas {
  /** The evaluation that goes on: none waits for anything, so there is never a second one. */
  let current: Evaluation | undefined;
  let env: CelEnv | undefined;
  const plans = createReuse({ most: 500, priceOf: expressionPrice, make: planOf });
  const patterns = createReuse({ most: 200, priceOf: patternPrice, make: createPattern });
  const zones = createReuse({ most: 100, priceOf: () => zonePrice, make: createZoneFormat });
  return { forStep };

  function forStep(now: EpochMs, work: Work): EvaluateFormula {
    let ofStep: OfStep | undefined;
    return (expression, fields) => {
      if (expression.length > limits.length) return undefined;
      ofStep ??= { plan: plans.forStep(work), pattern: patterns.forStep(work), zone: zones.forStep(work) };
      const step = ofStep;
      return withoutStacks(() => evaluate(step, expression, fields, now, work));
    };
  }

  function evaluate(step: OfStep, expression: string, fields: Fields, now: EpochMs, work: Work): Field | undefined {
    const budget = createBudget(limits.work, work);
    current = { ...step, budget };
    try {
      const value = step.plan(expression)(celBindings(fields, now, work));
      if (isCelError(value)) return undefined;
      const field = celResult(value, createBudget(limits.resultSize, work));
      return field === undefined || budget.isSpent() || isTooLarge(field, work) ? undefined : field;
    } catch {
      // The parser and deep values throw where they would overflow the stack: that is one more way to have no result.
      return undefined;
    }
  }

  function isTooLarge({ value }: Field, work: Work): boolean {
    jsonLength(value, work);
    return JSON.stringify(value).length > limits.resultSize;
  }

  function planOf(expression: string): Plan {
    return plan(environment(), meterExpression(parse(expression).expr, limits.parts));
  }

  /** Made with the first formula: it takes longer than all else that a runner is made of. */
  function environment(): CelEnv {
    const funcs = [mixedArithmetic, timeParts(evaluation), boundedFunctions(evaluation), meterFunctions(evaluation)];
    env ??= celEnv({
      funcs: funcs.flat(),
      re2: { compile: (pattern) => evaluation().pattern(pattern).within(evaluation) },
    });
    return env;
  }

  function evaluation(): Evaluation {
    if (current === undefined) throw new TypeError('No formula is evaluated.');
    return current;
  }
}
