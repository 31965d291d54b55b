/** Numbers in black or double circles, in dingbats, and a circle around the character before it. NFKC leaves them. */
const circled = /[\u24eb-\u24fe\u2776-\u2793]|\u20dd/g;

/**
 * Writes the numbers in circles that NFKC leaves as they are with plain digits.
 *
 * @spec RN136
 */
export function plainCircledNumbers(text: string): string {
  return text.replace(circled, (character) => {
    const code = character.charCodeAt(0);
    if (code >= 0x2776) return String(((code - 0x2776) % 10) + 1);
    if (code >= 0x24f5) return String(code - 0x24f5 + 1);
    return code >= 0x24eb ? String(code - 0x24eb + 11) : '';
  });
}
