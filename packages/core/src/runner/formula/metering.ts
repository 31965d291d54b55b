import { type CelFunc, CelScalar, type CelValue, celFunc, isCelList, isCelMap, type parse } from '@bufbuild/cel';
import { isMathFunction } from '../../domain/formula/math-functions.ts';
import type { CurrentEvaluation, FormulaBudget } from './evaluation.ts';

type Expression = ReturnType<typeof parse>['expr'];

/** Functions that a metered expression calls. No author can write them: in CEL no name begins with `@`. */
const meters = {
  /** Around an operand that a function is about to read. */
  operand: '@operand',
  /** Around an operand that is about to be read as a number, a moment or a duration. */
  read: '@read',
  /** Around the range of a loop; its second argument is the number of parts in the body of the loop. */
  range: '@range',
  /** Around a sum. */
  sum: '@sum',
} as const;

/** Functions that read a text as another type. */
const readers: ReadonlySet<string> = new Set(['int', 'uint', 'duration', 'timestamp']);

/** Operators that only choose between values: their work does not grow with the values. */
const freeOperators: ReadonlySet<string> = new Set(['_&&_', '_||_', '_?_:_', '_[_]', '@not_strictly_false']);

/**
 * Puts a meter into every place of a parsed expression where work can grow with the values: the operands of
 * functions, the ranges of loops, the sums. Changes the expression in place.
 *
 * @throws {RangeError} when the expression has more than `maxParts` parts, or makes a message of a type.
 * @spec RN94, RN95, RN97
 */
export function meterExpression(root: Expression, maxParts: number): Expression {
  let parts = 0;
  return meter(root);

  function meter(expression: Expression): Expression {
    parts += 1;
    if (parts > maxParts) throw new RangeError('The formula has too many parts.');
    const { exprKind } = expression;
    if (exprKind.case === 'callExpr') return meterCall(expression, exprKind.value);
    if (exprKind.case === 'comprehensionExpr') {
      const loop = exprKind.value;
      const before = parts;
      for (const member of ['accuInit', 'loopCondition', 'loopStep', 'result'] as const) {
        if (loop[member] !== undefined) loop[member] = meter(loop[member]);
      }
      if (loop.iterRange !== undefined) {
        const body = constant(loop.iterRange, parts - before);
        loop.iterRange = call(meters.range, meter(loop.iterRange), body);
      }
    } else if (exprKind.case === 'selectExpr') {
      if (exprKind.value.operand !== undefined) exprKind.value.operand = meter(exprKind.value.operand);
    } else if (exprKind.case === 'listExpr') {
      exprKind.value.elements = exprKind.value.elements.map(meter);
    } else if (exprKind.case === 'structExpr') {
      if (exprKind.value.messageName !== '') throw new RangeError('A formula makes no messages.');
      for (const entry of exprKind.value.entries) {
        if (entry.keyKind.case === 'mapKey') entry.keyKind.value = meter(entry.keyKind.value);
        if (entry.value !== undefined) entry.value = meter(entry.value);
      }
    }
    return expression;
  }

  function meterCall(expression: Expression, value: CallOf<Expression>): Expression {
    value.args = value.args.map(meter);
    const isMath = isMathFunction(value);
    if (value.target !== undefined && !isMath) value.target = meter(value.target);
    if (freeOperators.has(value.function)) return expression;
    if (value.function === '_+_') return call(meters.sum, expression);

    const read = readers.has(value.function) ? meters.read : meters.operand;
    value.args = value.args.map((operand) => call(read, operand));
    if (value.target !== undefined && !isMath) value.target = call(meters.operand, value.target);
    return expression;
  }
}

type CallOf<T extends Expression> = Extract<T['exprKind'], { case: 'callExpr' }>['value'];

function call(name: string, ...args: [Expression, ...Expression[]]): Expression {
  const [operand] = args;
  return {
    $typeName: operand.$typeName,
    id: operand.id,
    exprKind: { case: 'callExpr', value: { $typeName: 'cel.expr.Expr.Call', function: name, args } },
  };
}

function constant({ $typeName, id }: Expression, value: number): Expression {
  const constantKind = { case: 'int64Value', value: BigInt(value) } as const;
  return { $typeName, id, exprKind: { case: 'constExpr', value: { $typeName: 'cel.expr.Constant', constantKind } } };
}

/** Characters of a text that cost one unit. */
export const charactersPerUnit = 16;

/** UTF-16 units of a text that is read as a number, a moment or a duration: reading takes the square of the length. */
const maxReadText = 100;

/** UTF-16 units of a text that a formula makes, or bytes of a sum. */
export const maxSumLength = 65_536;

/** Parts of a loop's body that cost one unit. */
const partsPerUnit = 4;

/**
 * The functions that a metered expression calls: each pays for reading its operand, and returns it.
 *
 * @spec RN95
 */
export function meterFunctions(evaluation: CurrentEvaluation): CelFunc[] {
  const { DYN, INT } = CelScalar;
  const spend = (units: number): void => evaluation().budget.spend(units);
  return [
    celFunc(meters.operand, [DYN], DYN, (value) => {
      spendOn(value, evaluation().budget);
      return value;
    }),
    celFunc(meters.read, [DYN], DYN, (value) => {
      spend(1);
      if (typeof value === 'string' && value.length > maxReadText)
        throw new RangeError('The text is too long for such a value.');
      return value;
    }),
    celFunc(meters.range, [DYN, INT], DYN, (value, parts) => {
      const times = isCelList(value) || isCelMap(value) ? 1 + value.size : 1;
      spend(times * (1 + Number(parts) / partsPerUnit));
      return value;
    }),
    celFunc(meters.sum, [DYN], DYN, (value) => {
      const length = typeof value === 'string' || value instanceof Uint8Array ? value.length : 0;
      // Joining texts copies nothing, joining bytes copies them.
      spend(typeof value === 'string' ? 2 : 2 + length / charactersPerUnit);
      if (length > maxSumLength) throw new RangeError('A sum in the formula is too large.');
      return value;
    }),
  ];
}

/** Pays part by part, so that a value which contains the same part many times ends at the bound. */
function spendOn(value: CelValue, budget: FormulaBudget): void {
  budget.spend(typeof value === 'string' || value instanceof Uint8Array ? 1 + value.length / charactersPerUnit : 1);
  if (isCelList(value)) {
    for (const entry of value) spendOn(entry, budget);
  } else if (isCelMap(value)) {
    for (const [key, entry] of value) {
      spendOn(key, budget);
      spendOn(entry, budget);
    }
  }
}
