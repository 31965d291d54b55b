import type { PlanTier } from '../domain/blocks/block-definition.ts';
import type { Principal } from '../domain/principal.ts';
import type {
  AgentTokenRecord,
  BrandRecord,
  EndedSession,
  StoredBrand,
  TenantRegistry,
  TenantTransaction,
  TokenHolder,
} from '../ports/tenant-registry.ts';
import { frozenCopy } from './frozen-copy.ts';

export interface TenantContents {
  readonly brands: readonly StoredBrand[];
  readonly tokens: readonly AgentTokenRecord[];
  readonly keyCheck?: string | undefined;
  readonly endedSessions?: readonly EndedSession[];
}

export interface TenantTable
  extends Pick<
    TenantRegistry,
    'findPrincipal' | 'findBrand' | 'isSessionEnded' | 'listBrands' | 'listTokens' | 'change'
  > {
  has(brand: string): boolean;
  isRemoved(brand: string): boolean;
  /** `undefined` for a brand that is not there. */
  planOf(brand: string): PlanTier | undefined;
  brandOfToken(tokenHash: string): string | undefined;
  dump(): TenantContents;
  load(contents: TenantContents): void;
}

/**
 * Keeps brands and the tokens of their agents.
 *
 * @param read - Reads committed state. @param write - Makes a change while nobody else writes.
 */
export function createTenantTable({
  read,
  write,
  channelOf,
}: {
  readonly read: <T>(question: () => T) => Promise<T>;
  readonly write: <T>(change: () => Promise<T>) => Promise<T>;
  readonly channelOf: (tokenHash: string) => TokenHolder | undefined;
}): TenantTable {
  let brands: ReadonlyMap<string, StoredBrand> = new Map();
  let tokens: ReadonlyMap<string, AgentTokenRecord> = new Map();
  let keyCheck: string | undefined;
  let endedSessions: ReadonlyMap<string, EndedSession> = new Map();
  /** By hash. One object per token, so that data bound to it can be found again. */
  const principals = new Map<string, Principal>();

  const present = (brand: string): BrandRecord | undefined => {
    const stored = brands.get(brand);
    return stored?.isRemoved ? undefined : stored;
  };

  function principalOf(tokenHash: string): Principal | undefined {
    const token = tokens.get(tokenHash);
    const tenant = token && present(token.brand);
    if (token === undefined || tenant === undefined) return undefined;
    const { brand, person, permissions, workspaces } = token;
    const reached = workspaces?.filter((each) => tenant.workspaces.includes(each)) ?? tenant.workspaces;
    return frozenCopy({ brand, person, workspaces: reached, permissions });
  }

  return {
    findPrincipal: (tokenHash) =>
      read(() => {
        const principal = principals.get(tokenHash) ?? principalOf(tokenHash);
        if (principal !== undefined) principals.set(tokenHash, principal);
        return principal;
      }),
    findBrand: (brand) => read(() => present(brand)),
    isSessionEnded: (sessionHash) => read(() => endedSessions.has(sessionHash)),
    listBrands: () => read(() => presentOf(brands)),
    listTokens: (brand) => read(() => tokensOf(tokens, brand)),
    change: (work) =>
      write(async () => {
        const changed: ChangedTenants = {
          brands: new Map(brands),
          tokens: new Map(tokens),
          keyCheck,
          endedSessions: new Map(endedSessions),
        };
        let hasEnded = false;
        const ask = async <T>(question: () => T): Promise<T> => {
          if (hasEnded) throw new Error('The transaction has ended.');
          return question();
        };
        try {
          const result = await work(tenantTransaction(changed, { ask, channelOf }));
          ({ brands, tokens, keyCheck, endedSessions } = changed);
          principals.clear();
          return result;
        } finally {
          hasEnded = true;
        }
      }),
    has: (brand) => present(brand) !== undefined,
    planOf: (brand) => present(brand)?.plan,
    isRemoved: (brand) => brands.get(brand)?.isRemoved === true,
    brandOfToken: (tokenHash) => tokens.get(tokenHash)?.brand,
    dump: () => ({
      brands: [...brands.values()],
      tokens: [...tokens.values()],
      keyCheck,
      endedSessions: [...endedSessions.values()],
    }),
    load(contents) {
      brands = new Map(contents.brands.map((brand) => [brand.name, frozenCopy(brand)]));
      tokens = new Map(contents.tokens.map((token) => [token.hash, frozenCopy(token)]));
      keyCheck = contents.keyCheck;
      endedSessions = new Map(contents.endedSessions?.map((session) => [session.hash, frozenCopy(session)]));
    },
  };
}

interface ChangedTenants {
  readonly brands: Map<string, StoredBrand>;
  readonly tokens: Map<string, AgentTokenRecord>;
  keyCheck: string | undefined;
  readonly endedSessions: Map<string, EndedSession>;
}

function tenantTransaction(
  changed: ChangedTenants,
  {
    ask,
    channelOf,
  }: {
    readonly ask: <T>(question: () => T) => Promise<T>;
    readonly channelOf: (tokenHash: string) => TokenHolder | undefined;
  },
): TenantTransaction {
  const { brands, tokens } = changed;
  return {
    findBrand: (brand) => ask(() => brands.get(brand)),
    listBrands: () => ask(() => presentOf(brands)),
    putBrand: (brand) => ask(() => void brands.set(brand.name, frozenCopy(brand))),
    listTokens: (brand) => ask(() => tokensOf(tokens, brand)),
    findTokenHolder: (tokenHash) =>
      ask(() => {
        const token = tokens.get(tokenHash);
        return channelOf(tokenHash) ?? (token && { brand: token.brand });
      }),
    putToken: (token) => ask(() => void tokens.set(token.hash, frozenCopy(token))),
    removeToken: (brand, tokenHash) =>
      ask(() => {
        if (tokens.get(tokenHash)?.brand === brand) tokens.delete(tokenHash);
      }),
    findKeyCheck: () => ask(() => changed.keyCheck),
    putKeyCheck: (encrypted) =>
      ask(() => {
        changed.keyCheck = encrypted;
      }),
    endSession: (session, expiredBy) =>
      ask(() => {
        const ended = changed.endedSessions;
        for (const { hash, expiresAt } of ended.values()) if (expiresAt <= expiredBy) ended.delete(hash);
        ended.set(session.hash, frozenCopy(session));
      }),
  };
}

function presentOf(brands: ReadonlyMap<string, StoredBrand>): readonly BrandRecord[] {
  return [...brands.values()].filter(({ isRemoved }) => !isRemoved);
}

function tokensOf(tokens: ReadonlyMap<string, AgentTokenRecord>, brand: string): readonly AgentTokenRecord[] {
  return [...tokens.values()].filter((token) => token.brand === brand);
}
