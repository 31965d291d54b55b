/**
 * What reading an expression takes, in units of work: the library's parser goes back over runs of spaces, and its
 * planner over chains of members, by their square.
 *
 * @spec RN121, RN125
 */
export function expressionPrice(expression: string): number {
  let price = 1_000 + 120 * expression.length;
  for (const [spaces] of expression.matchAll(/\s{4,}/g)) price += spaces.length ** 2 / 5;
  const dots = expression.split('.').length - 1;
  return price + 0.7 * dots ** 2;
}
