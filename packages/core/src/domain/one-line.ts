/** Cuts a text; line ends and other control characters become spaces. @spec EM4 */
export function oneLine(text: string, maxCodePoints: number): string {
  const line = text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim();
  return line.length <= maxCodePoints ? line : [...line.slice(0, 2 * maxCodePoints)].slice(0, maxCodePoints).join('');
}
