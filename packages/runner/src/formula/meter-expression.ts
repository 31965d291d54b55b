import type { parse } from '@bufbuild/cel';

type Expression = ReturnType<typeof parse>['expr'];

/** Functions that a metered expression calls. No author can write them: in CEL no name begins with `@`. */
export const meters = {
  /** What a function is about to read. */
  operand: '@operand',
  /** What is about to be read as a number, a moment or a duration. */
  read: '@read',
  /** What a loop is about to go through, and the parts of its body. */
  range: '@range',
  /** What a sum came to. */
  sum: '@sum',
} as const;

/** Functions that read a text as something else. */
const readers: ReadonlySet<string> = new Set(['int', 'uint', 'duration', 'timestamp']);

/** Operators that only choose between values: their work does not grow with them. */
const freeOperators: ReadonlySet<string> = new Set(['_&&_', '_||_', '_?_:_', '_[_]', '@not_strictly_false']);

/**
 * Puts a meter into every place of a parsed expression where work can grow with the values: the operands of
 * functions, the ranges of loops, the sums. Takes the expression over: it is changed in place.
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
    if (value.target !== undefined) value.target = meter(value.target);
    if (freeOperators.has(value.function)) return expression;
    if (value.function === '_+_') return call(meters.sum, expression);

    const read = readers.has(value.function) ? meters.read : meters.operand;
    value.args = value.args.map((operand) => call(read, operand));
    if (value.target !== undefined) value.target = call(meters.operand, value.target);
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
