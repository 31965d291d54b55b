import { type CelFunc, CelScalar, celFunc } from '@bufbuild/cel';

type Calculate = (left: number, right: number) => number;

const operators: readonly (readonly [name: string, calculate: Calculate])[] = [
  ['_+_', (left, right) => left + right],
  ['_-_', (left, right) => left - right],
  ['_*_', (left, right) => left * right],
  ['_/_', (left, right) => left / right],
  ['_%_', (left, right) => left % right],
];

/**
 * Lets a whole number and a decimal calculate with each other, which CEL itself refuses: whoever writes
 * `price * 2` cannot be expected to know that `price` is a decimal. Decimals get the remainder that CEL lacks.
 *
 * @spec RN92
 */
export const mixedArithmetic: CelFunc[] = operators.flatMap(([name, calculate]) => {
  const { INT, DOUBLE } = CelScalar;
  return [
    celFunc(name, [INT, DOUBLE], DOUBLE, (left, right) => calculate(Number(left), right)),
    celFunc(name, [DOUBLE, INT], DOUBLE, (left, right) => calculate(left, Number(right))),
    ...(name === '_%_' ? [celFunc(name, [DOUBLE, DOUBLE], DOUBLE, calculate)] : []),
  ];
});
