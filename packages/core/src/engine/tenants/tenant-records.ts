import type { Principal } from '../../domain/principal.ts';
import type { EpochMs } from '../../domain/time/epoch-ms.ts';
import {
  get,
  type ListAnswer,
  type ListRequest,
  type RecordStore,
  type RequestFor,
  type Stored,
} from '../../ports/record-store.ts';
import { bots } from '../../records/bots.ts';
import { channels } from '../../records/channels.ts';
import { customers } from '../../records/customers.ts';
import {
  type AgentTokenRecord,
  agentTokens,
  type BrandRecord,
  brands,
  endedSessions,
  type StoredBrand,
} from '../../records/tenants.ts';
import { remember } from '../remember.ts';
import { find, list, read } from '../use-case/requests.ts';

/** The brand and number of a channel that was found by its token. */
export interface FoundChannel {
  readonly brand: string;
  readonly channelNumber: number;
}

/** The brand and id of a bot that was found by its number. */
export interface FoundBot {
  readonly brand: string;
  /** Whether the registry has the brand. */
  readonly isDeclared: boolean;
  readonly botId: string;
}

/** A customer whose `expiresAt` has passed. */
export interface ExpiredCustomer {
  readonly brand: string;
  readonly customerNumber: number;
}

export interface TokenHolder {
  readonly brand: string;
  /** Absent: an agent has the token. */
  readonly channelNumber?: number;
}

/**
 * Reads brands, their agents and tokens, and finds records of any brand.
 *
 * A brand that was removed is not found, and neither are its tokens and channels. Its data stays stored, with the
 * tokens and agents that were added at run time: they work again when the brand is put again.
 */
export interface TenantRecords {
  /**
   * Finds the principal of a token, with the workspaces of the token that its brand has now. Called on every request,
   * so that a revoked token stops working immediately.
   *
   * @returns One frozen object as long as the token and its brand are unchanged.
   * @spec ST51, ST83
   */
  findPrincipal(tokenHash: string): Promise<Principal | undefined>;
  /** `undefined` also for a brand that was removed. */
  findBrand(brand: string): Promise<BrandRecord | undefined>;
  /** Whether the session with this hash was ended. Called on every request with a session. @spec ST124 */
  isSessionEnded(sessionHash: string): Promise<boolean>;
  /** Finds the active channel with this token. Called on every request, like `findPrincipal`. @spec ST62 */
  findChannelByToken(tokenHash: string): Promise<FoundChannel | undefined>;
  /**
   * Finds the bot with this number, in any state. A bot of a brand that was never configured is found. Called on every
   * request of a visitor, like `findPrincipal`.
   *
   * @spec ST115
   */
  findBot(number: number): Promise<FoundBot | undefined>;
  /**
   * Finds the agent or channel that has this token, including channels that are off and channels of removed brands.
   *
   * @spec ST79, ST86
   */
  findTokenHolder(tokenHash: string): Promise<TokenHolder | undefined>;
  /** By name. @spec ST80 */
  listBrands(): Promise<readonly BrandRecord[]>;
  /** The agent tokens of a brand, also of one that was removed, by hash. @spec ST86 */
  listTokens(brand: string): Promise<readonly AgentTokenRecord[]>;
  /**
   * Some customers, at most `limit`, whose `expiresAt` is not after `now`, including customers of removed brands. The
   * ones that expired first come first.
   *
   * @spec ST116
   */
  listExpiredCustomers(now: EpochMs, limit: number): Promise<readonly ExpiredCustomer[]>;
}

/** One per store, for all callers: it remembers the brands of tokens and numbers. */
const ofStores = new WeakMap<object, TenantRecords>();

/**
 * Reads of brands, agent tokens and channels.
 *
 * @param storage - Also of a store that no engine has opened.
 */
export function tenantRecords(storage: Pick<RecordStore, 'read'>): TenantRecords {
  const known = ofStores.get(storage) ?? createTenantRecords(storage);
  ofStores.set(storage, known);
  return known;
}

/** Lets a view of a store share the memory of the store. */
export function shareTenantRecords(storage: Pick<RecordStore, 'read'>, view: Pick<RecordStore, 'read'>): void {
  ofStores.set(view, tenantRecords(storage));
}

