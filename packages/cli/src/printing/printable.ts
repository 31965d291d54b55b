/** Nothing of a file may move the cursor of a terminal, or turn the direction of its text. */
export function printable(text: string): string {
  return text.replaceAll('\t', ' ').replace(/[\p{Cc}\p{Bidi_Control}]/gu, '\ufffd');
}
