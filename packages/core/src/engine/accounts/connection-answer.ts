import { type AccountConnection, statusOfConnection } from '../../domain/account-connection/account-connection.ts';
import type { EpochMs } from '../../domain/time/epoch-ms.ts';
import type { ConnectionAnswer } from '../accounts-handle.ts';

/** @spec CA1, CA2 */
export function connectionAnswer(connection: AccountConnection, now: EpochMs): ConnectionAnswer {
  const { id, kind, expiresAt, progress } = connection;
  return {
    id,
    kind,
    status: statusOfConnection(connection, now),
    ...(progress.kind === 'connected' && { accountId: progress.accountId }),
    expiresAt,
  };
}
