import type {
  AgentRecord,
  AgentTokenRecord,
  BrandRecord,
  TenantRegistry,
  TenantTransaction,
} from './tenant-registry.ts';

/** The changes of tenants, on every store alike. Each call is one transaction. */
export interface TenantChanges {
  /**
   * Makes these brands, and declares agents and tokens of them. Agents and tokens that an earlier configuration
   * declared for one of these brands and that are missing now are removed. Agents and tokens that were added at run
   * time stay; one that is given now is declared from then on. All other brands are removed or stay.
   *
   * A name or hash given twice, a token of a brand that is not among them, and a token that a brand has which is not
   * among them is a fault that changes nothing.
   *
   * @spec ST51, ST52, ST82, ST89
   */
  configure(
    wanted: { readonly brands: readonly BrandRecord[]; readonly tokens: readonly AgentTokenRecord[] },
    others: 'kept' | 'removed',
  ): Promise<void>;
  /** Makes a brand, or replaces its record except its agents and tokens. @spec ST84 */
  putBrand(brand: Omit<BrandRecord, 'agents'>): Promise<void>;
  /** Removes a brand, with the agents and tokens that a configuration declared. @spec ST85 */
  removeBrand(brand: string): Promise<void>;
  /**
   * Adds a token at run time. `'taken'`: another agent token or a channel has it. `'no_brand'`: there is no such brand.
   *
   * @spec ST86
   */
  addToken(token: Omit<AgentTokenRecord, 'addedAtRunTime'>): Promise<'added' | 'taken' | 'no_brand'>;
  /** Removes the token with this hash, if this brand has it. @spec ST86 */
  removeToken(brand: string, tokenHash: string): Promise<void>;
  /** Adds an agent at run time, or changes the name and the email of the one with its id. @spec ST87 */
  putAgent(brand: string, agent: Omit<AgentRecord, 'addedAtRunTime'>): Promise<'put' | 'no_brand'>;
  /** @spec ST87 */
  removeAgent(brand: string, id: number): Promise<void>;
}

/** Makes the changes of a registry, by the rules of every store. */
export function tenantChanges(registry: Pick<TenantRegistry, 'change'>): TenantChanges {
  const change: TenantRegistry['change'] = (work) => registry.change(work);
  return {
    configure: ({ brands, tokens }, others) =>
      change(async (tx) => {
        const names = new Set(brands.map(({ name }) => name));
        if (names.size < brands.length) throw new Error('Two brands have one name.');
        if (new Set(tokens.map(({ hash }) => hash)).size < tokens.length) throw new Error('Two tokens are the same.');
        if (others === 'removed') {
          for (const { name } of await tx.listBrands()) if (!names.has(name)) await removeBrand(tx, name);
        }
        for (const brand of brands) {
          const isDeclared = ({ id }: AgentRecord) => brand.agents.some((agent) => agent.id === id);
          const added = (await addedAgents(tx, brand.name)).filter((agent) => !isDeclared(agent));
          await dropDeclaredTokens(tx, brand.name);
          await tx.putBrand({ ...brand, agents: [...brand.agents, ...added] });
        }
        for (const token of tokens) {
          if (!names.has(token.brand)) throw new Error('A token names a brand that is not given.');
          const holder = await tx.findTokenHolder(token.hash);
          if (holder !== undefined && !names.has(holder.brand)) throw new Error('Another brand has a token.');
          await tx.putToken(token);
        }
      }),

    putBrand: (brand) =>
      change(async (tx) => tx.putBrand({ ...brand, agents: (await tx.findBrand(brand.name))?.agents ?? [] })),

    removeBrand: (brand) => change((tx) => removeBrand(tx, brand)),

    addToken: (token) =>
      change(async (tx) => {
        if ((await findPresent(tx, token.brand)) === undefined) return 'no_brand';
        if ((await tx.findTokenHolder(token.hash)) !== undefined) return 'taken';
        await tx.putToken({ ...token, addedAtRunTime: true });
        return 'added';
      }),

    removeToken: (brand, tokenHash) => change((tx) => tx.removeToken(brand, tokenHash)),

    putAgent: (name, agent) =>
      change(async (tx) => {
        const brand = await findPresent(tx, name);
        if (brand === undefined) return 'no_brand';
        const isKnown = brand.agents.some(({ id }) => id === agent.id);
        const agents = isKnown
          ? brand.agents.map((known) => (known.id === agent.id ? { ...known, ...agent } : known))
          : [...brand.agents, { ...agent, addedAtRunTime: true as const }];
        await tx.putBrand({ ...brand, agents });
        return 'put';
      }),

    removeAgent: (name, id) =>
      change(async (tx) => {
        const brand = await findPresent(tx, name);
        if (brand === undefined) return;
        await tx.putBrand({ ...brand, agents: brand.agents.filter((agent) => agent.id !== id) });
      }),
  };
}

async function findPresent(tx: TenantTransaction, name: string): Promise<BrandRecord | undefined> {
  const brand = await tx.findBrand(name);
  return brand?.isRemoved ? undefined : brand;
}

async function addedAgents(tx: TenantTransaction, brand: string): Promise<readonly AgentRecord[]> {
  return (await tx.findBrand(brand))?.agents.filter(({ addedAtRunTime }) => addedAtRunTime) ?? [];
}

async function dropDeclaredTokens(tx: TenantTransaction, brand: string): Promise<void> {
  for (const { hash, addedAtRunTime } of await tx.listTokens(brand)) {
    if (!addedAtRunTime) await tx.removeToken(brand, hash);
  }
}

async function removeBrand(tx: TenantTransaction, name: string): Promise<void> {
  const brand = await tx.findBrand(name);
  if (brand === undefined) return;
  await dropDeclaredTokens(tx, name);
  await tx.putBrand({ ...brand, agents: await addedAgents(tx, name), isRemoved: true });
}
