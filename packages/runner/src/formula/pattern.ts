import { RE2JS } from '@bufbuild/re2';
import type { CurrentEvaluation } from './evaluation.ts';
import { patternSize } from './pattern-size.ts';

/** UTF-16 units of a pattern. */
const maxLength = 500;
/** Parts of a pattern, with what is repeated written out. */
const maxSize = 2_000;

/** Units of a formula's work for a part of the pattern at a character of the text. */
const unitsPerStep = 0.3;

/** A compiled pattern. */
export interface Pattern {
  /** Searches as part of an evaluation, which pays for it. */
  within(evaluation: CurrentEvaluation): { test(text: string): boolean };
}

/**
 * Compiles a pattern of RE2, which is searched for in time in proportion to the text and to the pattern.
 *
 * @throws {RangeError} when it has more than 500 UTF-16 units, or more than 2,000 parts.
 * @throws When it is none.
 * @spec RN95
 */
export function createPattern(text: string): Pattern {
  const size = text.length > maxLength ? Number.POSITIVE_INFINITY : patternSize(text);
  if (size > maxSize) throw new RangeError('The pattern is too large.');
  const compiled = RE2JS.compile(text);
  return {
    within: (evaluation) => ({
      test: (searched) => {
        evaluation().budget.spend(1 + unitsPerStep * size * (1 + searched.length));
        return compiled.test(searched);
      },
    }),
  };
}

/** What compiling takes, in units of work. @spec RN121, RN125 */
export function patternPrice(text: string): number {
  if (text.length > maxLength) return text.length;
  return 2_000 + 60 * Math.min(patternSize(text), maxSize) + 5_000 * countOf(text, /\\[pP]/g) + foldingPrice(text);
}

/** Where case does not count, the case of each character in a range is looked up. */
function foldingPrice(text: string): number {
  if (!/\(\?[a-zA-Z]*i/.test(text)) return 0;
  let price = 0;
  for (const [, code = '', letter = ''] of text.matchAll(/-(?:\\x\{?([0-9a-fA-F]{2,8})|([^\0-\x7f]))/gu)) {
    price += 6 * (code === '' ? (letter.codePointAt(0) ?? 0) : Math.min(Number.parseInt(code, 16), 0x10_ff_ff));
  }
  return price;
}

function countOf(text: string, part: RegExp): number {
  return text.match(part)?.length ?? 0;
}
