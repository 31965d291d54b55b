import type { Principal } from '@botwright/core';
import type { AgentRecord, AgentTokenRecord, BrandRecord, TenantRegistry } from '@botwright/core/ports';
import type { Ask } from './access.ts';
import type { Connection } from './connection.ts';

export const findPrincipalSql =
  'SELECT tokens.brand, person, permissions, tokens.workspaces, brands.workspaces AS brand_workspaces ' +
  'FROM tokens JOIN brands ON brands.name = tokens.brand WHERE hash = ? AND is_removed = 0';
const brandColumns = 'name, plan, workspaces, agents, connected_accounts';
const listBrandsSql = `SELECT ${brandColumns} FROM brands WHERE is_removed = 0`;
export const findBrandSql = `${listBrandsSql} AND name = ?`;
const findAgentsSql = 'SELECT agents FROM brands WHERE name = ?';
const removeBrandSql = 'UPDATE brands SET is_removed = 1, agents = ? WHERE name = ?';
const putBrandSql =
  'INSERT INTO brands (name, plan, workspaces, agents, connected_accounts) VALUES (?, ?, ?, ?, ?) ' +
  'ON CONFLICT (name) DO UPDATE SET plan = excluded.plan, workspaces = excluded.workspaces, ' +
  'agents = excluded.agents, connected_accounts = excluded.connected_accounts, is_removed = 0';
export const listTokensSql =
  'SELECT hash, brand, person, permissions, workspaces, added_at_run_time FROM tokens WHERE brand = ?';
const findTokenSql = 'SELECT brand, added_at_run_time FROM tokens WHERE hash = ?';
const putTokenSql =
  'INSERT INTO tokens (hash, brand, person, permissions, workspaces, added_at_run_time) VALUES (?, ?, ?, ?, ?, ?) ' +
  'ON CONFLICT (hash) DO UPDATE SET brand = excluded.brand, person = excluded.person, ' +
  'permissions = excluded.permissions, workspaces = excluded.workspaces, added_at_run_time = 0';
const dropDeclaredTokensSql = 'DELETE FROM tokens WHERE brand = ? AND added_at_run_time = 0';
const removeTokenSql = 'DELETE FROM tokens WHERE hash = ? AND brand = ?';
export const findChannelByTokenSql =
  'SELECT channels.brand, channels.number FROM channels JOIN brands ON brands.name = channels.brand ' +
  'WHERE channels.token_hash = ? AND channels.active = 1 AND brands.is_removed = 0';
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
  /** Absent where the configuration did not speak of accounts. */
  readonly connected_accounts: string | null;
}

/** @param read - Asks committed state. @param write - Asks in a transaction of its own. */
export function createTenantRegistry({ read, write }: { readonly read: Ask; readonly write: Ask }): TenantRegistry {
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
        const channel = connection.get<{ brand: string; number: number }>(findTokenHolderSql, tokenHash);
        if (channel !== undefined) return { brand: channel.brand, channelNumber: channel.number };
        const token = connection.get<Pick<TokenRow, 'brand'>>(findTokenSql, tokenHash);
        return token && { brand: token.brand };
      }),

    listBrands: () => read((connection) => connection.all<BrandRow>(listBrandsSql).map(decodeBrand)),

    listBrandsWithSecrets: () =>
      read((connection) => connection.all<{ brand: string }>(brandsWithSecretsSql).map(({ brand }) => brand)),

    configure: (wanted, others = 'removed') =>
      write((connection) => {
        const names = new Set(wanted.brands.map(({ name }) => name));
        const hashes = new Set(wanted.tokens.map(({ hash }) => hash));
        if (names.size < wanted.brands.length) throw new Error('Two brands have one name.');
        if (hashes.size < wanted.tokens.length) throw new Error('Two tokens are the same.');
        if (others === 'removed') {
          for (const { name } of connection.all<BrandRow>(listBrandsSql))
            if (!names.has(name)) remove(connection, name);
        }
        for (const { agents: declared, ...brand } of wanted.brands) {
          const isDeclared = ({ id }: AgentRecord) => declared.some((agent) => agent.id === id);
          const added = agentsOf(connection, brand.name).filter((agent) => agent.addedAtRunTime && !isDeclared(agent));
          connection.run(dropDeclaredTokensSql, brand.name);
          put(connection, { ...brand, agents: [...declared, ...added] });
        }
        for (const token of wanted.tokens) {
          const holder = connection.get<Pick<TokenRow, 'brand'>>(findTokenSql, token.hash);
          if (!names.has(token.brand)) throw new Error('A token names a brand that is not given.');
          if (holder !== undefined && !names.has(holder.brand)) throw new Error('Another brand has a token.');
          putToken(connection, token);
        }
      }),

    putBrand: (brand) => write((connection) => put(connection, { ...brand, agents: agentsOf(connection, brand.name) })),

    removeBrand: (brand) => write((connection) => remove(connection, brand)),

    listTokens: (brand) => read((connection) => connection.all<TokenRow>(listTokensSql, brand).map(decodeToken)),

    addToken: (token) =>
      write((connection) => {
        if (connection.get(findBrandSql, token.brand) === undefined) return 'no_brand';
        const isTaken = [findTokenSql, findTokenHolderSql].some((sql) => connection.get(sql, token.hash) !== undefined);
        if (isTaken) return 'taken';
        putToken(connection, { ...token, addedAtRunTime: true });
        return 'added';
      }),

    removeToken: (brand, tokenHash) => write((connection) => void connection.run(removeTokenSql, tokenHash, brand)),

    putAgent: (brand, agent) =>
      write((connection) => {
        const row = connection.get<BrandRow>(findBrandSql, brand);
        if (row === undefined) return 'no_brand';
        const { agents, ...rest } = decodeBrand(row);
        const isKnown = agents.some(({ id }) => id === agent.id);
        const next = isKnown
          ? agents.map((known) => (known.id === agent.id ? { ...known, ...agent } : known))
          : [...agents, { ...agent, addedAtRunTime: true as const }];
        put(connection, { ...rest, agents: next });
        return 'put';
      }),

    removeAgent: (brand, id) =>
      write((connection) => {
        const row = connection.get<BrandRow>(findBrandSql, brand);
        if (row === undefined) return;
        const { agents, ...rest } = decodeBrand(row);
        put(connection, { ...rest, agents: agents.filter((agent) => agent.id !== id) });
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

/** Also of a brand that was removed. */
function agentsOf(connection: Connection, brand: string): readonly AgentRecord[] {
  const row = connection.get<Pick<BrandRow, 'agents'>>(findAgentsSql, brand);
  return row === undefined ? [] : JSON.parse(row.agents);
}

function put(connection: Connection, brand: BrandRecord): void {
  const { name, plan, workspaces, agents, connectedAccounts } = brand;
  connection.run(
    putBrandSql,
    name,
    plan,
    JSON.stringify(workspaces),
    JSON.stringify(agents),
    connectedAccounts === undefined ? null : JSON.stringify(connectedAccounts),
  );
}

function remove(connection: Connection, brand: string): void {
  const added = agentsOf(connection, brand).filter(({ addedAtRunTime }) => addedAtRunTime);
  connection.run(dropDeclaredTokensSql, brand);
  connection.run(removeBrandSql, JSON.stringify(added), brand);
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
