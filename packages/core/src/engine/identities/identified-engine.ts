import type { BrandConfiguration, BrandSettings } from '../../domain/inputs/configuration.ts';
import type { AgentDirectory } from '../../ports/host-directories.ts';
import { copyPrincipal } from '../caller.ts';
import type { BrandEngine, Engine, JoinedEngine } from '../engine.ts';
import { callDependency } from '../engine-error.ts';
import type { EngineParts } from '../engine-parts.ts';
import { identifiedEvents } from './identified-events.ts';
import type {
  IdentifiedAgentDirectory,
  IdentifiedBrandEngine,
  IdentifiedEngine,
  IdentifiedJoinedEngine,
  IdentifiedPrincipal,
  Identities,
} from './identified-types.ts';
import { type IdentityMap, isId, maxIdLength, readId } from './identity-map.ts';
import { identify } from './ids-in-values.ts';

/** An engine, or its use-cases in a transaction of the host, with its parts. */
interface Numbered<TEngine> {
  readonly engine: TEngine;
  readonly parts: EngineParts;
  /** Of the host. */
  readonly agents: IdentifiedAgentDirectory | undefined;
}

function mapOf({ parts: { identities } }: Pick<Numbered<unknown>, 'parts'>): IdentityMap {
  if (identities === undefined) throw new Error('The engine has no identities.');
  return identities;
}

/** Agents have numbers from 1. */
const nobody = -1;

/** An engine whose host has texts as ids of persons. @spec HI5, HI9 */
export function identifiedEngine(
  numbered: Numbered<Engine>,
  within: (client: unknown) => Numbered<JoinedEngine>,
): IdentifiedEngine {
  const { engine } = numbered;
  const map = mapOf(numbered);
  const { open, connect, cancel, callback } = engine.accountLinks;
  const numberedPrincipal = (given: IdentifiedPrincipal) => principalOf(numbered, copyIdentified(given));
  return {
    ...engine,
    ...identifiedUses(numbered),
    events: identifiedEvents(engine.events, map),
    accountLinks: {
      open: async (link, member) => open(link, await numberedPrincipal(member)),
      connect: async (link, member) => connect(link, await numberedPrincipal(member)),
      cancel: async (link, member) => cancel(link, await numberedPrincipal(member)),
      callback: async (answer, member) => callback(answer, await numberedPrincipal(member)),
    },
    within(client) {
      const joined = within(client);
      return { ...joined.engine, ...identifiedUses(joined) };
    },
    identities: identitiesOf(numbered),
  };
}

function identitiesOf(numbered: Numbered<Engine>): Identities {
  const { engine } = numbered;
  const map = mapOf(numbered);
  return {
    engine,
    principal: async (given) => principalOf(numbered, copyIdentified(given)),
    async numberOf(brand, id) {
      const person = readId(id, 'id');
      return (await map.assign(brand, [person])).get(person) as number;
    },
    idOf: async (brand, number) =>
      Number.isSafeInteger(number) ? (await map.idsOf(brand, [number])).get(number) : undefined,
  };
}

type Uses = Omit<IdentifiedJoinedEngine, Exclude<keyof JoinedEngine, OwnUses>>;
type OwnUses = 'as' | 'once' | 'authenticate' | 'brands' | 'tokens' | 'agents' | 'configure';

function identifiedUses(numbered: Numbered<Engine | JoinedEngine>): Uses {
  const { engine } = numbered;
  const map = mapOf(numbered);
  const { brands, tokens, agents } = engine;

  async function numberOf(brand: unknown, given: unknown, field: string): Promise<number> {
    const id = readId(given, field);
    // The use-case refuses a brand that is not a text.
    return typeof brand === 'string' ? ((await map.assign(brand, [id])).get(id) as number) : nobody;
  }

  return {
    as: (given) => bind(numbered, copyIdentified(given)),
    async once(given, request, work) {
      const principal = copyIdentified(given);
      const ofNumber = await principalOf(numbered, principal);
      return engine.once(ofNumber, request, (bound) =>
        work(identifiedCaller(numbered, principal, bound, async () => bound)),
      );
    },
    async authenticate(token) {
      const principal = await engine.authenticate(token);
      return principal && Object.freeze(await identify(map, principal.brand, principal));
    },
    brands: {
      ...brands,
      put: async (brand) => brands.put(await withNumbers<BrandSettings>(map, brand, '')),
      async list() {
        const listed = await brands.list();
        return Promise.all(
          listed.map(async ({ connectedAccounts, ...brand }) => ({
            ...brand,
            ...(connectedAccounts && { connectedAccounts: await identify(map, brand.name, connectedAccounts) }),
          })),
        );
      },
    },
    tokens: {
      ...tokens,
      async create(brand, creation) {
        const person = await numberOf(brand, creation?.person, 'person');
        return tokens.create(brand, { ...creation, person });
      },
      list: async (brand) => identify(map, brand, await tokens.list(brand)),
    },
    agents: {
      put: async (brand, agent) => agents.put(brand, { ...agent, id: await numberOf(brand, agent?.id, 'id') }),
      async remove(brand, id) {
        const person = readId(id, 'id');
        const known = typeof brand === 'string' ? await map.find(brand, [person]) : new Map<string, number>();
        return agents.remove(brand, known.get(person) ?? 0);
      },
    },
    async configure(configuration, options) {
      if (!Array.isArray(configuration)) return engine.configure(configuration as never, options);
      const given: BrandConfiguration[] = [];
      for (const [at, brand] of configuration.entries()) given.push(await withNumbers(map, brand, `${at}.`));
      return engine.configure(given, options);
    },
  };
}

