/** Tells text that every store and every encoding can hold: no U+0000 and no lone surrogate. */
export function isPlainText(text: string): boolean {
  return !text.includes('\u0000') && text.isWellFormed();
}

/** @returns How many Unicode code points the text has, which is what people count as characters. */
export function countCodePoints(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}

/** Tells a text of more code points than that. However long it is, no more than twice as many units are read. */
export function hasMoreCodePoints(text: string, max: number): boolean {
  if (text.length <= max) return false;
  return text.length > 2 * max || countCodePoints(text) > max;
}
