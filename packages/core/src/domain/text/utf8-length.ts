/**
 * Counts the UTF-8 bytes of a text without making them.
 *
 * @param most - Counting ends as soon as there are more.
 * @returns A number above `most` when there are more bytes than that; how many more is not counted.
 */
export function utf8Length(text: string, most: number = Number.POSITIVE_INFINITY): number {
  let bytes = text.length;
  for (let index = 0; index < text.length && bytes <= most; index += 1) {
    const unit = text.charCodeAt(index);
    if (unit < 0x80) continue;
    // A pair of surrogates is 4 bytes for 2 units, any other unit above U+07FF is 3 bytes.
    const isSurrogate = unit >= 0xd800 && unit <= 0xdfff;
    bytes += unit < 0x800 || isSurrogate ? 1 : 2;
  }
  return bytes;
}
