import { type CelFunc, CelScalar, type CelValue, celFunc, isCelList, isCelMap } from '@bufbuild/cel';
import type { Budget } from './budget.ts';
import type { CurrentEvaluation } from './evaluation.ts';
import { meters } from './meter-expression.ts';

/** Characters of a text that cost as much as one value. */
const charactersPerUnit = 16;

/** What a text may have that is read as a number, a moment or a duration: reading takes its square. */
const maxReadText = 100;

/** What a sum of texts or bytes may come to. */
const maxSumLength = 65_536;

/** Parts of a loop's body that take as long as one value that is looked at. */
const partsPerUnit = 4;

/**
 * The functions that a metered expression calls: each hands its operand on, and spends what looking at it costs.
 *
 * @spec RN95
 */
export function meterFunctions(evaluation: CurrentEvaluation): CelFunc[] {
  const { DYN, INT } = CelScalar;
  const spend = (units: number): void => evaluation().budget.spend(units);
  return [
    celFunc(meters.operand, [DYN], DYN, (value) => {
      spendOn(value, evaluation().budget);
      return value;
    }),
    celFunc(meters.read, [DYN], DYN, (value) => {
      spend(1);
      if (typeof value === 'string' && value.length > maxReadText) throw new RangeError('The text is no such value.');
      return value;
    }),
    celFunc(meters.range, [DYN, INT], DYN, (value, parts) => {
      const times = isCelList(value) || isCelMap(value) ? 1 + value.size : 1;
      spend(times * (1 + Number(parts) / partsPerUnit));
      return value;
    }),
    celFunc(meters.sum, [DYN], DYN, (value) => {
      const length = typeof value === 'string' || value instanceof Uint8Array ? value.length : 0;
      // A text is put together without copying it, bytes are copied.
      spend(typeof value === 'string' ? 2 : 2 + length / charactersPerUnit);
      if (length > maxSumLength) throw new RangeError('A sum in the formula is too large.');
      return value;
    }),
  ];
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
