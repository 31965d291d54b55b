/**
 * Decodes percent escapes of UTF-8.
 *
 * @returns `undefined` for a bad escape, bytes that are no UTF-8, and characters that a URL must escape.
 * @spec HT6
 */
export function decodePercent(text: string): string | undefined {
  if (!/^[\x21-\x7e]*$/.test(text)) return undefined;
  if (!text.includes('%')) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
