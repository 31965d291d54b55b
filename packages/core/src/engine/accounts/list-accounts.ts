import * as v from 'valibot';
import { accountKinds } from '../../domain/account-connection/account-kind.ts';
import type { ConnectedAccount } from '../accounts-handle.ts';
import { readInput } from '../input/read-input.ts';
import { requirePermission, type Scope } from '../scope.ts';
import { findAccounts } from './find-account.ts';

export const kindShape = v.picklist(accountKinds);

/** @spec CA21, CA22, CA23, CA26 */
export async function listAccounts(scope: Scope, kind: unknown): Promise<readonly ConnectedAccount[]> {
  requirePermission(scope.principal, 'view_integrations');
  const listed = await findAccounts(scope, scope.principal.brand, readInput(kindShape, kind, 'kind'));
  return listed.map(({ account: { id, kind: accountKind, name, schedulingUrl } }) => ({
    id,
    kind: accountKind,
    name,
    ...(schedulingUrl !== undefined && { schedulingUrl }),
  }));
}
