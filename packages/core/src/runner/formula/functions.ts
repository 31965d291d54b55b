import {
  type CelFunc,
  type CelList,
  CelScalar,
  type CelValue,
  celFunc,
  celList,
  celMethod,
  listType,
} from '@bufbuild/cel';
import { countCodePoints } from '../../domain/text.ts';
import { unlimitedBudget } from '../budget/step-budget.ts';
import { containsText } from '../field/comparable-text.ts';
import { decimalArithmetic } from './decimal-arithmetic.ts';
import type { CurrentEvaluation } from './evaluation.ts';
import { exactly } from './number-functions.ts';

type Calculate = (left: number, right: number) => number;

const operators: readonly (readonly [name: string, calculate: Calculate])[] = [
  ['_+_', decimalArithmetic.add],
  ['_-_', decimalArithmetic.subtract],
  ['_*_', decimalArithmetic.multiply],
  ['_/_', decimalArithmetic.divide],
  ['_%_', decimalArithmetic.remainder],
];

/**
 * Arithmetic of decimals, and of a whole number with a decimal, which CEL itself refuses: an author who writes
 * `price * 2` does not know that `price` is a decimal. Decimals get the remainder too, which CEL lacks.
 *
 * @spec RN92, RN140
 */
export const arithmetic: CelFunc[] = operators.flatMap(([name, calculate]) => {
  const { INT, DOUBLE } = CelScalar;
  return [
    celFunc(name, [DOUBLE, DOUBLE], DOUBLE, calculate),
    celFunc(name, [INT, DOUBLE], DOUBLE, (left, right) => calculate(exactly(left), right)),
    celFunc(name, [DOUBLE, INT], DOUBLE, (left, right) => calculate(left, exactly(right))),
  ];
});

/** Entries of a sum of lists. */
const maxSumEntries = 1_000;
/** How many entries of a list are read, or copied, for one unit. */
const entriesPerUnit = { read: 4, copied: 500 } as const;

/**
 * Replacements of functions of the library which take the square of the size of their operands: its `contains`
 * compares the whole text at each position, and its sum of lists goes through all lists for each entry.
 *
 * @spec RN95
 */
export function boundedFunctions(evaluation: CurrentEvaluation): CelFunc[] {
  const { BOOL, DYN, INT, STRING } = CelScalar;
  const list = listType(DYN);
  /** The entries of each sum that was made. */
  const sums = new WeakMap<CelList, readonly CelValue[]>();

  return [
    celMethod('contains', STRING, [STRING], BOOL, function (sought) {
      // The meters around the operands paid for this.
      return containsText(String(this), sought, unlimitedBudget);
    }),
    celFunc('size', [STRING], INT, (text) => BigInt(countCodePoints(text))),
    celMethod('size', STRING, [], INT, function () {
      return BigInt(countCodePoints(String(this)));
    }),
    celFunc('_+_', [list, list], list, (left, right) => {
      if (left.size + right.size > maxSumEntries) throw new RangeError('A sum in the formula is too large.');
      evaluation().budget.spend((left.size + right.size) / entriesPerUnit.copied);
      const entries = entriesOf(left).concat(entriesOf(right));
      const sum = celList(entries);
      sums.set(sum, entries);
      return sum;
    }),
  ];

  function entriesOf(list: CelList): readonly CelValue[] {
    const known = sums.get(list);
    if (known !== undefined) return known;
    evaluation().budget.spend(list.size / entriesPerUnit.read);
    return [...list];
  }
}
