/** The text without what people do not see as a difference: case, spaces around it, ways to compose a letter. @spec RN50 */
export function foldText(text: string): string {
  return text.normalize('NFC').trim().toLowerCase();
}
