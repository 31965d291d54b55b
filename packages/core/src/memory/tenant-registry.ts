import type { Principal } from '../domain/principal.ts';
import type { AgentRecord, AgentTokenRecord, BrandRecord, TenantRegistry } from '../ports/tenant-registry.ts';
import { frozenCopy } from './frozen-copy.ts';

/** A brand that was removed keeps the agents that were added at run time. */
export interface StoredBrand extends BrandRecord {
  readonly isRemoved?: true;
}

export interface TenantContents {
  readonly brands: readonly StoredBrand[];
  readonly tokens: readonly AgentTokenRecord[];
}

export interface TenantTable
  extends Pick<
    TenantRegistry,
    | 'findPrincipal'
    | 'findBrand'
    | 'listBrands'
    | 'configure'
    | 'putBrand'
    | 'removeBrand'
    | 'listTokens'
    | 'addToken'
    | 'removeToken'
    | 'putAgent'
    | 'removeAgent'
  > {
  has(brand: string): boolean;
  brandOfToken(tokenHash: string): string | undefined;
  dump(): TenantContents;
  load(contents: TenantContents): void;
}

/**
 * Keeps brands and the tokens of their agents.
 *
 * @param read - Asks committed state. @param write - Makes a change while nobody else writes.
 */
export function createTenantTable({
  read,
  write,
  hasChannel,
}: {
  readonly read: <T>(question: () => T) => Promise<T>;
  readonly write: <T>(change: () => T) => Promise<T>;
  readonly hasChannel: (tokenHash: string) => boolean;
}): TenantTable {
  const brands = new Map<string, StoredBrand>();
  const tokens = new Map<string, AgentTokenRecord>();
  /** By hash. One object a token, so that whoever is bound to it can be found again. */
  const principals = new Map<string, Principal>();

  const present = (brand: string): BrandRecord | undefined => {
    const stored = brands.get(brand);
    return stored?.isRemoved ? undefined : stored;
  };
  const tokensOf = (brand: string) => [...tokens.values()].filter((token) => token.brand === brand);
  const change = <T>(apply: () => T): Promise<T> =>
    write(() => {
      principals.clear();
      return apply();
    });

  function principalOf(tokenHash: string): Principal | undefined {
    const token = tokens.get(tokenHash);
    const tenant = token && present(token.brand);
    if (token === undefined || tenant === undefined) return undefined;
    const { brand, person, permissions, workspaces } = token;
    const reached = workspaces?.filter((each) => tenant.workspaces.includes(each)) ?? tenant.workspaces;
    return frozenCopy({ brand, person, workspaces: reached, permissions });
  }

  function put(brand: StoredBrand): void {
    brands.set(brand.name, frozenCopy(brand));
  }

  function dropDeclaredTokens(brand: string): void {
    for (const { hash, addedAtRunTime } of tokensOf(brand)) if (!addedAtRunTime) tokens.delete(hash);
  }

  function remove(name: string): void {
    const stored = brands.get(name);
    if (stored === undefined) return;
    dropDeclaredTokens(name);
    put({ ...stored, agents: stored.agents.filter(({ addedAtRunTime }) => addedAtRunTime), isRemoved: true });
  }

  return {
    findPrincipal: (tokenHash) =>
      read(() => {
        const principal = principals.get(tokenHash) ?? principalOf(tokenHash);
        if (principal !== undefined) principals.set(tokenHash, principal);
        return principal;
      }),
    findBrand: (brand) => read(() => present(brand)),
    listBrands: () => read(() => [...brands.values()].filter(({ isRemoved }) => !isRemoved)),
    configure: (wanted, others = 'removed') =>
      change(() => {
        const names = new Set(wanted.brands.map(({ name }) => name));
        const hashes = new Set(wanted.tokens.map(({ hash }) => hash));
        if (names.size < wanted.brands.length) throw new Error('Two brands have one name.');
        if (hashes.size < wanted.tokens.length) throw new Error('Two tokens are the same.');
        for (const { hash, brand } of wanted.tokens) {
          if (!names.has(brand)) throw new Error('A token names a brand that is not given.');
          const holder = tokens.get(hash);
          const isFreed = others === 'removed' && holder?.addedAtRunTime === undefined;
          if (holder !== undefined && !names.has(holder.brand) && !isFreed)
            throw new Error('Another brand has a token.');
        }
        if (others === 'removed') for (const name of brands.keys()) if (!names.has(name)) remove(name);
        for (const brand of wanted.brands) {
          dropDeclaredTokens(brand.name);
          const isDeclared = ({ id }: AgentRecord) => brand.agents.some((agent) => agent.id === id);
          const known = brands.get(brand.name)?.agents ?? [];
          const added = known.filter((agent) => agent.addedAtRunTime && !isDeclared(agent));
          put({ ...brand, agents: [...brand.agents, ...added] });
        }
        for (const token of wanted.tokens) tokens.set(token.hash, frozenCopy(token));
      }),
    putBrand: (brand) => change(() => put({ ...brand, agents: brands.get(brand.name)?.agents ?? [] })),
    removeBrand: (brand) => change(() => remove(brand)),
    listTokens: (brand) => read(() => tokensOf(brand)),
    addToken: (token) =>
      change(() => {
        if (present(token.brand) === undefined) return 'no_brand';
        if (tokens.has(token.hash) || hasChannel(token.hash)) return 'taken';
        tokens.set(token.hash, frozenCopy({ ...token, addedAtRunTime: true }));
        return 'added';
      }),
    removeToken: (brand, tokenHash) =>
      change(() => {
        if (tokens.get(tokenHash)?.brand === brand) tokens.delete(tokenHash);
      }),
    putAgent: (name, agent) =>
      change(() => {
        const brand = present(name);
        if (brand === undefined) return 'no_brand';
        const isKnown = brand.agents.some(({ id }) => id === agent.id);
        const agents = isKnown
          ? brand.agents.map((known) => (known.id === agent.id ? { ...known, ...agent } : known))
          : [...brand.agents, { ...agent, addedAtRunTime: true as const }];
        put({ ...brand, agents });
        return 'put';
      }),
    removeAgent: (name, id) =>
      change(() => {
        const brand = present(name);
        if (brand !== undefined) put({ ...brand, agents: brand.agents.filter((agent) => agent.id !== id) });
      }),
    has: (brand) => present(brand) !== undefined,
    brandOfToken: (tokenHash) => tokens.get(tokenHash)?.brand,
    dump: () => ({ brands: [...brands.values()], tokens: [...tokens.values()] }),
    load(contents) {
      for (const brand of contents.brands) put(brand);
      for (const token of contents.tokens) tokens.set(token.hash, frozenCopy(token));
    },
  };
}