function createTenantRecords(storage: Pick<RecordStore, 'read'>): TenantRecords {
  const findWithBrand = brandFinder(storage);
  const principalWith = principalMemory();

  return {
    async findPrincipal(tokenHash) {
      const request = get(agentTokens, { hash: tokenHash });
      const { found, brand } = await findWithBrand(`token ${tokenHash}`, request, ({ record }) => record.brand);
      if (found === undefined || brand === undefined || isRemoved(brand)) return undefined;
      return principalWith(found, brand);
    },

    async findBrand(name) {
      const [stored] = await read(storage, 'store', get(brands, { name }));
      return stored === undefined || isRemoved(stored) ? undefined : stored.record;
    },

    async isSessionEnded(hash) {
      const [ended] = await read(storage, 'store', get(endedSessions, { hash }));
      return ended !== undefined;
    },

    async findChannelByToken(tokenHash) {
      const request = find(channels, 'token', [tokenHash]);
      const { found, brand } = await findWithBrand(`channel ${tokenHash}`, request, ownerBrand);
      if (found?.record.active !== true || brand === undefined || isRemoved(brand)) return undefined;
      return { brand: ownerBrand(found), channelNumber: found.record.number };
    },

    async findBot(number) {
      const request = find(bots, 'number', [number]);
      const { found, brand } = await findWithBrand(`bot ${number}`, request, ownerBrand);
      if (found === undefined || (brand !== undefined && isRemoved(brand))) return undefined;
      return { brand: ownerBrand(found), isDeclared: brand !== undefined, botId: found.record.id };
    },

    async findTokenHolder(tokenHash) {
      const [channel, token] = await read(
        storage,
        'store',
        find(channels, 'token', [tokenHash]),
        get(agentTokens, { hash: tokenHash }),
      );
      if (channel !== undefined) return { brand: ownerBrand(channel), channelNumber: channel.record.number };
      return token && { brand: token.record.brand };
    },

    async listBrands() {
      const [{ items }] = await read(storage, 'store', presentBrands);
      return items.map(({ record }) => record);
    },

    async listTokens(brand) {
      const [{ items }] = await read(storage, 'store', tokensOf(brand));
      return items.map(({ record }) => record);
    },

    async listExpiredCustomers(now, limit) {
      const expired = list(customers, { list: 'expired', order: 'first', where: { now }, limit });
      const [{ items }] = await read(storage, 'store', expired);
      return items.map((stored) => ({ brand: ownerBrand(stored), customerNumber: stored.record.number }));
    },
  };
}

/** The brands that were not removed. */
export const presentBrands = list(brands, { list: 'brands', order: 'name', where: { isRemoved: false } });

/** The agent tokens of a brand. */
export function tokensOf(brand: string): RequestFor<ListAnswer<AgentTokenRecord>, ListRequest> {
  return list(agentTokens, { list: 'ofBrand', order: 'hash', within: [brand] });
}

function isRemoved({ record }: Stored<StoredBrand>): boolean {
  return record.isRemoved === true;
}

/** The brand that the store names in its scope. */
function ownerBrand({ brand }: Pick<Stored, 'brand'>): string {
  if (brand === undefined) throw new Error('The store does not name the brand of a record.');
  return brand;
}

/** The maximum number of remembered brands of tokens and numbers, and of principals. */
const mostRemembered = 10_000;

/**
 * Reads a record and its brand from one moment, mostly in one round trip: it asks for the brand that the record had
 * when it was found last, and asks again if the record has another one now.
 */
function brandFinder(storage: Pick<RecordStore, 'read'>) {
  const known = new Map<string, string>();

  return async <TRecord>(
    key: string,
    request: RequestFor<Stored<TRecord> | undefined>,
    brandOf: (found: Stored<TRecord>) => string,
  ) => {
    for (let name = known.get(key); ; ) {
      const [found, brand] = await (name === undefined
        ? read(storage, 'store', request)
        : read(storage, 'store', request, get(brands, { name })));
      if (found === undefined) return {};
      if (brandOf(found) === name) return { found, brand };
      name = brandOf(found);
      remember(known, key, name, mostRemembered);
    }
  };
}

/** Returns one object per token, so that the engine can cache the bound use-cases by it. */
function principalMemory() {
  const known = new Map<string, { readonly versions: string; readonly principal: Principal }>();

  return (token: Stored<AgentTokenRecord>, brand: Stored<StoredBrand>): Principal => {
    const versions = `${token.version} ${brand.version}`;
    const remembered = known.get(token.record.hash);
    if (remembered?.versions === versions) return remembered.principal;
    const principal = principalOf(token.record, brand.record);
    remember(known, token.record.hash, { versions, principal }, mostRemembered);
    return principal;
  };
}

function principalOf(
  { brand, person, permissions, workspaces }: AgentTokenRecord,
  { workspaces: ofBrand }: StoredBrand,
): Principal {
  const reached = workspaces?.filter((each) => ofBrand.includes(each)) ?? [...ofBrand];
  return Object.freeze({
    brand,
    person,
    workspaces: Object.freeze(reached),
    permissions: Object.freeze([...permissions]),
  });
}
