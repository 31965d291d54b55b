import type { JsonObject, JsonValue } from '@botwright/core/diagram';
import { celField, celNumber, celText, longestFormula } from './cel.ts';

/** An expression of another system, parsed. */
export type Expression =
  | { readonly kind: 'literal'; readonly value: string | number | boolean | null }
  /** A Field, or a member deep inside it. */
  | { readonly kind: 'field'; readonly field: string; readonly path: readonly string[] }
  | { readonly kind: 'list'; readonly entries: readonly Expression[] }
  /** CEL that a function of the source became. */
  | { readonly kind: 'cel'; readonly cel: string; readonly type: CelType }
  | {
      readonly kind: 'compare';
      readonly operator: Comparison;
      readonly left: Expression;
      readonly right: Expression;
    }
  | { readonly kind: 'all' | 'any'; readonly parts: readonly Expression[] }
  | { readonly kind: 'not'; readonly of: Expression };

export type CelType = 'number' | 'text' | 'truth' | 'list' | 'any';
export type Comparison = '=' | '!=' | '<' | '<=' | '>' | '>=' | 'contains' | 'matches' | 'in';

/** A value in CEL. */
export interface CelValue {
  readonly cel: string;
  readonly type: CelType;
}

/** Params of a block `conditions`, or of a case. */
export interface ConditionParams extends JsonObject {
  readonly match: 'all' | 'any';
  readonly conditions: readonly JsonObject[];
}

/** A condition of the source: decided for ever, or conditions. */
export type Decision = boolean | ConditionParams;

/** Code beyond the forms that have a translation. */
export class NoTranslation extends Error {}

/**
 * Makes conditions of an expression: comparisons where they can say it, formulas elsewhere.
 *
 * @throws {NoTranslation} When nothing says the same.
 */
export function decisionOf(expression: Expression): Decision {
  const { kind } = expression;
  if (kind === 'literal') return isTrue(expression.value);
  if (kind !== 'all' && kind !== 'any') return asDecision(conditionsOf(expression));
  const parts = expression.parts.map(partOf);
  const decides = kind === 'any';
  if (parts.includes(decides)) return decides;
  const open = parts.filter((part) => typeof part !== 'boolean');
  if (open.length === 0) return !decides;
  return { match: kind, conditions: open };
}

/** Whether any value of the source counts as true. */
function isTrue(value: JsonValue): boolean {
  return typeof value === 'string'
    ? /^true$/i.test(value)
    : value === true || (typeof value === 'number' && value !== 0);
}

function asDecision(found: boolean | ConditionParams): Decision {
  return found;
}

/** One condition, for a list with others. */
function partOf(expression: Expression): boolean | JsonObject {
  if (expression.kind === 'literal') return isTrue(expression.value);
  const decision = decisionOf(expression);
  if (typeof decision === 'boolean') return decision;
  const [only] = decision.conditions;
  return decision.conditions.length === 1 && only !== undefined ? only : { formula: formulaOf(expression) };
}

function formulaOf(expression: Expression): string {
  const cel = truthOf(expression);
  if (cel.length > longestFormula) throw new NoTranslation();
  return cel;
}

const one = (condition: JsonObject): ConditionParams => ({ match: 'all', conditions: [condition] });

const opposites: Readonly<Record<Comparison, Comparison | undefined>> = {
  '=': '!=',
  '!=': '=',
  '<': '>=',
  '<=': '>',
  '>': '<=',
  '>=': '<',
  contains: undefined,
  matches: undefined,
  in: undefined,
};
const mirrored: Readonly<Partial<Record<Comparison, Comparison>>> = {
  '=': '=',
  '!=': '!=',
  '<': '>',
  '<=': '>=',
  '>': '<',
  '>=': '<=',
};
const operators: Readonly<Partial<Record<Comparison, string>>> = {
  '=': 'is',
  '!=': 'is_not',
  '<': 'less',
  '<=': 'at_most',
  '>': 'greater',
  '>=': 'at_least',
  contains: 'contains',
  matches: 'matches',
};
/** UTF-16 units that `conditions` takes of a pattern. */
const longestPattern = 500;

