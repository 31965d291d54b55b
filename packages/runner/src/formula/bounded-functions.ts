import { countCodePoints } from '@botwright/core/diagram';
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
import { containsText } from '../field/find-text.ts';
import { freeWork } from '../work/work.ts';
import type { CurrentEvaluation } from './evaluation.ts';

/** Entries that a sum of lists may come to. */
const maxSumEntries = 1_000;
/** Entries of a list that are gone through, and those that are copied, in one unit of work. */
const entriesPerUnit = { read: 4, copied: 500 } as const;

/**
 * Functions in the place of the library's own, which take the square of what they are given: `contains` looks for a
 * text at each place anew, and a sum of lists is gone through list by list at each of its entries.
 *
 * @spec RN95
 */
export function boundedFunctions(evaluation: CurrentEvaluation): CelFunc[] {
  const { BOOL, DYN, INT, STRING } = CelScalar;
  const list = listType(DYN);
  /** What sums came to, by the list that the formula has of it. */
  const sums = new WeakMap<CelList, readonly CelValue[]>();

  return [
    celMethod('contains', STRING, [STRING], BOOL, function (sought) {
      // The operands were paid for.
      return containsText(String(this), sought, freeWork);
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
