import { foldText } from '../../domain/fold-text.ts';

/** UTF-16 units of a time. */
const maxLength = 40;

/** Words for the halves of a day, before or behind the time. The Latin letters also have dots and spaces: `p. m.` */
const mornings = ['am', 'a', '上午', '午前', '오전', 'ص', 'πμ'];
const afternoons = ['pm', 'p', '下午', '午後', '오후', 'م', 'μμ'];

const words = [...mornings, ...afternoons];
const half = `(${words.join('|')})`;
/** Before a time, `a` and `p` are other words. */
const halfBefore = `(${words.filter((word) => !/^[ap]$/.test(word)).join('|')})`;
const hourSign = '(?:[h:.,時时點点시ч]|uhr)';
const hourWithMinutes = `(\\d{1,2}) ?${hourSign} ?(\\d{2}) ?(?:[m分분]|min|uhr|h)?(?:[:.]\\d{2})?`;
const hourAlone = `(\\d{1,2}) ?(?:[h時时點点시ч]|uhr|o'clock)`;
const bareHour = '(\\d{1,2})';
const fourDigits = '(\\d{1,2})(\\d{2})';

/** By the place of the word for the half of the day: none, before the time, or behind it. */
const forms = {
  without: [hourWithMinutes, hourAlone, '(\\d{2})(\\d{2})'].map((time) => new RegExp(`^${time}$`)),
  before: [hourWithMinutes, hourAlone].map((time) => new RegExp(`^${halfBefore} ?${time}$`)),
  behind: [hourWithMinutes, hourAlone, bareHour, fourDigits].map((time) => new RegExp(`^${time} ?${half}$`)),
};

/**
 * Reads a time of day as people type it: with 24 hours (`17:30`, `17.30`, `17h30`, `17h`, `17 Uhr`, `1730`) or with 12
 * (`5pm`, `5:30 p.m.`, `下午5時`). A lone number is not a time, since `5` could be either half of the day. Seconds do not
 * count.
 *
 * @param seen - A text without its invisible differences: see `visibleText`.
 * @returns `HH:MM`; `undefined` for any other text.
 * @spec LG18, LG19, LG20
 */
export function readTime(seen: string): string | undefined {
  if (seen.length > maxLength) return undefined;
  const text = foldText(seen)
    .trim()
    .replace(/([apπμ])\. ?([mμ])\.?/, '$1$2')
    .replace(/([ap]) m$/, '$1m')
    .replace(/(?<=[apπμ])\.$/, '');
  if (!/\d/.test(text)) return undefined;
  const [, hour, minute] = match(text, forms.without) ?? [];
  if (hour !== undefined) return timeOf(Number(hour), Number(minute ?? 0));
  const [, wordBefore, hourAfter, minuteAfter] = match(text, forms.before) ?? [];
  if (wordBefore !== undefined) return inHalf(wordBefore, Number(hourAfter), Number(minuteAfter ?? 0));
  const found = match(text, forms.behind);
  const word = found?.at(-1);
  if (found === undefined || word === undefined) return undefined;
  return inHalf(word, Number(found[1]), found.length > 3 ? Number(found[2]) : 0);
}

function match(text: string, patterns: readonly RegExp[]): RegExpExecArray | undefined {
  for (const pattern of patterns) {
    const found = pattern.exec(text);
    if (found !== null) return found;
  }
  return undefined;
}

/** Reads hours of 12. An hour from 13 on is also an afternoon: `17:30 pm`. */
function inHalf(word: string, hour: number, minute: number): string | undefined {
  const isAfternoon = afternoons.includes(word);
  if (hour > 12) return isAfternoon ? timeOf(hour, minute) : undefined;
  if (hour === 0) return isAfternoon ? undefined : timeOf(0, minute);
  return timeOf((hour % 12) + (isAfternoon ? 12 : 0), minute);
}

function timeOf(hour: number, minute: number): string | undefined {
  if (hour > 23 || minute > 59) return undefined;
  return `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`;
}
