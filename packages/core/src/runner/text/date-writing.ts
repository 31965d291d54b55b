import { dateNames, knownLocale } from '../../domain/time/date-names.ts';
import { dateText, spellingsOf, unambiguous, type WrittenName } from './date-words.ts';

type DatePart = 'day' | 'month' | 'year';

/** How a language writes a whole date. All words have the form of `dateText`. */
export interface DateWriting {
  /** Names of months, January being 0, the longest first. */
  readonly months: readonly WrittenName[];
  /** Names of the days of the week, Sunday being 0, the longest first. */
  readonly weekdays: readonly WrittenName[];
  /** Words that do not describe the day: `de`, `le`, `th`, `年`. */
  readonly between: ReadonlySet<string>;
  /** The order of the parts of an all-numeric date; empty if the language always writes the name of the month. */
  readonly order: readonly DatePart[];
  /** Whether a long date begins with the year. */
  readonly isYearFirst: boolean;
  /** The years of the language's calendar minus the Gregorian years. */
  readonly yearsAhead: number;
}

/**
 * Words that people write around the numbers of a date and that `Intl` does not know: articles, prepositions, endings
 * of ordinals, and words for day and year.
 */
const typedBetween = [
  ...['the', 'of', 'on', 'st', 'nd', 'rd', 'th'],
  ...['le', 'du', 'er', 'ere', 're', 'e', 'eme', 'ème'],
  ...['el', 'de', 'del', 'do', 'da', 'di', 'il', 'l', 'd', 'dia', 'dell', 'o', 'a', 'º', 'ª'],
  ...['der', 'den', 'dem', 'am', 'vom', 'die', 'ste'],
  ...['n', 'r', 'dne', 'dnia', 'roku', 'rok', 'leta', 'gada', 'an', 'en', 'ja', 'jen', 'i', 'ta'],
  ...['г', 'год', 'года', 'році', 'року', 'р', 'го', 'ого', 'е', 'ое', 'числа'],
  ...['η', 'του', 'της', 'τησ', 'την', 'στισ', 'στις'],
  ...['ב', 'ל', 'ה', 'בחודש', 'שנת', 'في', 'من', 'يوم', 'سنة', 'عام', 'م'],
  ...['को', 'ngày', 'mùng', 'mồng', 'năm', 'tanggal', 'tgl', 'วันที่', 'ที่', 'พ', 'ค', 'ศ', 'ปี'],
  ...['年', '日', '号', '號', '년', '일'],
].map(dateText);

/** Languages to remember. */
const mostRemembered = 50;
const remembered = new Map<string, DateWriting>();

/**
 * Finds out how a language writes dates, from the full, long and medium forms of `Intl`.
 *
 * @param locale - As in BCP 47. An unknown one counts as English.
 * @spec RN150
 */
export function dateWriting(locale: string): DateWriting {
  const known = knownLocale(locale) ?? 'en';
  const before = remembered.get(known);
  if (before !== undefined) return before;
  const writing = writingOf(known);
  if (remembered.size >= mostRemembered) remembered.clear();
  remembered.set(known, writing);
  return writing;
}

function writingOf(locale: string): DateWriting {
  const { months, weekdays } = dateNames(locale);
  const isBuddhist = new Intl.DateTimeFormat(locale).resolvedOptions().calendar === 'buddhist';
  const formatOf = (dateStyle: 'full' | 'long' | 'medium'): Intl.DateTimeFormat =>
    new Intl.DateTimeFormat(locale, {
      dateStyle,
      timeZone: 'UTC',
      numberingSystem: 'latn',
      calendar: isBuddhist ? 'buddhist' : 'gregory',
    });
  const formats = [formatOf('full'), formatOf('long'), formatOf('medium')] as const;
  const between = new Set(typedBetween);
  const names = { month: spellingsOf(months), weekday: spellingsOf(weekdays) };
  // The days from the 10th on: each month, and each day of the week.
  const days = Array.from({ length: 12 }, (_, month) => new Date(Date.UTC(2026, month, 10 + month)));
  for (const format of formats) {
    for (const day of days) {
      const parts = format.formatToParts(day);
      for (const [at, { type, value }] of parts.entries()) {
        if (type === 'literal' || type === 'era') for (const word of wordsOf(value)) between.add(word);
        else if (type === 'month' && !/^\d+$/.test(value)) names.month.push([attached(parts, at), day.getUTCMonth()]);
        else if (type === 'weekday') names.weekday.push([attached(parts, at), day.getUTCDay()]);
      }
    }
  }
  return {
    months: foldedNames(names.month),
    weekdays: foldedNames(names.weekday),
    between,
    order: orderOf(formats[2].formatToParts(days[0])),
    isYearFirst: formats[1].formatToParts(0).find(({ type }) => type === 'day' || type === 'year')?.type === 'year',
    yearsAhead: isBuddhist ? 543 : 0,
  };
}

/** The letters that are written to a name without a space are a part of it: `martxoaren`. */
function attached(parts: readonly Intl.DateTimeFormatPart[], at: number): string {
  const literal = (index: number): string => {
    const part = parts[index];
    return part?.type === 'literal' ? part.value : '';
  };
  const [before] = /(?:(?!\p{sc=Han}|\p{sc=Hangul}|\p{sc=Thai})\p{L})*$/u.exec(literal(at - 1)) ?? [''];
  const [after] = /^(?:(?!\p{sc=Han}|\p{sc=Hangul}|\p{sc=Thai})\p{L})*/u.exec(literal(at + 1)) ?? [''];
  return `${before}${parts[at]?.value ?? ''}${after}`;
}

function foldedNames(names: readonly WrittenName[]): readonly WrittenName[] {
  const folded = names.map(([name, value]): WrittenName => [dateText(name).replace(/\.+$/, '').trim(), value]);
  return unambiguous(folded.filter(([name]) => !/^\d+$/.test(name)));
}

function orderOf(parts: readonly Intl.DateTimeFormatPart[]): readonly DatePart[] {
  const order = parts.flatMap(({ type, value }) =>
    /^\d+$/.test(value) && (type === 'day' || type === 'month' || type === 'year') ? [type] : [],
  );
  return order.length === 3 ? order : [];
}

export function wordsOf(text: string): readonly string[] {
  return dateText(text).match(/[\p{L}\p{M}]+/gu) ?? [];
}

/** The Gregorian year of a year that the language counts. A year of the Buddhist calendar is known by its size. */
export function gregorianYear(year: number, { yearsAhead }: DateWriting): number {
  return yearsAhead > 0 && year >= 2_400 ? year - yearsAhead : year;
}
