import type { Principal } from '@botwright/core';
import type {
  AgentTokenRecord,
  BrandRecord,
  StoredBrand,
  TenantRegistry,
  TenantTransaction,
  TokenHolder,
} from '@botwright/core/ports';
import type { RunQuery } from './access.ts';
import type { Connection } from './connection.ts';

export const findPrincipalSql =
  'SELECT tokens.brand, person, permissions, tokens.workspaces, brands.workspaces AS brand_workspaces ' +
  'FROM tokens JOIN brands ON brands.name = tokens.brand WHERE hash = ? AND is_removed = 0';
const brandColumns = 'name, plan, workspaces, agents, connected_accounts';
const listBrandsSql = `SELECT ${brandColumns} FROM brands WHERE is_removed = 0`;
export const findBrandSql = `${listBrandsSql} AND name = ?`;
const findStoredBrandSql = `SELECT ${brandColumns}, is_removed FROM brands WHERE name = ?`;
const putBrandSql =
  'INSERT INTO brands (name, plan, workspaces, agents, connected_accounts, is_removed) VALUES (?, ?, ?, ?, ?, ?) ' +
  'ON CONFLICT (name) DO UPDATE SET plan = excluded.plan, workspaces = excluded.workspaces, ' +
  'agents = excluded.agents, connected_accounts = excluded.connected_accounts, is_removed = excluded.is_removed';
export const listTokensSql =
  'SELECT hash, brand, person, permissions, workspaces, added_at_run_time FROM tokens WHERE brand = ?';
const findTokenSql = 'SELECT brand FROM tokens WHERE hash = ?';
const putTokenSql =
  'INSERT INTO tokens (hash, brand, person, permissions, workspaces, added_at_run_time) VALUES (?, ?, ?, ?, ?, ?) ' +
  'ON CONFLICT (hash) DO UPDATE SET brand = excluded.brand, person = excluded.person, ' +
  'permissions = excluded.permissions, workspaces = excluded.workspaces, added_at_run_time = excluded.added_at_run_time';
const removeTokenSql = 'DELETE FROM tokens WHERE hash = ? AND brand = ?';
export const findChannelByTokenSql =
  'SELECT channels.brand, channels.number FROM channels JOIN brands ON brands.name = channels.brand ' +
  'WHERE channels.token_hash = ? AND channels.active = 1 AND brands.is_removed = 0';
export const findBotByNumberSql =
  'SELECT bots.brand, bots.id FROM bots LEFT JOIN brands ON brands.name = bots.brand ' +
  'WHERE bots.number = ? AND coalesce(brands.is_removed, 0) = 0';
export const expiredCustomersSql =
  'SELECT brand, number FROM customers WHERE expires_at <= ? ORDER BY expires_at LIMIT ?';
export const findTokenHolderSql = 'SELECT brand, number FROM channels WHERE token_hash = ?';
/** Hooks are found by their index. Channels and accounts are scanned, because they are few. */
export const brandsWithSecretsSql =
  'SELECT DISTINCT brand FROM hooks ' +
  "UNION SELECT brand FROM channels WHERE sealed_webhook_url IS NOT NULL AND purpose = 'live' " +
  'UNION SELECT brand FROM accounts WHERE sealed_tokens IS NOT NULL';
/**
 * The number of rows that one transaction removes, or more if they have the same moment, so that others can run in
 * between.
 */
const removedAtOnce = 1_000;

const removalSql = (table: string, moment: string) =>
  `DELETE FROM ${table} WHERE ${moment} <= (SELECT max(moment) FROM (SELECT ${moment} AS moment FROM ${table} ` +
  `WHERE ${moment} < ? ORDER BY ${moment} LIMIT ${removedAtOnce}))`;

export const sweepVersionsSql = removalSql('versions', 'reserved_at');
export const sweepConnectionsSql = removalSql('account_connections', 'created_at');
export const sweepRequestsSql = removalSql('requests', 'coalesce(settled_at, lease_until)');

export const endedSessionSql = 'SELECT 1 FROM ended_sessions WHERE hash = ?';
const endSessionSql =
  'INSERT INTO ended_sessions (hash, expires_at) VALUES (?, ?) ON CONFLICT (hash) DO UPDATE SET expires_at = excluded.expires_at';
const forgetSessionsSql = 'DELETE FROM ended_sessions WHERE expires_at <= ?';

interface PrincipalRow {
  readonly brand: string;
  readonly person: number;
  /** JSON lists. */
  readonly permissions: string;
  readonly brand_workspaces: string;
  /** The same, or JSON null: all of the brand. */
  readonly workspaces: string;
}

interface TokenRow {
  readonly hash: string;
  readonly brand: string;
  readonly person: number;
  /** A JSON list. */
  readonly permissions: string;
  /** The same, or JSON null: all of the brand. */
  readonly workspaces: string;
  readonly added_at_run_time: number;
}

interface BrandRow {
  readonly name: string;
  readonly plan: BrandRecord['plan'];
  /** JSON lists. */
  readonly workspaces: string;
  readonly agents: string;
  /** NULL when the configuration had no `connectedAccounts`. */
  readonly connected_accounts: string | null;
}

interface StoredBrandRow extends BrandRow {
  /** 0 or 1. */
  readonly is_removed: number;
}

export interface TenantAccess {
  /** Runs a query on committed state. */
  readonly read: RunQuery;
  /** Runs a query in a separate transaction. */
  readonly write: RunQuery;
  readonly transaction: <T>(work: (run: RunQuery) => Promise<T>) => Promise<T>;
}

