import type { ErrorKind } from '@botwright/core';

/**
 * The only place that knows the statuses of refusals. A new kind without a status does not compile.
 *
 * @spec HT12
 */
export const statusByKind = {
  malformed: 400,
  unauthenticated: 401,
  payment: 402,
  forbidden: 403,
  not_found: 404,
  method: 405,
  conflict: 409,
  stale: 412,
  too_large: 413,
  unsupported_media: 415,
  refused: 422,
  limited: 429,
  internal: 500,
  not_implemented: 501,
  dependency: 502,
} as const satisfies Record<ErrorKind, number>;
