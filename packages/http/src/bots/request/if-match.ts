import { EngineError, type IfRevision } from '@botwright/core';

const tagList = /^\s*(?:W\/)?"[\x21\x23-\x7e\x80-\xff]*"(?:\s*,\s*(?:W\/)?"[\x21\x23-\x7e\x80-\xff]*")*\s*$/;

/**
 * Reads which revisions of the draft the caller is willing to overwrite. A weak tag and one that is not ours
 * match no revision; `*` matches every one.
 *
 * @throws {EngineError} `invalid_parameters` when it is no list of entity tags.
 * @spec HT43, HT44
 */
export function readIfMatch(header: string | null | undefined): IfRevision {
  if (header === null || header === undefined || header.trim() === '*') return {};
  if (!tagList.test(header)) {
    throw new EngineError('invalid_parameters', { field: 'If-Match', message: 'Expected entity tags, or *.' });
  }
  const strong = header.match(/(?:W\/)?"[^"]*"/g)?.flatMap((tag) => /^"([1-9]\d{0,15})"$/.exec(tag)?.[1] ?? []) ?? [];
  return { ifRevision: strong.map(Number) };
}

/** @spec HT42 */
export function revisionTag(revision: number): string {
  return `"${revision}"`;
}
