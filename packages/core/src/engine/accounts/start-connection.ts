import { startAccountConnection } from '../../domain/account-connection/account-connection.ts';
import { sha256 } from '../../system/sha256.ts';
import type { ConnectionAnswer } from '../accounts-handle.ts';
import { EngineError } from '../engine-error.ts';
import { readInput } from '../input/read-input.ts';
import { commit, readerOf, requirePermission, type Scope } from '../scope.ts';
import { connectionAnswer } from './connection-answer.ts';
import { kindShape } from './list-accounts.ts';

/**
 * Starts a connection and makes its link.
 *
 * @spec CA3, CA4, CA6, CA7
 */
export async function startConnection(
  scope: Scope,
  given: unknown,
): Promise<{ readonly connection: ConnectionAnswer; readonly url: string }> {
  const { principal, clock, ids, providers } = scope;
  requirePermission(principal, 'edit_integrations');
  const kind = readInput(kindShape, given, 'kind');
  if (providers[kind] === undefined) throw new EngineError('dependency_failed');

  const link = ids.token();
  const now = clock.now();
  const connection = startAccountConnection({ id: ids.uuid(), kind, startedBy: principal.person }, now);
  return commit(scope, async (tx) => {
    await tx.accountConnections.insert({ ...connection, linkHash: sha256(link) });
    return { connection: connectionAnswer(connection, now), url: `${providers.connectUrl}/${link}` };
  });
}

/** @spec CA2, CA5 */
export async function getConnection(scope: Scope, given: unknown, connectionId: string): Promise<ConnectionAnswer> {
  requirePermission(scope.principal, 'view_integrations');
  const kind = readInput(kindShape, given, 'kind');
  const connection = await readerOf(scope).accountConnections.find(connectionId);
  if (connection?.kind !== kind) throw new EngineError('connection_not_found');
  return connectionAnswer(connection, scope.clock.now());
}
