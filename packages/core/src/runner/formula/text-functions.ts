import { type CelFunc, CelScalar, celFunc, celList, celMethod, listType } from '@bufbuild/cel';
import { indexOfText } from '../field/comparable-text.ts';
import type { CurrentEvaluation } from './evaluation.ts';
import { charactersPerUnit, maxSumLength } from './metering.ts';
import { shown } from './number-functions.ts';

const { DOUBLE, DYN, INT, STRING } = CelScalar;

/**
 * Functions on texts, under the names of CEL's own extension and as its documentation describes them, and `random()`.
 * Positions count code points. Operands are paid for by the meters around them; each function pays for its result.
 *
 * @spec LG14, LG15, LG16, LG17
 */
export function textFunctions(evaluation: CurrentEvaluation): CelFunc[] {
  const spend = (units: number): void => evaluation().budget.spend(units);
  /** Pays for a text before it is made. */
  const payFor = (length: number): void => {
    if (length > maxSumLength) throw new RangeError('A text in the formula is too large.');
    spend(1 + length / charactersPerUnit);
  };
  /** The code points of a text, which pays for one entry each. */
  const points = (text: string): readonly string[] => {
    spend(text.length / pointsPerUnit);
    return [...text];
  };

  const split = (text: string, separator: string, most: number): ReturnType<typeof celList> => {
    const parts = partsOf(text, separator, most < 0 ? Number.POSITIVE_INFINITY : most, spend);
    return celList(parts);
  };
  const replace = (text: string, sought: string, by: string, most: number): string => {
    const parts = sought === '' ? ['', ...points(text), ''] : partsOf(text, sought, Number.POSITIVE_INFINITY, spend);
    const count = most < 0 ? parts.length - 1 : Math.min(most, parts.length - 1);
    payFor(text.length + count * (by.length - sought.length));
    return (
      parts.slice(0, count + 1).join(by) +
      parts
        .slice(count + 1)
        .map((part) => sought + part)
        .join('')
    );
  };
  const substring = (text: string, from: number, to?: number): string => {
    const all = points(text);
    const end = to ?? all.length;
    if (from < 0 || end > all.length || from > end) throw new RangeError('The text has no such part.');
    return all.slice(from, end).join('');
  };
  const indexOf = (text: string, sought: string, from: number): bigint => {
    const start = from === 0 ? 0 : points(text).slice(0, from).join('').length;
    if (from < 0 || (from > 0 && start >= text.length)) throw new RangeError('The text has no such place.');
    const found = indexOfText(text, sought, start);
    return BigInt(found < 0 ? found : points(text.slice(0, found)).length);
  };
  const join = (entries: Iterable<Parameters<typeof shown>[0]>, separator: string): string => {
    const texts = Array.from(entries, shown);
    payFor(texts.reduce((length, text) => length + text.length + separator.length, 0));
    return texts.join(separator);
  };

  return [
    celMethod('split', STRING, [STRING], listType(STRING), function (separator) {
      return split(String(this), separator, -1);
    }),
    celMethod('split', STRING, [STRING, INT], listType(STRING), function (separator, most) {
      return split(String(this), separator, Number(most));
    }),
    celMethod('join', listType(DYN), [], STRING, function () {
      return join(this, '');
    }),
    celMethod('join', listType(DYN), [STRING], STRING, function (separator) {
      return join(this, separator);
    }),
    celMethod('replace', STRING, [STRING, STRING], STRING, function (sought, by) {
      return replace(String(this), sought, by, -1);
    }),
    celMethod('replace', STRING, [STRING, STRING, INT], STRING, function (sought, by, most) {
      return replace(String(this), sought, by, Number(most));
    }),
    celMethod('lowerAscii', STRING, [], STRING, function () {
      payFor(this.length);
      return this.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
    }),
    celMethod('upperAscii', STRING, [], STRING, function () {
      payFor(this.length);
      return this.replace(/[a-z]+/g, (letters) => letters.toUpperCase());
    }),
    celMethod('trim', STRING, [], STRING, function () {
      return trimmed(String(this));
    }),
    celMethod('substring', STRING, [INT], STRING, function (from) {
      return substring(String(this), Number(from));
    }),
    celMethod('substring', STRING, [INT, INT], STRING, function (from, to) {
      return substring(String(this), Number(from), Number(to));
    }),
    celMethod('indexOf', STRING, [STRING], INT, function (sought) {
      return indexOf(String(this), sought, 0);
    }),
    celMethod('indexOf', STRING, [STRING, INT], INT, function (sought, from) {
      return indexOf(String(this), sought, Number(from));
    }),
    celMethod('charAt', STRING, [INT], STRING, function (at) {
      const all = points(String(this));
      if (at < 0n || at > all.length) throw new RangeError('The text has no such place.');
      return all[Number(at)] ?? '';
    }),
    celMethod('reverse', STRING, [], STRING, function () {
      return [...points(String(this))].reverse().join('');
    }),
    celFunc('random', [], DOUBLE, () => {
      spend(1);
      return evaluation().random();
    }),
  ];
}

/** Code points that cost one unit when a text is taken apart. */
const pointsPerUnit = 4;

/** The parts of a text between separators, with a bound on their number; each is paid for before it is made. */
function partsOf(text: string, separator: string, most: number, spend: (units: number) => void): readonly string[] {
  if (most === 0) return [];
  const parts: string[] = [];
  let start = 0;
  while (parts.length < most - 1) {
    const end = separator === '' ? endOfPoint(text, start) : indexOfText(text, separator, start);
    if (end < 0 || (separator === '' && end >= text.length)) break;
    spend(1);
    parts.push(text.slice(start, end));
    start = end + separator.length;
  }
  if (separator !== '' || text !== '') parts.push(text.slice(start));
  return parts;
}

function endOfPoint(text: string, start: number): number {
  return start + ((text.codePointAt(start) ?? 0) > 0xff_ff ? 2 : 1);
}

/** White space of Unicode, which `trim` of JavaScript does not know exactly. Takes time in proportion to the text. */
function trimmed(text: string): string {
  const isSpace = (at: number): boolean => /\p{White_Space}/u.test(text.charAt(at));
  let [start, end] = [0, text.length];
  while (start < end && isSpace(start)) start += 1;
  while (end > start && isSpace(end - 1)) end -= 1;
  return text.slice(start, end);
}
