import { RE2JS } from '@bufbuild/re2';
import { longestPattern } from '../../domain/blocks/condition-list.ts';
import { costs } from '../budget/costs.ts';
import type { StepBudget } from '../budget/step-budget.ts';
import { createStepCache, type StepCache } from '../budget/step-cache.ts';
import type { Pattern } from './evaluation.ts';

/** Parts of a pattern, with repetitions written out. */
const maxSize = 2_000;

/** The cost of one part of a pattern at one character of a text, in units of a formula's budget. */
const unitsPerStep = 0.3;

/** Makes the cache of compiled patterns of one runner. @spec RN125 */
export function createPatterns(): StepCache<Pattern> {
  return createStepCache({ maxEntries: 200, priceOf: patternPrice, make: createPattern });
}

/**
 * Makes the `matches` of one step.
 *
 * @param patterns - Of the step.
 * @spec LG4
 */
export function createMatcher(
  patterns: (text: string) => Pattern,
  budget: StepBudget,
): (text: string, pattern: string) => boolean {
  const evaluation = { budget: { spend: (units: number) => budget.charge(units * costs.formulaUnit) } };
  return (text, pattern) => {
    try {
      return patterns(pattern)
        .within(() => evaluation)
        .test(text);
    } catch {
      // A faulty pattern. A step that takes too much ends even when its error is caught.
      return false;
    }
  };
}

/**
 * Compiles a pattern of RE2. A search takes time in proportion to the text and to the pattern.
 *
 * @throws {RangeError} when the pattern has more than 500 UTF-16 units, or more than 2,000 parts.
 * @throws When the text is not a pattern.
 * @spec RN95
 */
function createPattern(text: string): Pattern {
  const size = text.length > longestPattern ? Number.POSITIVE_INFINITY : patternSize(text);
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

/** The cost of compiling a pattern, in units of the step's budget. @spec RN121, RN125 */
function patternPrice(text: string): number {
  if (text.length > longestPattern) return text.length;
  const classes = text.match(/\\[pP]/g)?.length ?? 0;
  return 2_000 + 60 * Math.min(patternSize(text), maxSize) + 5_000 * classes + foldingPrice(text);
}

/** Where case is ignored, compiling looks up the case of each character in a range. */
function foldingPrice(text: string): number {
  if (!/\(\?[a-zA-Z]*i/.test(text)) return 0;
  let price = 0;
  for (const [, code = '', letter = ''] of text.matchAll(/-(?:\\x\{?([0-9a-fA-F]{2,8})|([^\0-\x7f]))/gu)) {
    price += 6 * (code === '' ? (letter.codePointAt(0) ?? 0) : Math.min(Number.parseInt(code, 16), 0x10_ff_ff));
  }
  return price;
}

/** A group under construction: its parts until now, and the parts of its last piece, which a repetition repeats. */
interface Group {
  size: number;
  last: number;
}

const pieces =
  /\\Q(?:(?!\\E).)*(?:\\E)?|\\[pPx]\{[^}]*\}|\\.|\[\^?\]?(?:\[:\^?\w+:\]|\\.|[^\]\\])*\]|\{(\d+)(,(\d*))?\}|./gsu;

/** RE2 refuses patterns with more repetitions. */
const maxRepetitions = 1_000;

/**
 * Counts the parts of a pattern with repetitions written out: compiling and searching take time in proportion to them.
 * The count may be too high, never too low.
 *
 * @spec RN95
 */
function patternSize(pattern: string): number {
  const outermost: Group = { size: 1, last: 0 };
  const groups: Group[] = [outermost];
  for (const [piece, least, range, most] of pattern.matchAll(pieces)) {
    const group = groups.at(-1) ?? outermost;
    if (piece === '(') groups.push({ size: 2, last: 0 });
    else if (piece === ')') close(groups);
    else if (least !== undefined) repeat(group, Number(range === undefined || most === '' ? least : most) + 1);
    else add(group, piece.startsWith('\\Q') ? piece.length : 1, '*+?|'.includes(piece));
  }
  return groups.reduce((size, group) => size + group.size, 0);
}

function close(groups: Group[]): void {
  const group = groups.at(-1);
  const around = groups.at(-2);
  if (group === undefined || around === undefined) return;
  groups.pop();
  add(around, group.size, false);
}

function repeat(group: Group, times: number): void {
  const repeated = (group.last + 1) * Math.min(times, maxRepetitions);
  group.size += repeated;
  group.last += repeated;
}

function add(group: Group, size: number, isOperator: boolean): void {
  group.size += size;
  group.last = isOperator ? group.last + size : size;
}
