import { decodeSegments } from '../../exchange/routing/decode-segments.ts';

/** The two addresses under which the API answers: the public one and that of the builder's own pages. */
export type Base = 'public' | 'same_origin';

export type Location =
  | { readonly kind: 'outside' }
  | { readonly kind: 'malformed' }
  | { readonly kind: 'inside'; readonly base: Base; readonly segments: readonly string[] };

const label = 'v0-alpha';

/** Path prefix of each base. */
export const basePaths = { public: `/${label}`, same_origin: `/api/${label}` } as const satisfies Record<Base, string>;

/**
 * Finds the base that a path lies under, and the decoded segments after it. A path is split before it is
 * decoded, so an escaped slash stays inside its segment.
 *
 * @spec HT1, HT3
 */
export function locate(path: string): Location {
  const parts = path.split('/');
  const base = parts[1] === label ? 'public' : parts[1] === 'api' && parts[2] === label ? 'same_origin' : undefined;
  if (base === undefined || parts[0] !== '') return { kind: 'outside' };

  const segments = decodeSegments(parts.slice(base === 'public' ? 2 : 3));
  return segments === undefined ? { kind: 'malformed' } : { kind: 'inside', base, segments };
}
