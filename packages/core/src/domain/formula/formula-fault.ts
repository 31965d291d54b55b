import { parse } from '@bufbuild/cel';

/** The bounds of a formula. A formula beyond them is never run. */
export const formulaBounds = {
  /** UTF-16 units of the expression. */
  length: 2_000,
  /** Nodes of the parsed expression: values, names, calls and loops. */
  parts: 1_000,
  /** Nested brackets: the time of the parser grows fast with open brackets. */
  depth: 64,
} as const;

/** A part of a parsed formula. */
export type Expression = NonNullable<ReturnType<typeof parse>['expr']>;

/**
 * Finds why a formula cannot be compiled: invalid CEL, too large, or with a message of a named type.
 *
 * @returns The rest of a sentence after the name of the param; `undefined` for a valid formula.
 * @spec RU55
 */
export function formulaFault(expression: string): string | undefined {
  if (expression.length > formulaBounds.length) return `has more than ${formulaBounds.length} characters`;
  if (isTooDeep(expression)) return `has brackets within brackets beyond ${formulaBounds.depth} levels`;
  const dense = withoutWideSpace(expression);
  try {
    return partsFault(parse(dense).expr);
  } catch (error) {
    return `is not a valid formula${dense === expression ? placeIn(error) : ''}`;
  }
}

/** @returns `undefined` when the formula cannot be compiled. */
export function parseFormula(expression: string): Expression | undefined {
  return formulaFault(expression) === undefined ? parse(withoutWideSpace(expression)).expr : undefined;
}

/**
 * Replaces each run of white space by one character, because the parser reads the run again for every possible
 * operator. Replaces runs in string literals too; with the same line ends this does not change the result of parsing.
 */
function withoutWideSpace(expression: string): string {
  return expression.replace(/[\t\n\f\r ]{2,}/g, (space) => (/[\n\r]/.test(space) ? '\n' : ' '));
}

/** Counts brackets in string literals too: this is a bound, not a parser. @spec RU55 */
export function isTooDeep(expression: string): boolean {
  let depth = 0;
  for (const character of expression) {
    if ('([{'.includes(character)) depth += 1;
    else if (')]}'.includes(character)) depth -= 1;
    if (depth > formulaBounds.depth) return true;
  }
  return false;
}

/** Uses a list of open parts, not recursion: a chain of a thousand parts has a thousand levels. */
function partsFault(root: Expression): string | undefined {
  const open: (Expression | undefined)[] = [root];
  let parts = 0;
  for (let next = open.pop(); open.length > 0 || next !== undefined; next = open.pop()) {
    if (next === undefined) continue;
    parts += 1;
    if (parts > formulaBounds.parts) return `has more than ${formulaBounds.parts} parts`;
    const { exprKind } = next;
    if (exprKind.case === 'structExpr' && exprKind.value.messageName !== '') return 'makes a message of a type';
    open.push(...childrenOf(exprKind));
  }
  return undefined;
}

export function childrenOf(kind: Expression['exprKind']): readonly (Expression | undefined)[] {
  switch (kind.case) {
    case 'callExpr':
      return [...kind.value.args, kind.value.target];
    case 'selectExpr':
      return [kind.value.operand];
    case 'listExpr':
      return kind.value.elements;
    case 'structExpr':
      return kind.value.entries.flatMap(({ keyKind, value }) => [
        keyKind.case === 'mapKey' ? keyKind.value : undefined,
        value,
      ]);
    case 'comprehensionExpr': {
      const { accuInit, loopCondition, loopStep, result, iterRange } = kind.value;
      return [accuInit, loopCondition, loopStep, result, iterRange];
    }
    default:
      return [];
  }
}

/** Messages of the parser begin with line and column. */
function placeIn(error: unknown): string {
  const [, line, column] = /^[^:]*:(\d+):(\d+):/.exec(error instanceof Error ? error.message : '') ?? [];
  return line === undefined ? '' : ` at line ${line}, column ${column}`;
}
