import { decodePercent } from '../request/decode-percent.ts';

/**
 * Decodes the parts of a path that was split before, so an escaped slash stays inside its segment.
 *
 * @returns `undefined` when one of them is malformed.
 * @spec HT5, HT6
 */
export function decodeSegments(parts: readonly string[]): readonly string[] | undefined {
  const segments = parts.map(decodePercent);
  return segments.every((segment) => segment !== undefined) ? segments : undefined;
}
