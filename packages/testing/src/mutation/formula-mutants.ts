/** By operator of CEL, the one that takes its place. Longer operators come first. */
const others: readonly (readonly [operator: string, other: string])[] = [
  ['>=', '<'],
  ['<=', '>'],
  ['==', '!='],
  ['!=', '=='],
  ['&&', '||'],
  ['||', '&&'],
  ['>', '<='],
  ['<', '>='],
  ['+', '-'],
  ['-', '+'],
  ['*', '/'],
  ['/', '*'],
];

const strings = /"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'/gu;
const operators = /[<>=!]=|&&|\|\||[<>+\-*/]/gu;

/** The most operators of one formula. */
const mostOperators = 10;

interface ChangedFormula {
  readonly expression: string;
  readonly change: string;
}

/** The formula with one of its operators in place of another, for each operator outside its strings. */
export function changedFormulas(expression: string): readonly ChangedFormula[] {
  const outside = expression.replace(strings, (text) => '_'.repeat(text.length));
  return [...outside.matchAll(operators)].slice(0, mostOperators).flatMap(({ 0: found, index }) => {
    const other = others.find(([operator]) => operator === found)?.[1];
    if (other === undefined) return [];
    const changed = expression.slice(0, index) + other + expression.slice(index + found.length);
    return [{ expression: changed, change: `"${other}" in place of "${found}"` }];
  });
}
