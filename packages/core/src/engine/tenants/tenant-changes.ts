import type { EpochMs } from '../../domain/time/epoch-ms.ts';
import { type BatchOperation, get, type RecordStore, type Stored } from '../../ports/record-store.ts';
import { channels } from '../../records/channels.ts';
import {
  type AgentRecord,
  type AgentTokenRecord,
  agentTokens,
  type BrandRecord,
  brands,
  type EndedSession,
  endedSessions,
  lockOfTenants,
  locksOfTokens,
  type StoredBrand,
  tenantLocks,
} from '../../records/tenants.ts';
import { ask, expecting, find, list, type ProgramPart, put, remove } from '../use-case/requests.ts';
import { runPlan } from '../use-case/run-program.ts';
import { presentBrands, tokensOf } from './tenant-records.ts';

/** The changes of tenants. Each is stored as a whole or not at all, and waits for the others, in any process. */
export interface TenantChanges {
  /**
   * Makes these brands, and declares agents and tokens of them. Agents and tokens that an earlier configuration
   * declared for one of these brands and that are missing now are removed. Agents and tokens that were added at run
   * time stay; one that is given now is declared from then on. All other brands are removed or stay.
   *
   * A name or hash given twice, a token of a brand that is not among them, a token that a channel has, and one that a
   * brand has which is not among them is a fault that changes nothing.
   *
   * @spec ST51, ST52, ST82, ST89
   */
  configure(wanted: WantedTenants, others: 'unchanged' | 'removed'): Promise<void>;
  /** Makes a brand, or replaces its record except its agents and tokens. @spec ST84 */
  putBrand(brand: Omit<BrandRecord, 'agents'>): Promise<void>;
  /** Makes the brand if the store has none. Race rule: one of several concurrent calls makes its brand. */
  putFirstBrand(brand: Omit<BrandRecord, 'agents'>): Promise<'put' | 'not_first'>;
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
  /** Removes an agent, declared or not; nothing if the brand has none with this id. @spec ST87 */
  removeAgent(brand: string, id: number): Promise<void>;
  /**
   * Remembers that a session has ended early, and forgets sessions that had expired by a moment. The caller passes a
   * moment well in the past: if the clock is set back, a session which has just expired is valid again.
   *
   * @spec ST124
   */
  endSession(session: EndedSession, expiredBy: EpochMs): Promise<void>;
}

export interface WantedTenants {
  readonly brands: readonly BrandRecord[];
  readonly tokens: readonly AgentTokenRecord[];
}

/** The maximum number of sessions that one call forgets; each call adds one. */
const forgottenAtOnce = 100;

type Writes = BatchOperation[];

/**
 * The writes to brands, agent tokens and channels, as the config file of a server makes them.
 *
 * @param storage - Also of a store that no engine has opened.
 */
export function tenantChanges(storage: RecordStore): TenantChanges {
  /** @param tokenHashes - The hashes of tokens that the change may give to agents. */
  function change<T>(plan: (writes: Writes) => ProgramPart<T>, tokenHashes: readonly string[] = []): Promise<T> {
    const locks = [lockOfTenants, ...locksOfTokens(tokenHashes)];
    return runPlan(storage, 'store', function* (writes) {
      yield* ask(...locks.map((lock) => expecting(get(tenantLocks, lock))));
      const answer = yield* plan(writes);
      if (writes.length > 0) writes.push(...locks.map((lock) => put(tenantLocks, lock)));
      return answer;
    });
  }

  return {
    async configure(wanted, others) {
      requireConsistent(wanted);
      const hashes = wanted.tokens.map(({ hash }) => hash);
      await change((writes) => configure(writes, wanted, others), hashes);
    },

    putBrand: (brand) => change((writes) => putBrand(writes, brand)),

    putFirstBrand: (brand) =>
      change(function* (writes) {
        const [{ items }] = yield* ask(presentBrands);
        if (items.length > 0) return 'not_first';
        yield* putBrand(writes, brand);
        return 'put';
      }),

    removeBrand: (name) =>
      change(function* (writes) {
        const [stored] = yield* ask(get(brands, { name }));
        if (stored !== undefined) yield* removeBrands(writes, [stored.record]);
      }),

    addToken: (token) => change((writes) => addToken(writes, token), [token.hash]),

    removeToken: (brand, hash) =>
      change(function* (writes) {
        const [stored] = yield* ask(get(agentTokens, { hash }));
        if (stored?.record.brand === brand) writes.push(remove(agentTokens, { hash }));
      }),

    putAgent: (name, agent) =>
      change(function* (writes) {
        const brand = yield* findPresent(name);
        if (brand === undefined) return 'no_brand';
        const isKnown = brand.agents.some(({ id }) => id === agent.id);
        const agents = isKnown
          ? brand.agents.map((known) => (known.id === agent.id ? { ...known, ...agent } : known))
          : [...brand.agents, { ...agent, addedAtRunTime: true as const }];
        writes.push(put(brands, { ...brand, agents }));
        return 'put';
      }),

    removeAgent: (name, id) =>
      change(function* (writes) {
        const brand = yield* findPresent(name);
        if (brand === undefined) return;
        writes.push(put(brands, { ...brand, agents: brand.agents.filter((agent) => agent.id !== id) }));
      }),

    endSession: (session, expiredBy) =>
      runPlan(storage, 'store', function* (writes) {
        const where = { by: expiredBy };
        const [expired] = yield* ask(
          list(endedSessions, { list: 'expired', order: 'first', where, limit: forgottenAtOnce }),
        );
        for (const { record } of expired.items) writes.push(remove(endedSessions, record));
        writes.push(put(endedSessions, session));
      }),
  };
}

