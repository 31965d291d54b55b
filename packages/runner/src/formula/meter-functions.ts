import { type CelFunc, CelScalar, type CelValue, celFunc, isCelList, isCelMap } from '@bufbuild/cel';
import type { Budget } from './budget.ts';
import { meters } from './meter-expression.ts';

/** Characters of a text that cost as much as one value. */
const charactersPerUnit = 16;

/** What a sum may come to: characters of a text, entries of a list. */
const maxSumText = 65_536;
const maxSumEntries = 1_000;

/**
 * The functions that a metered expression calls: each hands its operand on, and spends what looking at it costs.
 *
 * @spec RN95
 */
export function meterFunctions(budget: Budget): CelFunc[] {
  const { DYN } = CelScalar;
  return [
    celFunc(meters.operand, [DYN], DYN, (value) => {
      spendOn(value, budget);
      return value;
    }),
    celFunc(meters.searched, [DYN], DYN, (value) => {
      budget.spend(typeof value === 'string' ? 1 + value.length : 1);
      return value;
    }),
    celFunc(meters.range, [DYN], DYN, (value) => {
      budget.spend(isCelList(value) || isCelMap(value) ? 1 + value.size : 1);
      return value;
    }),
    celFunc(meters.sum, [DYN], DYN, (value) => {
      budget.spend(1);
      if (isTooLarge(value)) throw new RangeError('A sum in the formula is too large.');
      return value;
    }),
  ];
}

/** A sum is not spent on by its size, or building a list entry by entry would cost its square. */
function isTooLarge(value: CelValue): boolean {
  if (typeof value === 'string' || value instanceof Uint8Array) return value.length > maxSumText;
  return isCelList(value) && value.size > maxSumEntries;
}

/** Spends as it goes, so that a value which shares its parts with itself cannot run away. */
function spendOn(value: CelValue, budget: Budget): void {
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
