import {
  type AgentTokenCreation,
  agentIdSchema,
  agentSchema,
  type BrandConfiguration,
  type BrandSettings,
  brandNameSchema,
  brandSettingsSchema,
  type ConfigureOptions,
  tokenCreationSchema,
  tokenReferenceSchema,
} from '../../domain/inputs/configuration.ts';
import { faultMessages } from '../../domain/inputs/fault-messages.ts';
import { type Permission, type Principal, permissions } from '../../domain/principal.ts';
import { isPlainText } from '../../domain/text.ts';
import { sha256 } from '../../node/hash.ts';
import type { Agent, AgentDirectory } from '../../ports/host-directories.ts';
import type { RecordStore } from '../../ports/record-store.ts';
import type { BrandRecord } from '../../records/tenants.ts';
import { callDependency } from '../engine-error.ts';
import type { EngineParts } from '../engine-parts.ts';
import { byHost, type RaisedEvent } from '../events/engine-events.ts';
import { stampedEvents } from '../events/engine-storage.ts';
import { applyPlanToHooks } from '../hook-plans.ts';
import { invalidParameters, readInput } from '../read-input.ts';
import { configure } from './configure.ts';
import { releaseChannels } from './configured-channels.ts';
import { type TenantChanges, tenantChanges } from './tenant-changes.ts';
import { type TenantRecords, tenantRecords } from './tenant-records.ts';

/** @throws {EngineError} `invalid_parameters`, `field_not_described` */
export interface Brands {
  /** Creates a brand, or replaces its settings. Its agents, tokens and channels stay unchanged. */
  put(brand: BrandSettings): Promise<void>;
  /**
   * From the next request on the brand cannot be reached. Its data stays stored, and can be reached again when the
   * brand is put again, except the tokens, agents and channels that a configuration declared, which are removed.
   */
  remove(name: string): Promise<void>;
  /** By name. */
  list(): Promise<readonly BrandSettings[]>;
}

/** An agent token in a list. It does not contain the token's text. */
export interface AgentToken {
  /** The SHA-256 of the token, in lower-case hex. */
  readonly id: string;
  /** Id of the person that the token stands for. */
  readonly person: number;
  /** Empty: the token only identifies its person. */
  readonly permissions: readonly Permission[];
  /** Absent: all workspaces of the brand. */
  readonly workspaces?: readonly number[];
  /** Whether a configuration declared it. A later configuration without it then revokes it. */
  readonly declared: boolean;
}

/** @throws {EngineError} `invalid_parameters`, `field_not_described` */
export interface AgentTokens {
  /** Creates a token. Only its hash is stored, so the token cannot be returned again. */
  create(brand: string, creation: AgentTokenCreation): Promise<{ readonly id: string; readonly token: string }>;
  /** By person, then id. */
  list(brand: string): Promise<readonly AgentToken[]>;
  /** From the next request on the token is invalid. Does nothing when the brand has no such token. */
  revoke(brand: string, token: { readonly id: string } | { readonly token: string }): Promise<void>;
}

/** @throws {EngineError} `invalid_parameters`, `field_not_described` */
export interface Agents {
  /** Adds an agent, or changes the name and the email of the one with this id. */
  put(brand: string, agent: Agent): Promise<void>;
  /** The person of a token stays an agent. */
  remove(brand: string, id: number): Promise<void>;
}

export interface Tenants {
  /** Changes of single brands. */
  readonly brands: Brands;
  /** Changes of single tokens. */
  readonly tokens: AgentTokens;
  /** Changes of single agents. */
  readonly agents: Agents;
  /** Makes the declared agents, tokens and channels of these brands match the configuration. */
  configure(brands: readonly BrandConfiguration[], options?: ConfigureOptions): Promise<void>;
  /** Finds the caller with this agent token; `undefined` when there is none. */
  authenticate(token: string): Promise<Principal | undefined>;
}

/** The engine's parts with the stored tenants. */
interface TenantParts extends EngineParts {
  readonly registry: TenantRecords;
  readonly inTurn: InTurn;
}

/** Runs changes that take several transactions one after another, so that they do not interleave. */
type InTurn = <T>(change: () => Promise<T>) => Promise<T>;

function createTurn(): InTurn {
  let last: Promise<unknown> = Promise.resolve();
  return (change) => {
    const changed = last.then(change);
    last = changed.catch(() => {});
    return changed;
  };
}

/** The use-cases with which a host changes brands, agents and tokens: one by one, or as a configuration. */
export function tenants(engineParts: EngineParts): Tenants {
  const { storage } = engineParts;
  const parts: TenantParts = {
    ...engineParts,
    registry: tenantRecords(storage),
    inTurn: createTurn(),
  };
  return {
    configure: (brands, options) => parts.inTurn(() => configure(parts, brands, options)),

    /** Reads the store each time, so that a revoked token stops working immediately. @spec PE6 */
    async authenticate(token) {
      if (typeof token !== 'string' || token === '' || !isPlainText(token)) return undefined;
      return parts.registry.findPrincipal(sha256(token));
    },

    brands: brandsOf(parts),
    tokens: tokensOf(parts),
    agents: agentsOf(parts),
  };
}