function requireConsistent({ brands: wanted, tokens }: WantedTenants): void {
  const names = new Set(wanted.map(({ name }) => name));
  if (names.size < wanted.length) throw new Error('Two brands have one name.');
  if (new Set(tokens.map(({ hash }) => hash)).size < tokens.length) throw new Error('Two tokens are the same.');
  if (tokens.some(({ brand }) => !names.has(brand))) throw new Error('A token names a brand that is not given.');
}

function* configure(
  writes: Writes,
  { brands: wanted, tokens }: WantedTenants,
  others: 'unchanged' | 'removed',
): ProgramPart<void> {
  const names = new Set(wanted.map(({ name }) => name));
  const former = others === 'unchanged' ? [] : (yield* ask(presentBrands))[0].items.map(({ record }) => record);
  const left = former.filter(({ name }) => !names.has(name));
  yield* removeBrands(writes, left);
  yield* dropDeclaredTokens(writes, names);
  const stored = yield* ask(...wanted.map(({ name }) => get(brands, { name })));
  for (const [index, brand] of wanted.entries()) {
    const isDeclared = ({ id }: AgentRecord) => brand.agents.some((agent) => agent.id === id);
    const added = addedAgents(stored[index]).filter((agent) => !isDeclared(agent));
    writes.push(put(brands, { ...brand, agents: [...brand.agents, ...added] }));
  }
  const dropped = new Set(left.map(({ name }) => name));
  for (const { hash, channel, agent } of yield* findHolders(tokens.map((token) => token.hash))) {
    if (channel !== undefined) throw new Error('A channel has a token.');
    const isDropped = agent !== undefined && agent.addedAtRunTime !== true && dropped.has(agent.brand);
    if (agent !== undefined && !isDropped && !names.has(agent.brand)) throw new Error('Another brand has a token.');
    const token = tokens.find((each) => each.hash === hash);
    if (token !== undefined) writes.push(put(agentTokens, token));
  }
}

function* putBrand(writes: Writes, brand: Omit<BrandRecord, 'agents'>): ProgramPart<void> {
  const [stored] = yield* ask(get(brands, { name: brand.name }));
  writes.push(put(brands, { ...brand, agents: stored?.record.agents ?? [] }));
}

function* addToken(writes: Writes, token: AgentTokenRecord): ProgramPart<'added' | 'taken' | 'no_brand'> {
  if ((yield* findPresent(token.brand)) === undefined) return 'no_brand';
  const [holder] = yield* findHolders([token.hash]);
  if (holder?.channel !== undefined || holder?.agent !== undefined) return 'taken';
  writes.push(put(agentTokens, { ...token, addedAtRunTime: true }));
  return 'added';
}

function* findPresent(name: string): ProgramPart<BrandRecord | undefined> {
  const [stored] = yield* ask(get(brands, { name }));
  return stored?.record.isRemoved ? undefined : stored?.record;
}

function* findHolders(hashes: readonly string[]) {
  const holders = yield* ask(...hashes.map((hash) => find(channels, 'token', [hash])));
  const agents = yield* ask(...hashes.map((hash) => get(agentTokens, { hash })));
  return hashes.map((hash, index) => ({ hash, channel: holders[index], agent: agents[index]?.record }));
}

/** Leaves the records of the brands, and the tokens and agents that were added at run time. */
function* removeBrands(writes: Writes, removed: readonly StoredBrand[]): ProgramPart<void> {
  yield* dropDeclaredTokens(
    writes,
    removed.map(({ name }) => name),
  );
  for (const brand of removed) {
    writes.push(put(brands, { ...brand, agents: addedAgents({ record: brand }), isRemoved: true }));
  }
}

function* dropDeclaredTokens(writes: Writes, names: Iterable<string>): ProgramPart<void> {
  const lists = yield* ask(...[...names].map((name) => tokensOf(name)));
  for (const { record } of lists.flatMap(({ items }) => items)) {
    if (record.addedAtRunTime !== true) writes.push(remove(agentTokens, record));
  }
}

function addedAgents(stored: Pick<Stored<StoredBrand>, 'record'> | undefined): readonly AgentRecord[] {
  return stored?.record.agents.filter(({ addedAtRunTime }) => addedAtRunTime) ?? [];
}
