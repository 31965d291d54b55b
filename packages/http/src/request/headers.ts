import { EngineError, type IfRevision } from '@botwright/core';
import { faultMessages } from '@botwright/core/inputs';
import { systemIds } from '@botwright/core/node';
import type { IdSource } from '@botwright/core/ports';

/** A header's value, as `HeaderReader` returns it. */
export type HeaderValue = string | null | undefined;

const safeRequestId = /^[A-Za-z0-9._-]{1,128}$/;
const maxKeyLength = 255;
const tagList = /^\s*(?:W\/)?"[\x21\x23-\x7e\x80-\xff]*"(?:\s*,\s*(?:W\/)?"[\x21\x23-\x7e\x80-\xff]*")*\s*$/;

/** Returns the `X-Request-Id` of the caller if it is safe in a log; otherwise makes one. @spec HT11 */
export function chooseRequestId(sent: HeaderValue, ids: IdSource = systemIds()): string {
  return typeof sent === 'string' && safeRequestId.test(sent) ? sent : ids.uuid();
}

/**
 * Reads a cookie from the header `Cookie`; `undefined` without it.
 *
 * @returns The unparsed value of the first cookie with this name.
 */
export function readCookie(header: HeaderValue, name: string): string | undefined {
  if (header === null || header === undefined) return undefined;
  for (const pair of header.split(';')) {
    const equals = pair.indexOf('=');
    if (equals !== -1 && pair.slice(0, equals).trim() === name) return pair.slice(equals + 1).trim();
  }
  return undefined;
}

/** The scheme of an `Authorization`, in lower case, and the rest; an absent value is empty. */
export interface Authorization {
  /** Such as `bearer`. */
  readonly scheme: string;
  /** The credential: do not log it. */
  readonly value: string;
}

/** @spec HT19, TK2 */
export function readAuthorization(header: HeaderValue): Authorization | undefined {
  if (header === null || header === undefined) return undefined;
  const space = header.indexOf(' ');
  if (space === -1) return { scheme: header.toLowerCase(), value: '' };
  return { scheme: header.slice(0, space).toLowerCase(), value: header.slice(space + 1).trim() };
}

/**
 * @returns `undefined` when the caller gave no `Idempotency-Key`.
 * @throws {EngineError} `invalid_parameters`
 * @spec HT48
 */
export function readIdempotencyKey(header: HeaderValue): string | undefined {
  if (header === null || header === undefined) return undefined;
  if (header.length >= 1 && header.length <= maxKeyLength) return header;
  throw new EngineError('invalid_parameters', {
    field: 'Idempotency-Key',
    message: faultMessages.characters(1, maxKeyLength),
  });
}

/**
 * Reads from `If-Match` the revisions of the draft that the caller is willing to overwrite. A weak tag, or a tag of
 * another form, matches nothing; `*` matches every revision.
 *
 * @throws {EngineError} `invalid_parameters` when it is not a list of entity tags.
 * @spec HT43, HT44
 */
export function readIfMatch(header: HeaderValue): IfRevision {
  if (header === null || header === undefined || header.trim() === '*') return {};
  if (!tagList.test(header)) {
    throw new EngineError('invalid_parameters', { field: 'If-Match', message: 'Expected entity tags, or *.' });
  }
  const strong = header.match(/(?:W\/)?"[^"]*"/g)?.flatMap((tag) => /^"([1-9]\d{0,15})"$/.exec(tag)?.[1] ?? []) ?? [];
  return { ifRevision: strong.map(Number) };
}

/**
 * Reads from `Prefer: wait=` the seconds for which a client waits (RFC 7240, section 4.3).
 *
 * @returns `undefined` without it.
 * @spec WC4
 */
export function readWait(header: HeaderValue): number | undefined {
  const seconds = /(?:^|,)\s*wait\s*=\s*"?(\d{1,9})"?\s*(?:[;,]|$)/i.exec(header ?? '')?.[1];
  return seconds === undefined ? undefined : Number(seconds);
}

/** The entity tag of a revision. @spec HT42 */
export function revisionTag(revision: number): string {
  return `"${revision}"`;
}

/**
 * Whether `Prefer` asks for `return=minimal`, the short response to a draft write. Other preferences are ignored.
 *
 * @spec HT45
 */
export function prefersMinimal(header: HeaderValue): boolean {
  if (header === null || header === undefined) return false;
  return header.split(',').some((preference) => /^\s*return\s*=\s*("minimal"|minimal)\s*(;.*)?$/i.test(preference));
}
