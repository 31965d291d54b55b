import { type DateWords, dateWords, type WrittenName } from './date-words.ts';
import { type DateWriting, dateWriting, gregorianYear, wordsOf } from './date-writing.ts';

/** A day with the name of its month, as read from a text; `undefined` for parts that the text does not give. */
export interface WordedDate {
  readonly year: number | undefined;
  /** January being 0. */
  readonly month: number;
  readonly day: number | undefined;
}

/** Directives of a form that such a date can have. */
const directives = /%-?[bBhaAdeYy]/g;

/** Marks that are allowed between the words and numbers of a date. */
const marks = /^[ .,،、。'"()/·-]*$/;

/** Scripts whose words follow each other without a space. */
const dense = /[\p{sc=Han}\p{sc=Hangul}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}]/u;

/**
 * Reads a date that has the name of its month as the language itself writes it, or as people type it: in any order,
 * with articles, prepositions and ordinals. `1er mars 2026`, `5 de marzo de 2026`, `March 5th, 2026`, `2026年3月5日`.
 *
 * @param text - In the form of `dateText`.
 * @param form - In the notation of strftime. It says which parts the date has; the name of the month is one of them.
 * @returns `undefined` for any other text, and for a date whose day of the week is another.
 * @spec RN150
 */
export function readWordedDate(text: string, form: string, locale: string): WordedDate | undefined {
  const plain = form.replaceAll('%%', '');
  if (!/%-?[bBh]/.test(plain) || plain.replace(directives, '').includes('%')) return undefined;
  const wanted = { day: /%-?[de]/.test(plain), year: /%-?Y/.test(plain), shortYear: /%-?y/.test(plain) };
  const writing = dateWriting(locale);
  const between = new Set([...writing.between, ...wordsOf(plain.replace(directives, ' '))]);
  const isFiller = (word: string): boolean => between.has(word);

  const { month, weekday, others } = findNames(text, locale, writing, isFiller);
  if (!marks.test(others.replace(/[\p{L}\p{M}]+|\d+/gu, '')) || !wordsOf(others).every(isFiller)) return undefined;

  const numbers = others.match(/\d+/g) ?? [];
  const found = month === undefined ? inNumbers(numbers, writing, wanted.day) : besideName(numbers, month.value);
  if (found === undefined || (found.day !== undefined) !== wanted.day) return undefined;
  const isShort = found.year !== undefined && found.year.length <= 2;
  if (found.year === undefined ? wanted.year || wanted.shortYear : isShort && !wanted.shortYear) return undefined;
  const year = found.year === undefined ? undefined : gregorianYear(Number(found.year), writing);
  const date = { year, month: found.month, day: found.day === undefined ? undefined : Number(found.day) };
  return weekday === undefined || isOnWeekday(date, weekday.value) ? date : undefined;

  function besideName(given: readonly string[], value: number): Found | undefined {
    if (given.length > 2 || given.some(({ length }) => length > 4)) return undefined;
    if (!wanted.day) return given.length < 2 ? { month: value, year: given[0], day: undefined } : undefined;
    const [first, second] = given;
    if (second === undefined)
      return first && first.length <= 2 ? { month: value, day: first, year: undefined } : undefined;
    const isYearFirst = first !== undefined && (first.length > 2 || (second.length <= 2 && writing.isYearFirst));
    const [year, day] = isYearFirst ? [first, second] : [second, first];
    return day !== undefined && day.length <= 2 ? { month: value, day, year } : undefined;
  }
}

/** The day of the week that a text names, Sunday being 0. */
export function weekdayIn(text: string, locale: string): number | undefined {
  const writing = dateWriting(locale);
  return findNames(text, locale, writing, (word) => writing.between.has(word)).weekday?.value;
}

interface FoundNames {
  readonly month: Span | undefined;
  readonly weekday: Span | undefined;
  /** The rest of the text. */
  readonly others: string;
}

function findNames(text: string, locale: string, writing: DateWriting, isFiller: IsFiller): FoundNames {
  const words = dateWords(locale, false);
  const month = findName(text, writing.months, isFiller) ?? guessName(text, words.month, isFiller);
  const rest = month === undefined ? text : withoutSpan(text, month);
  // One of them may look like another word, such as the 日 of `5日`.
  const weekday = wordsOf(rest).every(isFiller)
    ? undefined
    : (findName(rest, writing.weekdays, isFiller) ?? guessName(rest, words.day, isFiller));
  return { month, weekday, others: weekday === undefined ? rest : withoutSpan(rest, weekday) };
}

interface Found {
  readonly month: number;
  readonly day: string | undefined;
  readonly year: string | undefined;
}

/** An all-numeric date, if the language writes its medium form like this: `05.03.2026` in German. */
function inNumbers(given: readonly string[], { order }: DateWriting, hasDay: boolean): Found | undefined {
  if (!hasDay || order.length !== given.length || order.length === 0) return undefined;
  const part = (name: 'day' | 'month' | 'year'): string => given[order.indexOf(name)] ?? '';
  const [day, month, year] = [part('day'), part('month'), part('year')];
  const isMonth = month.length <= 2 && Number(month) >= 1 && Number(month) <= 12;
  return isMonth && day.length <= 2 && year.length <= 4 ? { day, month: Number(month) - 1, year } : undefined;
}

function isOnWeekday({ year, month, day }: WordedDate, weekday: number): boolean {
  if (year === undefined || year < 100 || day === undefined) return true;
  return new Date(Date.UTC(year, month, day)).getUTCDay() === weekday;
}

interface Span {
  readonly value: number;
  readonly start: number;
  readonly end: number;
}

function withoutSpan(text: string, { start, end }: Span): string {
  return `${text.slice(0, start)} ${text.slice(end)}`;
}

type IsFiller = (word: string) => boolean;

/** The longest name in a text that is a separate word. */
function findName(text: string, names: readonly WrittenName[], isFiller: IsFiller): Span | undefined {
  for (const [name, value] of names) {
    for (let start = text.indexOf(name); start !== -1; start = text.indexOf(name, start + 1)) {
      const end = start + name.length;
      if (beginsWord(text, start, isFiller) && endsWord(text, end)) return { value, start, end };
    }
  }
  return undefined;
}

/** A word that is short for a name, or has another ending. */
function guessName(text: string, find: DateWords['month'], isFiller: IsFiller): Span | undefined {
  for (const { 0: word, index } of text.matchAll(/[\p{L}\p{M}']+/gu)) {
    if (isFiller(word)) continue;
    const found = find(word);
    if (found !== null && found.rest === '') return { value: found.value, start: index, end: index + word.length };
  }
  return undefined;
}

function beginsWord(text: string, start: number, isFiller: IsFiller): boolean {
  const [first, before] = [text.charAt(start), text.slice(0, start)];
  if (/\d/.test(first)) return !/\d$/.test(before);
  const [word] = /[\p{L}\p{M}]+$/u.exec(before) ?? [];
  if (word === undefined) return !(dense.test(first) && /\d$/.test(before));
  return dense.test(first) || dense.test(before.slice(-1)) || isFiller(word);
}

function endsWord(text: string, end: number): boolean {
  const [last, next] = [text.charAt(end - 1), text.charAt(end)];
  if (/\d/.test(last)) return !/\d/.test(next);
  return !/[\p{L}\p{M}]/u.test(next) || dense.test(last) || dense.test(next);
}
