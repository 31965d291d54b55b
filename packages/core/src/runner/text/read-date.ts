// date-fns by the paths of single functions: its index is hundreds of files, which would take seconds at every start.

import { utc } from '@date-fns/utc';
import type { Locale } from 'date-fns';
import { enUS } from 'date-fns/locale/en-US';
import { parse } from 'date-fns/parse';
import { writeIsoDate } from '../../domain/time/iso-date.ts';
import { type DateWords, dateText, dateWords } from './date-words.ts';
import { dateWriting, gregorianYear } from './date-writing.ts';
import { readWordedDate, type WordedDate, weekdayIn } from './read-worded-date.ts';

/** An earlier year is one of two digits that was read by a form of four. */
const earliestYear = 1_000;

/** UTF-16 units of a date, and of a form. */
const maxLength = 255;

/**
 * Reads a date in a form given in the notation of strftime. Case, accents and look-alikes do not count.
 *
 * @param now - A two-digit year is read as the year within fifty years of now.
 * @param locale - The language of months and days of the week.
 * @returns The value of a `date` Field; `undefined` when the text has another form or names a day that does not exist,
 *   and when the form contradicts itself.
 * @spec RN62, RN63, RN144, RN150
 */
export function readDate(text: string, strftimeForm: string, now: number, locale: string): string | undefined {
  if (text.length > maxLength || strftimeForm.length > maxLength) return undefined;
  const pattern = dateFnsPattern(strftimeForm);
  if (pattern === undefined) return undefined;
  const [folded, startOfDay] = [dateText(text).trim(), Math.floor(now / 86_400_000) * 86_400_000];
  // A dot behind a name belongs to it, or to the form.
  const isWorded = hasNames(strftimeForm);
  if (!isWorded && !/\d/.test(folded) && /%-?[^%p]/.test(strftimeForm.replaceAll('%%', ''))) return undefined;
  const readings = isWorded ? [dateWords(locale, true), dateWords(locale, false)].map(localeWith) : [enUS];
  for (const reading of readings) {
    const time = parseTime(folded, pattern, startOfDay, reading);
    if (time !== undefined && isSameDate(time, folded, strftimeForm, locale)) return fieldValueOf(time);
  }
  const worded = isWorded ? readWordedDate(folded, strftimeForm, locale) : undefined;
  return worded && fieldValueOfDate(worded, startOfDay);
}

/** Not where the text names another day of the week, or has the year of another calendar. */
function isSameDate(time: number, text: string, form: string, locale: string): boolean {
  if (!hasNames(form)) return true;
  const date = new Date(time);
  if (date.getUTCFullYear() !== gregorianYear(date.getUTCFullYear(), dateWriting(locale))) return false;
  const weekday = /%-?[aA]/.test(form) ? weekdayIn(text, locale) : undefined;
  return weekday === undefined || weekday === date.getUTCDay();
}

/** Reads a two-digit or missing year as the parser of forms does. */
function fieldValueOfDate({ year, month, day = 1 }: WordedDate, startOfDay: number): string | undefined {
  const thisYear = new Date(startOfDay).getUTCFullYear();
  const full = year === undefined ? thisYear : year < 100 ? nearestYear(year, thisYear) : year;
  const date = new Date(Date.UTC(full, month, day));
  return date.getUTCMonth() === month && date.getUTCDate() === day ? fieldValueOf(date.getTime()) : undefined;
}

/** The year with two digits within fifty years. */
function nearestYear(twoDigits: number, thisYear: number): number {
  const year = thisYear - (thisYear % 100) + twoDigits;
  if (year > thisYear + 50) return year - 100;
  return year < thisYear - 49 ? year + 100 : year;
}

/** Whether a form asks for the name of a month or of a day of the week. */
export function hasNames(strftimeForm: string): boolean {
  return /[bBhaA]/.test(strftimeForm) && /%-?[bBhaA]/.test(strftimeForm.replaceAll('%%', ''));
}

function fieldValueOf(time: number): string | undefined {
  const year = new Date(time).getUTCFullYear();
  return year < earliestYear || year > 9_999 ? undefined : writeIsoDate(time);
}

/** English, except the names: the names of date-fns are not needed. */
function localeWith(words: DateWords): Locale {
  return { ...enUS, match: { ...enUS.match, ...(words as Partial<Locale['match']>) } };
}

/** @returns `undefined` when the text has another form. */
function parseTime(text: string, pattern: string, startOfDay: number, locale: Locale): number | undefined {
  try {
    const time = parse(text, pattern, startOfDay, { in: utc, locale, useAdditionalDayOfYearTokens: true }).getTime();
    return Number.isNaN(time) ? undefined : time;
  } catch {
    // Two directives that contradict each other, such as `%Y-%m-%Y`.
    return undefined;
  }
}

/** Directives of strftime that a form may use, and the same in the patterns of date-fns. */
const tokens: ReadonlyMap<string, string> = new Map([
  ['Y', 'yyyy'],
  ['y', 'yy'],
  ['m', 'MM'],
  ['d', 'dd'],
  ['e', 'd'],
  ['j', 'DDD'],
  ['b', 'MMM'],
  ['h', 'MMM'],
  ['B', 'MMMM'],
  ['a', 'EEE'],
  ['A', 'EEEE'],
  ['H', 'HH'],
  ['I', 'hh'],
  ['M', 'mm'],
  ['S', 'ss'],
  ['p', 'a'],
  ['D', 'MM/dd/yy'],
  ['F', 'yyyy-MM-dd'],
  ['T', 'HH:mm:ss'],
  ['R', 'HH:mm'],
]);

/**
 * Translates a form in the notation of strftime, `%d/%m/%Y`, into a pattern of date-fns. `%-d` is the same as `%d`:
 * leading zeros are never required.
 *
 * @returns `undefined` when the form has an unknown directive, or none.
 * @spec RN62
 */
function dateFnsPattern(form: string): string | undefined {
  let pattern = '';
  let asksForSomething = false;
  for (const [part, directive] of form.replaceAll('%%', literalPercent).matchAll(/%-?(.)?|[^%]+/gsu)) {
    const isDirective = part.startsWith('%');
    const token = isDirective ? tokens.get(directive ?? '') : quoted(part);
    if (token === undefined) return undefined;
    asksForSomething ||= isDirective;
    pattern += token;
  }
  return asksForSomething ? pattern : undefined;
}

/** Takes the place of `%%` while the form is split into directives and other text. */
const literalPercent = '\ue000';

function quoted(text: string): string {
  return `'${dateText(text.replaceAll(literalPercent, '%')).replaceAll("'", "''")}'`;
}
