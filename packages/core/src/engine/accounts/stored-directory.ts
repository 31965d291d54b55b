import { accountKinds } from '../../domain/account-connection/account-kind.ts';
import type { AccountDirectory } from '../../ports/account-directory.ts';
import type { AccountParts } from './account-providers.ts';
import { findAccounts } from './find-account.ts';

/**
 * Tells the accounts that are connected here, and those that the configuration declares.
 *
 * @spec CA28
 */
export function storedDirectory(parts: Pick<AccountParts, 'storage' | 'providers'>): AccountDirectory {
  return {
    async findConnected(brand, kind, accountIds) {
      const known = accountKinds.find((each) => each === kind);
      if (known === undefined) return new Set();
      const listed = new Set((await findAccounts(parts, brand, known)).map(({ account }) => account.id));
      return new Set(accountIds.filter((id) => listed.has(id)));
    },
  };
}