function conditionsOf(expression: Expression): boolean | ConditionParams {
  if (expression.kind === 'not') return negated(expression.of);
  if (expression.kind === 'field' && expression.path.length === 0) {
    const { field } = expression;
    return {
      match: 'all',
      conditions: [
        { field, operator: 'is_set' },
        { field, operator: 'is_not', value: 'false' },
      ],
    };
  }
  if (expression.kind !== 'compare') return one({ formula: formulaOf(expression) });
  const { left, right, operator } = expression;
  if (left.kind === 'literal' && right.kind === 'literal') return compareLiterals(left.value, operator, right.value);
  const turned = mirrored[operator];
  if (left.kind !== 'field' && right.kind === 'field' && turned !== undefined) {
    return conditionsOf({ kind: 'compare', operator: turned, left: right, right: left });
  }
  return comparisonOf(operator, left, right) ?? one({ formula: formulaOf(expression) });
}

/** A comparison of a Field without a formula. */
function comparisonOf(operator: Comparison, left: Expression, right: Expression): ConditionParams | undefined {
  if (left.kind !== 'field' || left.path.length > 0) return undefined;
  const { field } = left;
  if (right.kind === 'literal') {
    const { value } = right;
    if (value === null || value === '') {
      if (operator === '=') return one({ field, operator: 'is_not_set' });
      return operator === '!=' ? one({ field, operator: 'is_set' }) : undefined;
    }
    const name = operators[operator];
    if (name === undefined) return undefined;
    if (operator === 'matches' && String(value).length > longestPattern) return undefined;
    return one({ field, operator: name, value: String(value) });
  }
  if (right.kind === 'list' && operator === 'in') {
    const values = right.entries.map((entry) => (entry.kind === 'literal' ? String(entry.value ?? '') : undefined));
    return values.every((value) => value !== undefined) && values.length > 0
      ? one({ field, operator: 'is_one_of', value: values as readonly string[] })
      : undefined;
  }
  const name = operators[operator];
  if (right.kind === 'field' && right.path.length === 0 && name !== undefined && operator !== 'matches') {
    return one({ field, operator: name, value: `@{${right.field}}` });
  }
  return undefined;
}

function negated(of: Expression): boolean | ConditionParams {
  if (of.kind === 'literal') return !isTrue(of.value);
  if (of.kind === 'not') return decisionOf(of.of);
  if (of.kind === 'all' || of.kind === 'any') {
    const kind = of.kind === 'all' ? 'any' : 'all';
    return decisionOf({ kind, parts: of.parts.map((part) => ({ kind: 'not', of: part })) });
  }
  if (of.kind === 'field' && of.path.length === 0) {
    const { field } = of;
    return {
      match: 'any',
      conditions: [
        { field, operator: 'is_not_set' },
        { field, operator: 'is', value: 'false' },
      ],
    };
  }
  if (of.kind === 'compare') {
    const opposite = opposites[of.operator];
    if (opposite !== undefined) return conditionsOf({ ...of, operator: opposite });
  }
  return one({ formula: formulaOf({ kind: 'not', of }) });
}

function compareLiterals(left: JsonValue, operator: Comparison, right: JsonValue): boolean {
  const [a, b] = [String(left ?? ''), String(right ?? '')];
  const [x, y] = [Number(a), Number(b)];
  const isOfNumbers = Number.isFinite(x) && Number.isFinite(y);
  switch (operator) {
    case '=':
      return a === b;
    case '!=':
      return a !== b;
    case '<':
      return isOfNumbers ? x < y : a < b;
    case '<=':
      return isOfNumbers ? x <= y : a <= b;
    case '>':
      return isOfNumbers ? x > y : a > b;
    case '>=':
      return isOfNumbers ? x >= y : a >= b;
    case 'contains':
      return a.includes(b);
    default:
      throw new NoTranslation();
  }
}

/** Whether a Field, or a member inside it, has a value. */
function existsOf(field: string, path: readonly string[]): string {
  const steps = path.map((name, at) => `${celText(name)} in ${memberOf(field, path.slice(0, at))}`);
  const tests = [`${celText(field)} in fields`, ...steps];
  return tests.length === 1 ? (tests[0] as string) : `(${tests.join(' && ')})`;
}

function memberOf(field: string, path: readonly string[]): string {
  return [celField(field), ...path.map((name) => `[${/^\d+$/.test(name) ? name : celText(name)}]`)].join('');
}

