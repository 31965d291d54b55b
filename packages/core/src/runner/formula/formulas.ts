import { type CelEnv, celEnv, isCelError, parse, plan } from '@bufbuild/cel';
import { hashOfText } from '../../domain/conversation/hash-of-text.ts';
import type { Field, Fields } from '../../domain/field/field.ts';
import { isTooDeep } from '../../domain/formula/formula-fault.ts';
import type { EpochMs } from '../../domain/time/epoch-ms.ts';
import { jsonLength } from '../budget/json-costs.ts';
import type { StepBudget } from '../budget/step-budget.ts';
import { createStepCache, type StepCache } from '../budget/step-cache.ts';
import type { FormulaLimits } from '../limits.ts';
import { celBindings, celResult } from './cel-values.ts';
import { comparisons } from './comparisons.ts';
import { createFormulaBudget, type Evaluation, type Pattern } from './evaluation.ts';
import { arithmetic, boundedFunctions } from './functions.ts';
import { meterExpression, meterFunctions } from './metering.ts';
import { numberFunctions } from './number-functions.ts';
import { createPatterns } from './pattern.ts';
import { textFunctions } from './text-functions.ts';
import { createZoneFormat, timeParts, zonePrice } from './time-parts.ts';

/** Evaluates an expression in a step. `undefined` when there is no result. */
type EvaluateFormula = (expression: string, fields: Fields) => Field | undefined;

type Plan = ReturnType<typeof plan>;

/** Tools that a step makes once. */
type StepTools = Pick<Evaluation, 'pattern' | 'zone' | 'random'> & { plan(expression: string): Plan };

/**
 * Makes the evaluator of one runner, which caches parsed expressions for later steps.
 *
 * @returns Makes the evaluator of one step. `place` names the conversation, the step and the block: `random()` depends on
 *   it, and on the number of times that the step called it.
 * @spec RN88, RN94, RN95, RN96, RN125
 */
export function createFormulas(
  limits: FormulaLimits,
  patterns: StepCache<Pattern> = createPatterns(),
): (now: EpochMs, budget: StepBudget, place?: () => string) => EvaluateFormula {
  /** The evaluation under way. Evaluations wait for nothing, so there is never a second one. */
  let current: Evaluation | undefined;
  let env: CelEnv | undefined;
  const plans = createStepCache({ maxEntries: 500, priceOf: expressionPrice, make: planOf });
  const zones = createStepCache({ maxEntries: 100, priceOf: () => zonePrice, make: createZoneFormat });
  return forStep;

  function forStep(now: EpochMs, budget: StepBudget, place = () => ''): EvaluateFormula {
    let tools: StepTools | undefined;
    let drawn = 0;
    const random = (): number => {
      drawn += 1;
      return hashOfText(`${place()}/${drawn}`) / 2 ** 53;
    };
    return (expression, fields) => {
      if (expression.length > limits.length) return undefined;
      tools ??= { plan: plans(budget), pattern: patterns(budget), zone: zones(budget), random };
      const { plan: planned } = tools;
      const work = createFormulaBudget(limits.work, budget);
      current = { ...tools, budget: work };
      return quietly(() => {
        const value = planned(expression)(celBindings(fields, now, budget));
        if (isCelError(value)) return undefined;
        const field = celResult(value, createFormulaBudget(limits.resultSize, budget));
        return field === undefined || work.isExceeded() || isTooLarge(field, budget) ? undefined : field;
      });
    };
  }

  function isTooLarge({ value }: Field, budget: StepBudget): boolean {
    jsonLength(value, budget);
    return JSON.stringify(value).length > limits.resultSize;
  }

  function planOf(expression: string): Plan {
    if (isTooDeep(expression)) throw new RangeError('The formula has too many brackets within brackets.');
    return plan(environment(), meterExpression(parse(expression).expr, limits.parts));
  }

  /** Made with the first formula: it takes longer than everything else that a runner is made of. */
  function environment(): CelEnv {
    const funcs = [
      arithmetic,
      comparisons,
      numberFunctions,
      timeParts(evaluation),
      boundedFunctions(evaluation),
      textFunctions(evaluation),
      meterFunctions(evaluation),
    ];
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

/**
 * The cost of reading an expression, in units of work. For runs of white space, and for chains of members, the
 * library's parser and planner take the square of their length.
 *
 * @spec RN121, RN125
 */
function expressionPrice(expression: string): number {
  let price = 1_000 + 120 * expression.length;
  for (const [spaces] of expression.matchAll(/\s{4,}/g)) price += spaces.length ** 2 / 5;
  const dots = expression.split('.').length - 1;
  return price + 0.7 * dots ** 2;
}

/**
 * Calls a function whose errors are made without stack traces: nobody reads them. Making a trace takes longer than
 * anything else in a formula, and a formula can meet an error in each round of a loop.
 *
 * @returns `undefined` when it throws: the parser, and deep values, throw instead of overflowing the stack.
 *
 * @spec RN95
 */
function quietly<T>(call: () => T): T | undefined {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 0;
  try {
    return call();
  } catch {
    return undefined;
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
  }
}
