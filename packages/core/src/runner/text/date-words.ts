import { foldText } from '../../domain/fold-text.ts';
import { type DateNames, dateNames, type NamesOfOne } from '../../domain/time/date-names.ts';

/** A word of a date that was found at the beginning of a text: which month or day, and the text after it. */
interface FoundWord {
  readonly value: number;
  readonly rest: string;
}

/** Finds the months and days of the week of one language. */
export interface DateWords {
  month(text: string): FoundWord | null;
  day(text: string): FoundWord | null;
}

/**
 * The text of a date as its words are compared: folded, without accents, as people leave them out of dates.
 *
 * @spec RN144
 */
export function dateText(text: string): string {
  const folded = foldText(text);
  if (/^[\0-\x7f]*$/.test(folded)) return folded;
  return folded
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFC');
}

/**
 * Reads the names of a language at the beginning of a text, whole words, the longest first; else a word of three letters or more
 * with which only one name begins, and then one of five or more that differs from only one name in its ending.
 *
 * @param dots - Whether a dot behind a name may belong to it.
 * @spec RN144
 */
export function dateWords(locale: string, dots: boolean): DateWords {
  const names = dateNames(locale);
  const ofNames = remembered.get(names) ?? new Map<boolean, DateWords>();
  remembered.set(names, ofNames);
  const words = ofNames.get(dots) ?? wordsOf(names, dots);
  ofNames.set(dots, words);
  return words;
}

/** The words of languages whose names are remembered. */
const remembered = new WeakMap<DateNames, Map<boolean, DateWords>>();

function wordsOf({ months, weekdays }: DateNames, dots: boolean): DateWords {
  const [monthNames, dayNames] = [readable(months, dots), readable(weekdays, dots)];
  return { month: (text) => find(monthNames, text, dots), day: (text) => find(dayNames, text, dots) };
}

export type WrittenName = readonly [name: string, value: number];

/** The names with only one value, the longest first. */
export function unambiguous(names: readonly WrittenName[]): readonly WrittenName[] {
  const values = Map.groupBy(names, ([name]) => name);
  return [...values]
    .flatMap(([name, all]) => (name !== '' && new Set(all.map(([, value]) => value)).size === 1 ? all.slice(0, 1) : []))
    .sort(([one], [other]) => other.length - one.length);
}

/** All spellings of the names. */
export function spellingsOf(names: readonly NamesOfOne[]): WrittenName[] {
  return names.flatMap(({ alone, inDate, short, shortInDate }, value) =>
    [alone, inDate, short, shortInDate].map((name): WrittenName => [name, value]),
  );
}

function readable(names: readonly NamesOfOne[], dots: boolean): readonly WrittenName[] {
  const written = spellingsOf(names).flatMap(([name, value]) =>
    spellings(name, dots).map((each): WrittenName => [each, value]),
  );
  return unambiguous(written);
}

/** `sept.` is also written `sept`, and `sept` with a dot. */
function spellings(name: string, dots: boolean): readonly string[] {
  const folded = dateText(name);
  const bare = folded.replace(/\.+$/, '');
  return dots ? [folded, bare, `${bare}.`] : [bare];
}

/** A shortened name has at least `fewestLetters`; an inflected one shares a stem of at least `fewestOfStem`. */
const fewestLetters = 3;
const fewestOfStem = 4;
const longestEnding = 2;

function find(names: readonly WrittenName[], text: string, dots: boolean): FoundWord | null {
  const [word = ''] = /^[\p{L}\p{M}']+/u.exec(text) ?? [];
  const named = names.find(([name]) => text.startsWith(name) && (!word.startsWith(name) || word === name));
  if (named !== undefined) return { value: named[1], rest: text.slice(named[0].length) };
  const value =
    only(names, ([name]) => word.length >= fewestLetters && name.startsWith(word)) ??
    only(names, ([name]) => commonLength(name, word) >= Math.max(fewestOfStem, word.length - longestEnding));
  const rest = text.slice(word.length);
  return value === undefined ? null : { value, rest: dots && rest.startsWith('.') ? rest.slice(1) : rest };
}

function only(names: readonly WrittenName[], fits: (name: WrittenName) => boolean): number | undefined {
  const values = new Set(names.filter(fits).map(([, value]) => value));
  const [value] = values;
  return values.size === 1 ? value : undefined;
}

function commonLength(one: string, other: string): number {
  let length = 0;
  while (length < one.length && one[length] === other[length]) length += 1;
  return length;
}
