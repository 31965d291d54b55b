/** Writes a sign before and after a text, without space between: signs next to a space mark nothing. */
export function markedBy(sign: string, text: string): string {
  const inner = text.trim();
  if (inner === '') return text;
  const start = text.length - text.trimStart().length;
  return `${text.slice(0, start)}${sign}${inner}${sign}${text.slice(start + inner.length)}`;
}
