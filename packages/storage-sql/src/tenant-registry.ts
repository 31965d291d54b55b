import type { Principal } from '@botwright/core';
import type {
  AgentTokenRecord,
  BrandRecord,
  StoredBrand,
  TenantRegistry,
  TenantTransaction,
  TokenHolder,
} from '@botwright/core/ports';
import { sql } from 'kysely';
import { table } from './dialect.ts';
import { all, get, type Query, type RunQuery, run as write } from './query.ts';
import { statement } from './statement.ts';
import { insertInto } from './writing.ts';

interface OfHash {
  readonly hash: string;
}

interface OfBrand {
  readonly brand: string;
}

export const findPrincipal = statement<OfHash>()(
  (_dialect, { hash }) => sql<PrincipalRow>`
    select t.brand, t.person, t.permissions, t.workspaces, b.workspaces as brand_workspaces
    from ${table('tokens')} as t join ${table('brands')} as b on b.name = t.brand
    where t.hash = ${hash} and b.is_removed = 0`,
);

const brandColumns = ['name', 'plan', 'workspaces', 'agents', 'connected_accounts'] as const;

const listBrands = statement<object>()(({ builder }) =>
  builder.selectFrom('brands').select(brandColumns).where('is_removed', '=', sql.lit(0)),
);

export const findBrand = statement<OfBrand>()(({ builder }, { brand }) =>
  builder.selectFrom('brands').select(brandColumns).where('is_removed', '=', sql.lit(0)).where('name', '=', brand),
);

const findStoredBrand = statement<OfBrand>()(({ builder }, { brand }) =>
  builder
    .selectFrom('brands')
    .select([...brandColumns, 'is_removed'])
    .where('name', '=', brand),
);

const putBrand = insertInto('brands', [...brandColumns, 'is_removed'], { replaces: ['name'] });

const tokenColumns = ['hash', 'brand', 'person', 'permissions', 'workspaces', 'added_at_run_time'] as const;

export const listTokens = statement<OfBrand>()(({ builder }, { brand }) =>
  builder.selectFrom('tokens').select(tokenColumns).where('brand', '=', brand),
);

const findToken = statement<OfHash>()(({ builder }, { hash }) =>
  builder.selectFrom('tokens').select('brand').where('hash', '=', hash),
);

const putToken = insertInto('tokens', tokenColumns, { replaces: ['hash'] });

const removeToken = statement<OfHash & OfBrand>()(({ builder }, { hash, brand }) =>
  builder.deleteFrom('tokens').where('hash', '=', hash).where('brand', '=', brand),
);

const findKeyCheck = statement<object>()(({ builder }) => builder.selectFrom('key_check').select('encrypted'));

const putKeyCheck = insertInto('key_check', ['one', 'encrypted'], { replaces: ['one'] });

export const findEndedSession = statement<OfHash>()(({ builder }, { hash }) =>
  builder.selectFrom('ended_sessions').select('hash').where('hash', '=', hash),
);

const endSession = insertInto('ended_sessions', ['hash', 'expires_at'], { replaces: ['hash'] });

const forgetSessions = statement<{ readonly expiredBy: number }>()(({ builder }, { expiredBy }) =>
  builder.deleteFrom('ended_sessions').where('expires_at', '<=', expiredBy),
);

export const findChannelByToken = statement<OfHash>()(
  (_dialect, { hash }) => sql<{ brand: string; number: number }>`
    select c.brand, c.number from ${table('channels')} as c join ${table('brands')} as b on b.name = c.brand
    where c.token_hash = ${hash} and c.active = 1 and b.is_removed = 0`,
);

export const findBotByNumber = statement<{ readonly number: number }>()(
  (_dialect, { number }) => sql<{ brand: string; id: string }>`
    select t.brand, t.id from ${table('bots')} as t left join ${table('brands')} as b on b.name = t.brand
    where t.number = ${number} and coalesce(b.is_removed, 0) = 0`,
);

export const listExpiredCustomers = statement<{ readonly now: number; readonly limit: number }>()(
  ({ builder }, { now, limit }) =>
    builder
      .selectFrom('customers')
      .select(['brand', 'number'])
      .where('expires_at', '<=', now)
      .orderBy('expires_at')
      .limit(limit),
);

export const findChannelHolder = statement<OfHash>()(({ builder }, { hash }) =>
  builder.selectFrom('channels').select(['brand', 'number']).where('token_hash', '=', hash),
);

/** Hooks are found by their index. Channels and accounts are scanned, because they are few. */
export const listBrandsWithSecrets = statement<object>()(
  () => sql<{ brand: string }>`
    select distinct brand from ${table('hooks')}
    union select brand from ${table('channels')} where sealed_webhook_url is not null and purpose = 'live'
    union select brand from ${table('accounts')} where sealed_tokens is not null`,
);

/**
 * The number of rows that one transaction removes, or more if they have the same moment: about a tenth of a second of
 * work.
 */
const removedAtOnce = 1_000;

/** Removes the oldest rows by a moment, as a range of moments, so that no plan compares rows with each other. */
function removal(name: string, moment: ReturnType<typeof sql>) {
  return statement<{ readonly before: number }>()(
    (_dialect, { before }) => sql<never>`delete from ${table(name)} where ${moment} <= (
      select max(moment) from (
        select ${moment} as moment from ${table(name)} where ${moment} < ${before}
        order by ${moment} limit ${sql.lit(removedAtOnce)}
      ) as oldest)`,
  );
}

export const sweepVersions = removal('versions', sql`reserved_at`);

export const sweepConnections = removal('account_connections', sql`created_at`);

