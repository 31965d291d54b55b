import type { IdSource } from '@botwright/core';

const sane = /^[A-Za-z0-9._-]{1,128}$/;

/**
 * Keeps the id that the caller sent if it is one to put into logs, else makes one.
 *
 * @spec HT11
 */
export function chooseRequestId(sent: string | null | undefined, ids: IdSource): string {
  return typeof sent === 'string' && sane.test(sent) ? sent : ids.uuid();
}
