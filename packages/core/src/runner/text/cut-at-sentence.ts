import { hasMoreCodePoints } from '../../domain/text.ts';

/** The end of a sentence, with closing signs after it; or the end of a line. */
const sentenceEnd = /[.!?…。！？؟।][\p{Pe}\p{Pf}"']*(?=\s|$)|(?<=[。！？])|\n/gu;

/**
 * Cuts a text at the end of its last whole sentence that fits; without one at white space, else anywhere.
 *
 * @param max - In Unicode code points.
 * @spec LM7
 */
export function cutAtSentence(text: string, max: number): string {
  if (!hasMoreCodePoints(text, max)) return text;
  // One more code point shows whether the last sentence ends there.
  const points = Array.from(text.slice(0, 2 * max + 2)).slice(0, max + 1);
  const longer = points.join('');
  const most = longer.length - (points.at(-1) ?? '').length;
  let end = 0;
  for (const match of longer.matchAll(sentenceEnd)) {
    const after = match.index + match[0].length;
    if (after <= most) end = after;
  }
  if (end > 0) return longer.slice(0, end).trimEnd();
  const cut = longer.slice(0, most);
  const space = cut.search(/\s\S*$/);
  return space > 0 ? cut.slice(0, space) : cut;
}
