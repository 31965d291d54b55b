/** Names of months and days of the week in one language, each with its spellings: in a date, standalone, and short. */
export interface DateNames {
  /** January first. */
  readonly months: readonly NamesOfOne[];
  /** Sunday first. */
  readonly weekdays: readonly NamesOfOne[];
}

export interface NamesOfOne {
  /** The form in a whole date: `марта`. */
  readonly inDate: string;
  readonly alone: string;
  readonly shortInDate: string;
  readonly short: string;
}

const fallbackLocale = 'en';

/** A language, perhaps with a script, a region and more, in the form of BCP 47, also with underscores. @spec BL27 */
export const localePattern = '^[A-Za-z]{2,3}([-_][A-Za-z0-9]{1,8})*$';

/** The size of the cache of languages: finding names takes milliseconds. */
const mostRemembered = 50;
const remembered = new Map<string, DateNames>();

/**
 * Finds a language's names of months and days of the week in the Gregorian calendar. Independent of the language and
 * the time zone of the machine.
 *
 * @param locale - In the form of BCP 47. A malformed or unknown locale gives English.
 */
export function dateNames(locale: string): DateNames {
  const known = knownLocale(locale) ?? fallbackLocale;
  const before = remembered.get(known);
  if (before !== undefined) return before;
  const months = Array.from({ length: 12 }, (_, month) => new Date(Date.UTC(2026, month, 15)));
  // 1 November 2026 is a Sunday.
  const weekdays = Array.from({ length: 7 }, (_, day) => new Date(Date.UTC(2026, 10, 1 + day)));
  const names = { months: namesOf(known, 'month', months), weekdays: namesOf(known, 'weekday', weekdays) };
  if (remembered.size >= mostRemembered) remembered.clear();
  remembered.set(known, names);
  return names;
}

function namesOf(locale: string, part: 'month' | 'weekday', dates: readonly Date[]): readonly NamesOfOne[] {
  const formatOf = (options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat =>
    new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC', calendar: 'gregory', numberingSystem: 'latn' });
  const alone = formatOf({ [part]: 'long' });
  const short = formatOf({ [part]: 'short' });
  const inDate = formatOf({ day: 'numeric', month: 'long', [part]: 'long' });
  const shortInDate = formatOf({ day: 'numeric', month: 'long', [part]: 'short' });
  const partOf = (format: Intl.DateTimeFormat, date: Date, name: string): string => {
    const found = format.formatToParts(date).find(({ type }) => type === part)?.value ?? name;
    // The sign after a numeric month does not belong to the name.
    return /^\d+$/.test(found) ? name : found;
  };
  return dates.map((date) => ({
    alone: alone.format(date),
    short: short.format(date),
    inDate: partOf(inDate, date, alone.format(date)),
    shortInDate: partOf(shortInDate, date, short.format(date)),
  }));
}

/** The canonical form of the locale; `undefined` if the runtime lacks it. */
export function knownLocale(locale: string): string | undefined {
  try {
    return Intl.DateTimeFormat.supportedLocalesOf(locale.replaceAll('_', '-'))[0];
  } catch {
    // The locale is malformed.
    return undefined;
  }
}
