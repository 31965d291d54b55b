import { EngineError, type ErrorCode } from '@botwright/core';

/** An interface's error code for a path or query that is not percent-encoded UTF-8. */
export type MalformedAddress = Extract<ErrorCode, 'invalid_parameters' | 'malformed_json'>;

/** @param part - The part of the URL that is malformed. @spec HT6, TK16 */
export function refuseAddress(code: MalformedAddress, part: 'path' | 'query'): EngineError {
  return new EngineError(code, { field: part, message: 'Expected percent escapes of UTF-8.' });
}

/**
 * Decodes the parts of a split path, so an escaped slash stays inside its segment.
 *
 * @returns `undefined` when one of them is malformed.
 * @spec HT5, HT6
 */
export function decodeSegments(parts: readonly string[]): readonly string[] | undefined {
  const segments = parts.map(decodePercent);
  return segments.every((segment) => segment !== undefined) ? segments : undefined;
}

/**
 * Decodes percent escapes of UTF-8.
 *
 * @returns `undefined` for a bad escape, bytes that are not UTF-8, and characters that a URL must escape.
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
