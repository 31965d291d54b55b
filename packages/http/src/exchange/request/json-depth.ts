const quote = 0x22;
const backslash = 0x5c;

/**
 * Tells whether lists and objects nest deeper than `limit`, the root counting 1, before anything is parsed.
 * Text that is not JSON gets some answer; parsing refuses it later.
 *
 * @param bytes - JSON text in UTF-8.
 * @spec HT32
 */
export function isDeeperThan(limit: number, bytes: Uint8Array): boolean {
  let depth = 0;
  for (let index = 0; index < bytes.length; index += 1) {
    const byte = bytes[index];
    if (byte === quote) {
      index = endOfString(bytes, index);
    } else if (byte === 0x5b || byte === 0x7b) {
      depth += 1;
      if (depth > limit) return true;
    } else if (byte === 0x5d || byte === 0x7d) {
      depth -= 1;
    }
  }
  return false;
}

/** @returns Where the string that opens at `start` closes, or past the end. */
function endOfString(bytes: Uint8Array, start: number): number {
  for (let close = bytes.indexOf(quote, start + 1); close !== -1; close = bytes.indexOf(quote, close + 1)) {
    let escapes = 0;
    while (bytes[close - 1 - escapes] === backslash) escapes += 1;
    if (escapes % 2 === 0) return close;
  }
  return bytes.length;
}
