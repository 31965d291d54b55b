import { childrenOf, type Expression, parseFormula } from './formula-fault.ts';
import { isMathFunction } from './math-functions.ts';

/** They fail if one side is a text. */
const arithmetic = new Set(['_-_', '_*_', '_/_', '_%_', '-_']);
/** They take two texts or two numbers. */
const ofEither = new Set(['_+_', '_<_', '_<=_', '_>_', '_>=_']);
const numbers = new Set(['int', 'uint', 'double', 'size', 'indexOf', 'random']);

/**
 * Finds the Fields that a formula uses as numbers: in arithmetic, or compared with or added to a number.
 *
 * @returns Empty if the formula cannot be compiled.
 * @spec LI23
 */
export function numericNames(expression: string): ReadonlySet<string> {
  const names = new Set<string>();
  const open: (Expression | undefined)[] = [parseFormula(expression)];
  while (open.length > 0) {
    const next = open.pop();
    if (next === undefined) continue;
    const { exprKind } = next;
    open.push(...childrenOf(exprKind));
    if (exprKind.case !== 'callExpr') continue;
    const { function: name, args } = exprKind.value;
    if (arithmetic.has(name) || isMathFunction(exprKind.value) || (ofEither.has(name) && args.some(isNumber))) {
      for (const arg of args) {
        const field = fieldName(arg);
        if (field !== undefined) names.add(field);
      }
    }
  }
  return names;
}

function isNumber({ exprKind }: Expression): boolean {
  if (exprKind.case === 'constExpr') {
    return ['int64Value', 'uint64Value', 'doubleValue'].includes(exprKind.value.constantKind.case ?? '');
  }
  if (exprKind.case !== 'callExpr') return false;
  return (
    arithmetic.has(exprKind.value.function) || numbers.has(exprKind.value.function) || isMathFunction(exprKind.value)
  );
}

/** The Field of an expression: `age`, `fields.age` or `fields["age"]`. */
function fieldName({ exprKind }: Expression): string | undefined {
  if (exprKind.case === 'identExpr') return exprKind.value.name;
  if (exprKind.case === 'selectExpr') return isFieldMap(exprKind.value.operand) ? exprKind.value.field : undefined;
  if (exprKind.case !== 'callExpr' || exprKind.value.function !== '_[_]') return undefined;
  const [map, key] = exprKind.value.args;
  if (!isFieldMap(map) || key?.exprKind.case !== 'constExpr') return undefined;
  const { constantKind } = key.exprKind.value;
  return constantKind.case === 'stringValue' ? constantKind.value : undefined;
}

function isFieldMap(expression: Expression | undefined): boolean {
  return expression?.exprKind.case === 'identExpr' && expression.exprKind.value.name === 'fields';
}
