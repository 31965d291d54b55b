// date-fns by the paths of single functions: its index is hundreds of files, which would take seconds at every start.
import { writeIsoDate } from '@botwright/core/conversation';
import { utc } from '@date-fns/utc';
import { parse } from 'date-fns/parse';

/** An earlier year is one of two digits that was read by a form of four. */
const earliestYear = 1_000;

/** UTF-16 units of a date, and of a form. */
const maxLength = 255;

/**
 * Reads a date in a form given in the notation of strftime.
 *
 * @param now - A two-digit year is read as the year within fifty years of now.
 * @returns The value of a `date` Field; `undefined` when the text has another form or is no day that exists, and when
 *   the form contradicts itself.
 * @spec RN62, RN63
 */
export function readDate(text: string, strftimeForm: string, now: number): string | undefined {
  if (text.length > maxLength || strftimeForm.length > maxLength) return undefined;
  const pattern = dateFnsPattern(strftimeForm);
  const time = pattern === undefined ? undefined : parseTime(text, pattern, now);
  if (time === undefined) return undefined;
  const year = new Date(time).getUTCFullYear();
  return Number.isNaN(time) || year < earliestYear || year > 9_999 ? undefined : writeIsoDate(time);
}

function parseTime(text: string, pattern: string, now: number): number | undefined {
  const startOfDay = Math.floor(now / 86_400_000) * 86_400_000;
  try {
    return parse(text, pattern, startOfDay, { in: utc, useAdditionalDayOfYearTokens: true }).getTime();
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
 * @returns `undefined` when the form has an unknown directive, or none at all.
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
const literalPercent = '\u0000';

function quoted(text: string): string {
  return `'${text.replaceAll(literalPercent, '%').replaceAll("'", "''")}'`;
}
