/**
 * Orders strings by Unicode code point, which is also the order of their UTF-8 bytes.
 *
 * JavaScript's `<` goes by UTF-16 unit and puts U+10000 and above before U+E000 to U+FFFF.
 *
 * @spec ST23
 */
export function compareCodePoints(a: string, b: string): number {
  const shorter = Math.min(a.length, b.length);
  for (let index = 0; index < shorter; index += 1) {
    const left = a.charCodeAt(index);
    const right = b.charCodeAt(index);
    if (left !== right) return rank(left) - rank(right);
  }
  return a.length - b.length;
}

/** Lifts surrogates, the halves of what is above U+FFFF, over all other units. */
function rank(unit: number): number {
  return unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit;
}