function brandsOf(parts: TenantParts): Brands {
  const { registry, inTurn } = parts;
  return {
    /** @spec TN1, TN16, HK19 */
    async put(given) {
      const brand = readInput(brandSettingsSchema, given);
      await inTurn(async () => {
        const event = { type: 'brand.changed' } as const;
        await raised(parts, brand.name, event, (changes) => changes.putBrand(brand));
        await applyPlanToHooks(parts, brand.name);
      });
    },

    /** @spec TN2, TN16, TN17, CH24 */
    async remove(given) {
      const name = readInput(brandNameSchema, given, 'name');
      await inTurn(async () => {
        if ((await registry.findBrand(name)) === undefined) return;
        await releaseChannels(parts, name, []);
        const event = { type: 'brand.removed' } as const;
        await raised(parts, name, event, (changes) => changes.removeBrand(name));
      });
    },

    /** @spec TN3 */
    async list() {
      return (await registry.listBrands()).map(({ agents: _, ...settings }) => settings);
    },
  };
}

function tokensOf(parts: TenantParts): AgentTokens {
  const { registry, ids } = parts;
  return {
    /** @spec TN4, TN5, TN6, TN15, TN16, PE7 */
    async create(name, creation) {
      const { token = ids.token(), ...given } = readInput(tokenCreationSchema, creation);
      const brand = await requireBrand(parts, name);
      if (given.workspaces?.some((workspace) => !brand.workspaces.includes(workspace))) {
        throw invalidParameters('workspaces', 'Expected workspaces of the brand.');
      }
      const id = sha256(token);
      const event = { type: 'token.created', tokenId: id, person: given.person } as const;
      const stored = { hash: id, brand: brand.name, permissions, ...given };
      await raised(parts, brand.name, event, async (changes) => {
        const outcome = await changes.addToken(stored);
        if (outcome === 'no_brand') throw noBrand();
        if (outcome === 'taken') throw invalidParameters('token', faultMessages.tokenTaken);
      });
      return { id, token };
    },

    /** @spec TN8, TN15 */
    async list(name) {
      const tokens = await registry.listTokens((await requireBrand(parts, name)).name);
      const listed = tokens.map(({ hash, brand: _, addedAtRunTime, ...token }) => {
        return { id: hash, ...token, declared: addedAtRunTime === undefined };
      });
      return listed.sort((a, b) => a.person - b.person || (a.id < b.id ? -1 : 1));
    },

    /** @spec TN7, TN17, PE6 */
    async revoke(name, given) {
      const brand = readInput(brandNameSchema, name, 'brand');
      const { id = '', token } = readInput(tokenReferenceSchema, given);
      const tokenId = token === undefined ? id : sha256(token);
      const isStored = (await registry.listTokens(brand)).some(({ hash }) => hash === tokenId);
      const event = { type: 'token.revoked', tokenId } as const;
      await raised(parts, brand, isStored ? event : undefined, (changes) => changes.removeToken(brand, tokenId));
    },
  };
}

/** @spec TN15, TN17 */
async function requireBrand({ registry }: TenantParts, name: unknown): Promise<BrandRecord> {
  const brand = await registry.findBrand(readInput(brandNameSchema, name, 'brand'));
  if (brand === undefined) throw noBrand();
  return brand;
}

function agentsOf(parts: TenantParts): Agents {
  const { registry } = parts;
  return {
    /** @spec TN9, TN15, TN16, TN17, PE10 */
    async put(name, agent) {
      const brand = readInput(brandNameSchema, name, 'brand');
      const given = readInput(agentSchema, agent);
      const event = { type: 'agent.changed', agentId: given.id } as const;
      await raised(parts, brand, event, async (changes) => {
        if ((await changes.putAgent(brand, given)) === 'no_brand') throw noBrand();
      });
    },

    /** @spec TN9, TN17 */
    async remove(name, id) {
      const brand = readInput(brandNameSchema, name, 'brand');
      const agentId = readInput(agentIdSchema, id, 'id');
      const isStored = (await registry.findBrand(brand))?.agents.some((agent) => agent.id === agentId);
      if (isStored !== true) return;
      const event = { type: 'agent.removed', agentId } as const;
      await raised(parts, brand, event, (changes) => changes.removeAgent(brand, agentId));
    },
  };
}

/** Makes a change of tenants, which stores its event, and then raises the event. @spec EV12 */
async function raised(
  { storage, clock, events }: EngineParts,
  brand: string,
  event: RaisedEvent | undefined,
  change: (changes: TenantChanges) => Promise<unknown>,
): Promise<void> {
  const stamped = event === undefined ? [] : stampedEvents(clock, { brand, by: byHost }, [event]);
  await change(tenantChanges(storage.raising(stamped)));
  events.publish(stamped);
}

function noBrand() {
  return invalidParameters('brand', 'There is no such brand.');
}

/**
 * Makes the agent directory of an engine: the host's, whose failures become `dependency_failed`, otherwise the store,
 * where the persons of tokens are agents without a name.
 *
 * @spec TN14, PE10, ER7
 */
export function agentDirectory(storage: Pick<RecordStore, 'read'>, given: AgentDirectory | undefined): AgentDirectory {
  if (given !== undefined) {
    return { findAgent: (brand, id) => callDependency(async () => given.findAgent(brand, id)) };
  }
  const registry = tenantRecords(storage);
  return {
    async findAgent(brand, id) {
      const known = (await registry.findBrand(brand))?.agents.find((agent) => agent.id === id);
      if (known !== undefined) return { id, name: known.name, email: known.email };
      const isPerson = (await registry.listTokens(brand)).some(({ person }) => person === id);
      return isPerson ? { id, name: '', email: '' } : undefined;
    },
  };
}