/** The value of an expression in CEL. @throws {NoTranslation} */
export function celOf(expression: Expression): CelValue {
  switch (expression.kind) {
    case 'literal': {
      const { value } = expression;
      if (value === null) throw new NoTranslation();
      if (typeof value === 'string') return { cel: celText(value), type: 'text' };
      return typeof value === 'number'
        ? { cel: celNumber(value), type: 'number' }
        : { cel: String(value), type: 'truth' };
    }
    case 'field':
      return { cel: memberOf(expression.field, expression.path), type: 'any' };
    case 'list':
      return { cel: `[${expression.entries.map((entry) => celOf(entry).cel).join(', ')}]`, type: 'list' };
    case 'cel':
      return { cel: expression.cel, type: expression.type };
    default:
      return { cel: truthOf(expression), type: 'truth' };
  }
}

/** The value as a number. @throws {NoTranslation} */
export function celNumberOf(expression: Expression): string {
  if (expression.kind === 'literal' && typeof expression.value === 'string') {
    const number = Number(expression.value);
    if (expression.value.trim() === '' || !Number.isFinite(number)) throw new NoTranslation();
    return celNumber(number);
  }
  const { cel, type } = celOf(expression);
  if (type === 'number') return cel;
  if (type === 'list' || type === 'truth') throw new NoTranslation();
  return `double(${cel})`;
}

/** The value as a text. @throws {NoTranslation} */
export function celTextOf(expression: Expression): string {
  if (expression.kind === 'literal' && expression.value !== null) return celText(String(expression.value));
  const { cel, type } = celOf(expression);
  if (type === 'text') return cel;
  if (type === 'list') throw new NoTranslation();
  return `string(${cel})`;
}

/** Whether the expression counts as true. @throws {NoTranslation} */
export function truthOf(expression: Expression): string {
  switch (expression.kind) {
    case 'literal':
      return String(isTrue(expression.value));
    case 'field': {
      const { field, path } = expression;
      return `(${existsOf(field, path)} && !(string(${memberOf(field, path)}) in ["", "false"]))`;
    }
    case 'not':
      return `!${truthOf(expression.of)}`;
    case 'all':
    case 'any':
      return `(${expression.parts.map(truthOf).join(expression.kind === 'all' ? ' && ' : ' || ')})`;
    case 'compare':
      return comparedOf(expression.operator, expression.left, expression.right);
    case 'cel':
      if (expression.type === 'truth') return expression.cel;
      throw new NoTranslation();
    default:
      throw new NoTranslation();
  }
}

const isNothing = (expression: Expression): boolean => expression.kind === 'literal' && expression.value === null;

function comparedOf(operator: Comparison, left: Expression, right: Expression): string {
  if (isNothing(left)) return comparedOf(operator, right, left);
  if (isNothing(right)) {
    if (left.kind !== 'field' || (operator !== '=' && operator !== '!=')) throw new NoTranslation();
    return `${operator === '=' ? '!' : ''}${existsOf(left.field, left.path)}`;
  }
  const test = testOf(operator, left, right);
  const fields = [left, right].filter((each) => each.kind === 'field');
  const exist = fields.map(({ field, path }) => existsOf(field, path)).join(' && ');
  if (exist === '') return test;
  return operator === '!=' ? `(!(${exist}) || ${test})` : `(${exist} && ${test})`;
}

function testOf(operator: Comparison, left: Expression, right: Expression): string {
  switch (operator) {
    case '=':
    case '!=': {
      const sign = operator === '=' ? '==' : '!=';
      const isOfNumbers = [left, right].some(
        (each) =>
          (each.kind === 'literal' && typeof each.value === 'number') ||
          (each.kind === 'cel' && each.type === 'number'),
      );
      return isOfNumbers
        ? `(${celNumberOf(left)} ${sign} ${celNumberOf(right)})`
        : `(${celTextOf(left)} ${sign} ${celTextOf(right)})`;
    }
    case 'contains':
      return left.kind === 'list' || (left.kind === 'cel' && left.type === 'list')
        ? `(${celTextOf(right)} in ${celOf(left).cel})`
        : `${celTextOf(left)}.contains(${celTextOf(right)})`;
    case 'matches':
      return `${celTextOf(left)}.matches(${celTextOf(right)})`;
    case 'in':
      return `(${celTextOf(left)} in ${celOf(right).cel})`;
    default:
      return `(${celNumberOf(left)} ${operator} ${celNumberOf(right)})`;
  }
}
