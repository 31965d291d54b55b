import { storageFaultOf } from '@botwright/core';
import type { Logger } from './logger.ts';

/**
 * Logs a failure: with its stack, which leads to a bug, or in words for an unavailable store, which is not a bug.
 *
 * @param members - Members of the line. Ids, no secrets.
 * @spec SV73
 */
export function logFault(logger: Pick<Logger, 'error'>, error: unknown, text: string, members: object = {}): void {
  const fault = storageFaultOf(error);
  logger.error({ ...members, ...(fault === undefined ? { err: error } : { problem: fault.message }) }, text);
}
