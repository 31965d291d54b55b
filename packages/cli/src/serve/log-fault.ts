import { storageFaultOf } from '@botwright/core';
import type { Logger } from './logger.ts';

/**
 * Logs what failed: with its stack, which leads to a bug; or in words where the store cannot be asked, which is none.
 *
 * @param members - Of the line. Ids, no secrets.
 * @spec SV73
 */
export function logFault(logger: Pick<Logger, 'error'>, error: unknown, text: string, members: object = {}): void {
  const fault = storageFaultOf(error);
  logger.error({ ...members, ...(fault === undefined ? { err: error } : { problem: fault.message }) }, text);
}