export function createTenantRegistry({ read, write, transaction }: TenantAccess): TenantRegistry {
  /** Each slice commits separately. */
  async function inSlices(sql: string, before: number): Promise<void> {
    while ((await write((connection) => connection.run(sql, before))) >= removedAtOnce);
  }

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
      }, `brand ${brand}`),

    isSessionEnded: (sessionHash) =>
      read((connection) => connection.get(endedSessionSql, sessionHash) !== undefined, `session ${sessionHash}`),

    findChannelByToken: (tokenHash) =>
      read((connection) => {
        const row = connection.get<{ brand: string; number: number }>(findChannelByTokenSql, tokenHash);
        return row === undefined ? undefined : { brand: row.brand, channelNumber: row.number };
      }, `channel ${tokenHash}`),

    findBot: (number) =>
      read((connection) => {
        const row = connection.get<{ brand: string; id: string }>(findBotByNumberSql, number);
        return row === undefined ? undefined : { brand: row.brand, botId: row.id };
      }, `bot ${number}`),

    findTokenHolder: (tokenHash) => read((connection) => findTokenHolder(connection, tokenHash)),

    listBrands: () => read(listBrands),

    listBrandsWithSecrets: () =>
      read((connection) => connection.all<{ brand: string }>(brandsWithSecretsSql).map(({ brand }) => brand)),

    listTokens: (brand) => read((connection) => listTokens(connection, brand)),

    change: (work) => transaction((run) => work(tenantTransaction(run))),

    async sweep({ reservedBefore, completedBefore }) {
      await inSlices(sweepVersionsSql, reservedBefore);
      await inSlices(sweepRequestsSql, completedBefore);
    },

    listExpiredCustomers: (now, limit) =>
      read((connection) =>
        connection
          .all<{ brand: string; number: number }>(expiredCustomersSql, now, limit)
          .map(({ brand, number }) => ({ brand, customerNumber: number })),
      ),

    // The foreign key deletes the attempts.
    sweepConnections: (createdBefore) => inSlices(sweepConnectionsSql, createdBefore),
  };
}

function tenantTransaction(run: RunQuery): TenantTransaction {
  return {
    findBrand: (brand) =>
      run((connection) => {
        const row = connection.get<StoredBrandRow>(findStoredBrandSql, brand);
        return row && { ...decodeBrand(row), ...(row.is_removed === 1 && { isRemoved: true }) };
      }),
    listBrands: () => run(listBrands),
    putBrand: (brand) => run((connection) => putBrand(connection, brand)),
    listTokens: (brand) => run((connection) => listTokens(connection, brand)),
    findTokenHolder: (tokenHash) => run((connection) => findTokenHolder(connection, tokenHash)),
    putToken: (token) => run((connection) => putToken(connection, token)),
    removeToken: (brand, tokenHash) => run((connection) => void connection.run(removeTokenSql, tokenHash, brand)),
    findKeyCheck: () =>
      run((connection) => connection.get<{ encrypted: string }>('SELECT encrypted FROM key_check')?.encrypted),
    putKeyCheck: (encrypted) =>
      run((connection) => {
        const sql = 'INSERT INTO key_check VALUES (1, ?) ON CONFLICT DO UPDATE SET encrypted = excluded.encrypted';
        connection.run(sql, encrypted);
      }),
    endSession: ({ hash, expiresAt }, expiredBy) =>
      run((connection) => {
        connection.run(forgetSessionsSql, expiredBy);
        connection.run(endSessionSql, hash, expiresAt);
      }),
  };
}

function listBrands(connection: Connection): readonly BrandRecord[] {
  return connection.all<BrandRow>(listBrandsSql).map(decodeBrand);
}

function listTokens(connection: Connection, brand: string): readonly AgentTokenRecord[] {
  return connection.all<TokenRow>(listTokensSql, brand).map(decodeToken);
}

function findTokenHolder(connection: Connection, tokenHash: string): TokenHolder | undefined {
  const channel = connection.get<{ brand: string; number: number }>(findTokenHolderSql, tokenHash);
  if (channel !== undefined) return { brand: channel.brand, channelNumber: channel.number };
  const token = connection.get<Pick<TokenRow, 'brand'>>(findTokenSql, tokenHash);
  return token && { brand: token.brand };
}

function putBrand(connection: Connection, brand: StoredBrand): void {
  const { name, plan, workspaces, agents, connectedAccounts, isRemoved } = brand;
  connection.run(
    putBrandSql,
    name,
    plan,
    JSON.stringify(workspaces),
    JSON.stringify(agents),
    connectedAccounts === undefined ? null : JSON.stringify(connectedAccounts),
    isRemoved ? 1 : 0,
  );
}

function putToken(connection: Connection, token: AgentTokenRecord): void {
  const { hash, brand, person, permissions, workspaces, addedAtRunTime } = token;
  connection.run(
    putTokenSql,
    hash,
    brand,
    person,
    JSON.stringify(permissions),
    JSON.stringify(workspaces ?? null),
    addedAtRunTime === true ? 1 : 0,
  );
}

function decodeToken(row: TokenRow): AgentTokenRecord {
  const { hash, brand, person, added_at_run_time: addedAtRunTime } = row;
  const workspaces: readonly number[] | null = JSON.parse(row.workspaces);
  return {
    hash,
    brand,
    person,
    permissions: JSON.parse(row.permissions),
    ...(workspaces !== null && { workspaces }),
    ...(addedAtRunTime === 1 && { addedAtRunTime: true }),
  };
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
  const ofBrand: readonly number[] = JSON.parse(row.brand_workspaces);
  const named: readonly number[] | null = JSON.parse(row.workspaces);
  return {
    brand: row.brand,
    person: row.person,
    workspaces: named === null ? ofBrand : named.filter((workspace) => ofBrand.includes(workspace)),
    permissions: JSON.parse(row.permissions),
  };
}
