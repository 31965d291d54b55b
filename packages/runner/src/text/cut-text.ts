/** Cuts a text to a length in UTF-16 units, never through the middle of a character. */
export function cutText(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  const last = text.charCodeAt(maxLength - 1);
  const isHalved = last >= 0xd800 && last <= 0xdbff;
  return text.slice(0, isHalved ? maxLength - 1 : maxLength);
}
