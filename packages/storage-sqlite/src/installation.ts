import type { BrandRecord, Installation, Principal } from '@botwright/core';
import type { Ask } from './access.ts';
import type { Connection } from './connection.ts';

export const findPrincipalSql = 'SELECT brand, person, workspaces, permissions FROM tokens WHERE hash = ?';
const listBrandsSql = 'SELECT name, plan, workspaces, agents, connected_accounts FROM brands';
export const findBrandSql = `${listBrandsSql} WHERE name = ?`;
export const findChannelByTokenSql =
  'SELECT channels.brand, channels.number FROM channels JOIN brands ON brands.name = channels.brand ' +
  'WHERE channels.token_hash = ? AND channels.active = 1';
export const findTokenHolderSql = 'SELECT brand, number FROM channels WHERE token_hash = ?';
/** Hooks are found by their index; few channels have a webhook, and few accounts no tokens. */
export const brandsWithSecretsSql =
  'SELECT DISTINCT brand FROM hooks ' +
  "UNION SELECT brand FROM channels WHERE sealed_webhook_url IS NOT NULL AND purpose = 'live' " +
  'UNION SELECT brand FROM accounts WHERE sealed_tokens IS NOT NULL';
export const sweepVersionsSql = 'DELETE FROM versions WHERE reserved_at < ?';
export const sweepConnectionsSql = 'DELETE FROM account_connections WHERE created_at < ?';
export const sweepRequestsSql = 'DELETE FROM requests WHERE coalesce(settled_at, lease_until) < ?';

interface PrincipalRow {
  readonly brand: string;
  readonly person: number;
  /** JSON lists. */
  readonly workspaces: string;
  readonly permissions: string;
}

interface BrandRow {
  readonly name: string;
  readonly plan: BrandRecord['plan'];
  /** JSON lists. */
  readonly workspaces: string;
  readonly agents: string;
  /** Absent where the configuration did not speak of accounts. */
  readonly connected_accounts: string | null;
}

/** @param read - Asks committed state. @param write - Asks in a transaction of its own. */
export function createInstallation({ read, write }: { readonly read: Ask; readonly write: Ask }): Installation {
  return {
    findPrincipal: (tokenHash) =>
      read((connection) => {
        const row = connection.get<PrincipalRow>(findPrincipalSql, tokenHash);
        return row === undefined ? undefined : decodePrincipal(row);
      }, `principal ${tokenHash}`),

    findBrand: (brand) =>
      read((connection) => {
        const row = connection.get<BrandRow>(findBrandSql, brand);
        return row === undefined ? undefined : decodeBrand(row);
      }),

    findChannelByToken: (tokenHash) =>
      read((connection) => {
        const row = connection.get<{ brand: string; number: number }>(findChannelByTokenSql, tokenHash);
        return row === undefined ? undefined : { brand: row.brand, channelNumber: row.number };
      }, `channel ${tokenHash}`),

    findTokenHolder: (tokenHash) =>
      read((connection) => {
        const row = connection.get<{ brand: string; number: number }>(findTokenHolderSql, tokenHash);
        return row === undefined ? undefined : { brand: row.brand, channelNumber: row.number };
      }),

    listBrands: () => read((connection) => connection.all<BrandRow>(listBrandsSql).map(decodeBrand)),

    listBrandsWithSecrets: () =>
      read((connection) => connection.all<{ brand: string }>(brandsWithSecretsSql).map(({ brand }) => brand)),

    configure: (wanted) =>
      write((connection) => {
        connection.run('DELETE FROM tokens');
        connection.run('DELETE FROM brands');
        for (const brand of wanted.brands) insertBrand(connection, brand);
        for (const { hash, principal } of wanted.tokens) {
          const { brand, person, workspaces, permissions } = principal;
          const sql = 'INSERT INTO tokens (hash, brand, person, workspaces, permissions) VALUES (?, ?, ?, ?, ?)';
          connection.run(sql, hash, brand, person, JSON.stringify(workspaces), JSON.stringify(permissions));
        }
      }),

    sweep: (before) =>
      write((connection) => {
        connection.run(sweepVersionsSql, before.reservedBefore);
        connection.run(sweepRequestsSql, before.settledBefore);
      }),

    sweepConnections: (createdBefore) =>
      write((connection) => {
        // Attempts go by the foreign key.
        connection.run(sweepConnectionsSql, createdBefore);
      }),
  };
}

function insertBrand(connection: Connection, brand: BrandRecord): void {
  const { name, plan, workspaces, agents, connectedAccounts } = brand;
  connection.run(
    'INSERT INTO brands (name, plan, workspaces, agents, connected_accounts) VALUES (?, ?, ?, ?, ?)',
    name,
    plan,
    JSON.stringify(workspaces),
    JSON.stringify(agents),
    connectedAccounts === undefined ? null : JSON.stringify(connectedAccounts),
  );
}

function decodeBrand(row: BrandRow): BrandRecord {
  return {
    name: row.name,
    plan: row.plan,
    workspaces: JSON.parse(row.workspaces),
    agents: JSON.parse(row.agents),
    ...(row.connected_accounts === null ? undefined : { connectedAccounts: JSON.parse(row.connected_accounts) }),
  };
}

function decodePrincipal(row: PrincipalRow): Principal {
  return {
    brand: row.brand,
    person: row.person,
    workspaces: JSON.parse(row.workspaces),
    permissions: JSON.parse(row.permissions),
  };
}