export const sweepRequests = removal('requests', sql`coalesce(settled_at, lease_until)`);

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

export interface TenantAccess {
  /** Runs a query on committed state. */
  readonly read: RunQuery;
  /** Runs a query in a separate transaction. */
  readonly write: RunQuery;
  /** Runs work in a transaction. The transactions of two calls run one after the other. */
  readonly transaction: <T>(work: (run: RunQuery) => Promise<T>) => Promise<T>;
}

export function tenantRegistry({ read, write: writeAlone, transaction }: TenantAccess): TenantRegistry {
  /** Each slice commits separately. */
  async function inSlices(sweep: typeof sweepVersions, before: number): Promise<void> {
    while ((await writeAlone(() => write(sweep, { before }))) >= removedAtOnce);
  }

  return {
    findPrincipal: (hash) =>
      read(
        function* () {
          const row = yield* get(findPrincipal, { hash });
          return row && decodePrincipal(row);
        },
        { key: `principal ${hash}` },
      ),

    findBrand: (brand) =>
      read(
        function* () {
          const row = yield* get(findBrand, { brand });
          return row && decodeBrand(row as BrandRow);
        },
        { key: `brand ${brand}` },
      ),

    isSessionEnded: (hash) =>
      read(
        function* () {
          return (yield* get(findEndedSession, { hash })) !== undefined;
        },
        { key: `session ${hash}` },
      ),

    findChannelByToken: (hash) =>
      read(
        function* () {
          const row = yield* get(findChannelByToken, { hash });
          return row && { brand: row.brand, channelNumber: row.number };
        },
        { key: `channel ${hash}` },
      ),

    findBot: (number) =>
      read(
        function* () {
          const row = yield* get(findBotByNumber, { number });
          return row && { brand: row.brand, botId: row.id };
        },
        { key: `bot ${number}` },
      ),

    findTokenHolder: (hash) => read(() => readTokenHolder(hash), { inOneSnapshot: true }),

    listBrands: () => read(readBrands),

    listBrandsWithSecrets: () =>
      read(function* () {
        return (yield* all(listBrandsWithSecrets, {})).map(({ brand }) => brand);
      }),

    listTokens: (brand) => read(() => readTokens(brand)),

    change: (work) => transaction((run) => work(tenantTransaction(run))),

    async sweep({ reservedBefore, completedBefore }) {
      await inSlices(sweepVersions, reservedBefore);
      await inSlices(sweepRequests, completedBefore);
    },

    listExpiredCustomers: (now, limit) =>
      read(function* () {
        const rows = yield* all(listExpiredCustomers, { now, limit });
        return rows.map(({ brand, number }) => ({ brand, customerNumber: number }));
      }),

    // The foreign key deletes the attempts.
    sweepConnections: (before) => inSlices(sweepConnections, before),
  };
}

function tenantTransaction(run: RunQuery): TenantTransaction {
  return {
    findBrand: (brand) =>
      run(function* () {
        const row = yield* get(findStoredBrand, { brand });
        return row && { ...decodeBrand(row as BrandRow), ...(row.is_removed === 1 && { isRemoved: true as const }) };
      }),
    listBrands: () => run(readBrands),
    putBrand: (brand) => {
      const row = encodeBrand(brand);
      return run(function* () {
        yield* write(putBrand, row);
      });
    },
    listTokens: (brand) => run(() => readTokens(brand)),
    findTokenHolder: (hash) => run(() => readTokenHolder(hash)),
    putToken: (token) => {
      const row = encodeToken(token);
      return run(function* () {
        yield* write(putToken, row);
      });
    },
    removeToken: (brand, hash) =>
      run(function* () {
        yield* write(removeToken, { hash, brand });
      }),
    findKeyCheck: () =>
      run(function* () {
        return (yield* get(findKeyCheck, {}))?.encrypted;
      }),
    putKeyCheck: (encrypted) =>
      run(function* () {
        yield* write(putKeyCheck, { one: 1, encrypted });
      }),
    endSession: ({ hash, expiresAt }, expiredBy) =>
      run(function* () {
        yield* write(forgetSessions, { expiredBy });
        yield* write(endSession, { hash, expires_at: expiresAt });
      }),
  };
}

function* readBrands(): Query<readonly BrandRecord[]> {
  return (yield* all(listBrands, {})).map((row) => decodeBrand(row as BrandRow));
}

function* readTokens(brand: string): Query<readonly AgentTokenRecord[]> {
  return (yield* all(listTokens, { brand })).map(decodeToken);
}

function* readTokenHolder(hash: string): Query<TokenHolder | undefined> {
  const channel = yield* get(findChannelHolder, { hash });
  if (channel !== undefined) return { brand: channel.brand, channelNumber: channel.number };
  const token = yield* get(findToken, { hash });
  return token && { brand: token.brand };
}

function encodeBrand({ name, plan, workspaces, agents, connectedAccounts, isRemoved }: StoredBrand) {
  return {
    name,
    plan,
    workspaces: JSON.stringify(workspaces),
    agents: JSON.stringify(agents),
    connected_accounts: connectedAccounts === undefined ? null : JSON.stringify(connectedAccounts),
    is_removed: Number(isRemoved ?? false),
  };
}

function encodeToken({ hash, brand, person, permissions, workspaces, addedAtRunTime }: AgentTokenRecord) {
  return {
    hash,
    brand,
    person,
    permissions: JSON.stringify(permissions),
    workspaces: JSON.stringify(workspaces ?? null),
    added_at_run_time: Number(addedAtRunTime ?? false),
  };
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