/** Lists of the configuration of a brand, with the member of an entry that holds the id of a person. */
const personsOfBrand = { agents: 'id', tokens: 'person', connectedAccounts: 'person' } as const;

/**
 * Puts numbers in place of the ids of a brand's configuration. The use-case refuses other faults of its shape.
 *
 * @throws {EngineError} `invalid_parameters`
 */
async function withNumbers<T>(map: IdentityMap, given: unknown, prefix: string): Promise<T> {
  const brand = given as Readonly<Record<string, unknown>> | null;
  const name = brand?.['name'];
  if (typeof name !== 'string' || name === '') return given as T;
  const lists = Object.entries(personsOfBrand).flatMap(([list, member]) => {
    const entries = brand?.[list];
    return Array.isArray(entries) ? [{ list, member, entries: entries as readonly unknown[] }] : [];
  });
  const ids = lists.flatMap(({ list, member, entries }) => idsIn(entries, member, `${prefix}${list}.`));
  const numbers = await map.assign(name, ids);
  const replaced = lists.map(({ list, member, entries }) => [list, replaceIds(entries, member, numbers)]);
  return { ...brand, ...Object.fromEntries(replaced) } as T;
}

function memberOf(entry: unknown, member: string): unknown {
  return (entry as Readonly<Record<string, unknown>> | null)?.[member];
}

/** @throws {EngineError} `invalid_parameters` for an id of another form. */
function idsIn(entries: readonly unknown[], member: string, prefix: string): readonly string[] {
  return entries.flatMap((entry, at) => {
    const id = memberOf(entry, member);
    return id === undefined ? [] : [readId(id, `${prefix}${at}.${member}`)];
  });
}

function replaceIds(entries: readonly unknown[], member: string, numbers: ReadonlyMap<string, number>): unknown[] {
  return entries.map((entry) => {
    const id = memberOf(entry, member);
    return id === undefined ? entry : { ...(entry as object), [member]: numbers.get(id as string) };
  });
}

/** @throws {TypeError} when it is not a principal, which is an error of the host. @spec HI2, PE9 */
function copyIdentified(principal: IdentifiedPrincipal): IdentifiedPrincipal {
  const { person } = principal;
  if (!isId(person)) throw new TypeError(`A principal has a person, a text of 1 to ${maxIdLength} characters.`);
  return Object.freeze({ ...copyPrincipal({ ...principal, person: nobody }), person });
}

/** The directory of the host for an engine with numbers. @spec HI7 */
export function numberedDirectory(agents: IdentifiedAgentDirectory, map: IdentityMap): AgentDirectory {
  return {
    async findAgent(brand, number) {
      const id = (await map.idsOf(brand, [number])).get(number);
      const agent = id === undefined ? undefined : await agents.findAgent(brand, id);
      return agent && { ...agent, id: number };
    },
  };
}

/** The principal with the number of its person. @spec HI1, HI8 */
async function principalOf(
  numbered: Numbered<unknown>,
  { person: id, ...principal }: IdentifiedPrincipal,
): Promise<Parameters<Engine['as']>[0]> {
  const map = mapOf(numbered);
  const { brand } = principal;
  let number = (await map.find(brand, [id])).get(id);
  if (number === undefined) {
    await numbered.parts.brandGate.require(brand);
    number = (await map.assign(brand, [id])).get(id);
  }
  return Object.freeze({ ...principal, person: number as number });
}

function bind(numbered: Numbered<Engine | JoinedEngine>, principal: IdentifiedPrincipal): IdentifiedBrandEngine {
  const { engine } = numbered;
  const shape = engine.as({ ...principal, person: nobody });
  let last: BrandEngine | undefined;
  return identifiedCaller(numbered, principal, shape, async () => {
    const ofNumber = await principalOf(numbered, principal);
    // In a transaction of the host the number can change after a rollback to a savepoint.
    if (last?.principal.person !== ofNumber.person) last = engine.as(ofNumber);
    return last;
  });
}

/** Families of use-cases whose answers name persons. */
const identifiedFamilies = new Set(['bots', 'drafts', 'versions', 'customers']);

/**
 * @param shape - Has the use-cases of the caller; its own are not called.
 * @param bound - Called by each use-case.
 */
function identifiedCaller(
  numbered: Numbered<unknown>,
  principal: IdentifiedPrincipal,
  shape: BrandEngine,
  bound: () => Promise<BrandEngine>,
): IdentifiedBrandEngine {
  const map = mapOf(numbered);
  const { brand } = principal;

  function familyOf(name: string, family: object): object {
    const isIdentified = identifiedFamilies.has(name);
    const reads = readers[name];
    const useCases = Object.keys(family).map((useCase) => {
      const call = async (...given: readonly unknown[]) => {
        const engine = (await bound()) as unknown as Readonly<Record<string, Readonly<Record<string, UseCase>>>>;
        const read = (await reads?.[useCase]?.(numbered, brand, given)) ?? given;
        const answer = await engine[name]?.[useCase]?.(...read);
        return isIdentified ? identify(map, brand, answer) : answer;
      };
      return [useCase, call];
    });
    return Object.fromEntries(useCases);
  }

  const members = Object.entries(shape).map(([name, member]) =>
    typeof member === 'object' && name !== 'principal' ? [name, familyOf(name, member)] : [name, member],
  );
  const caller = Object.fromEntries(members) as Omit<IdentifiedBrandEngine, 'principal'>;
  const conversations: BrandEngine['conversations'] = {
    ...caller.conversations,
    async *follow(customer, options) {
      yield* (await bound()).conversations.follow(customer, options);
    },
  };
  return { ...caller, conversations, principal };
}

type UseCase = (...given: readonly unknown[]) => Promise<unknown>;

/** Puts numbers in place of the ids in the arguments of a use-case. */
type Reader = (numbered: Numbered<unknown>, brand: string, given: readonly unknown[]) => Promise<readonly unknown[]>;

const readCustomerList: Reader = async (numbered, brand, [request, ...rest]) => {
  const id = (request as { readonly agentId?: unknown } | undefined)?.agentId;
  if (id === undefined || id === null) return [request, ...rest];
  const agentId = (await mapOf(numbered).find(brand, [readId(id, 'agentId')])).get(id as string) ?? nobody;
  return [{ ...(request as object), agentId }, ...rest];
};

/** An id that no agent has gets no number. @spec HI8 */
const readAssignment: Reader = async (numbered, brand, [customer, given]) => {
  const map = mapOf(numbered);
  const { agents } = numbered;
  if (given === undefined) return [customer];
  if (!isId(given)) return [customer, nobody];
  let number = (await map.find(brand, [given])).get(given);
  if (
    number === undefined &&
    agents !== undefined &&
    (await callDependency(async () => agents.findAgent(brand, given))) !== undefined
  ) {
    number = (await map.assign(brand, [given])).get(given);
  }
  return [customer, number ?? nobody];
};

async function readVersions(map: IdentityMap, brand: string, versions: unknown, prefix: string): Promise<unknown> {
  if (!Array.isArray(versions)) return versions;
  const numbers = await map.assign(brand, idsIn(versions, 'publishedBy', prefix));
  return replaceIds(versions, 'publishedBy', numbers);
}

const readers: Readonly<Record<string, Readonly<Record<string, Reader>>>> = {
  bots: {
    async importOlder(numbered, brand, [bot]) {
      const versions = (bot as { readonly versions?: unknown } | undefined)?.versions;
      if (versions === undefined) return [bot];
      return [{ ...(bot as object), versions: await readVersions(mapOf(numbered), brand, versions, 'versions.') }];
    },
    importOlderVersions: async (numbered, brand, [botId, versions]) => [
      botId,
      await readVersions(mapOf(numbered), brand, versions, ''),
    ],
  },
  customers: { list: readCustomerList, listInParts: readCustomerList, assign: readAssignment },
};
