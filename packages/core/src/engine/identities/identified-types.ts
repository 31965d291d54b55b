import type { OlderBot, OlderVersion } from '../../domain/inputs/bots.ts';
import type {
  AgentTokenCreation,
  BrandConfiguration,
  BrandSettings,
  ConfigureOptions,
} from '../../domain/inputs/configuration.ts';
import type { Principal } from '../../domain/principal.ts';
import type { Agent } from '../../ports/host-directories.ts';
import type { AccountLinks } from '../accounts/account-links.ts';
import type { Bots } from '../bots/bot-handle.ts';
import type { ChannelCaller } from '../conversations/channel-engine.ts';
import type { CustomerListRequest, Customers } from '../customers/customers.ts';
import type { Drafts } from '../drafts/draft-handle.ts';
import type { BrandEngine, Engine, JoinedEngine } from '../engine.ts';
import type { EngineOptions } from '../engine-options.ts';
import type { EngineEvent, EngineEventType, EventsLost } from '../events/engine-events.ts';
import type { Subscription, SubscriptionOptions } from '../events/event-bus.ts';
import type { KeptEvent, KeptSubscription } from '../events/kept-subscription.ts';
import type { NamedOptions, ScopeAllOptions } from '../events/subscribe.ts';
import type { OnceRequest } from '../idempotent-request.ts';
import type { PolicyCommand } from '../policy/commands.ts';
import type { PolicyAnswer } from '../policy/policy.ts';
import type { PolicyFacts } from '../policy/policy-facts.ts';
import type { Agents, AgentTokens, Brands } from '../tenants/tenants.ts';
import type { Versions } from '../versions/version-handle.ts';
import type { Identified, IdOf } from './ids-in-values.ts';

/** The caller, with the host's id of the person: 1 to 128 characters. */
export interface IdentifiedPrincipal extends Omit<Principal, 'person'> {
  /** The host's id, 1 to 128 characters. */
  readonly person: string;
}

interface IdentifiedAgent extends Omit<Agent, 'id'> {
  /** The host's id of the person, 1 to 128 characters. */
  readonly id: string;
}

/** Finds the agents of a brand by the host's ids. */
export interface IdentifiedAgentDirectory {
  /** Called outside every transaction. @returns `undefined` when the brand has no agent with this id. */
  findAgent(brand: string, id: string): Promise<IdentifiedAgent | undefined>;
}

/** A `Policy` that gets the host's ids of persons. */
type IdentifiedPolicy = (
  command: Identified<PolicyCommand>,
  principal: IdentifiedPrincipal | ChannelCaller,
  facts: { readonly [K in keyof PolicyFacts]: Identified<PolicyFacts[K]> },
) => PolicyAnswer;

/** The kinds of ids that the host has as texts. */
export interface IdentityOptions {
  /** The persons of principals and tokens, and the agents. */
  readonly person: 'string';
}

/** The options of an engine whose host has texts as ids of persons. */
export interface IdentifiedEngineOptions extends Omit<EngineOptions, 'identities' | 'policy' | 'agents'> {
  /** Cannot change later: the store has the numbers. */
  readonly identities: IdentityOptions;
  /** As `EngineOptions.policy`, with the host's ids of persons. */
  readonly policy?: IdentifiedPolicy;
  /** As `EngineOptions.agents`, by the host's ids. */
  readonly agents?: IdentifiedAgentDirectory;
}

type Answering<TUseCases> = {
  readonly [K in keyof TUseCases]: TUseCases[K] extends (...given: infer TGiven) => Promise<infer TAnswer>
    ? (...given: TGiven) => Promise<Identified<TAnswer>>
    : TUseCases[K];
};

interface IdentifiedBots extends Omit<Answering<Bots>, 'importOlder' | 'importOlderVersions'> {
  /** As `Bots.importOlder`. */
  importOlder(
    bot: Omit<OlderBot, 'versions'> & { readonly versions?: readonly Identified<OlderVersion>[] },
  ): ReturnType<Bots['importOlder']>;
  /** As `Bots.importOlderVersions`. */
  importOlderVersions(
    botId: string,
    versions: readonly Identified<OlderVersion>[],
  ): ReturnType<Answering<Bots>['importOlderVersions']>;
}

interface IdentifiedCustomers extends Omit<Answering<Customers>, 'list' | 'listInParts' | 'assign'> {
  /** As `Customers.list`. */
  list(request?: Identified<CustomerListRequest>): ReturnType<Answering<Customers>['list']>;
  /** As `Customers.listInParts`. */
  listInParts(request?: Identified<CustomerListRequest>): ReturnType<Answering<Customers>['listInParts']>;
  /**
   * As `Customers.assign`.
   *
   * @param agentId - Default: the caller.
   */
  assign(customer: number, agentId?: string): ReturnType<Answering<Customers>['assign']>;
}

/** The engine as one caller sees it, with the host's ids of persons. Messages have the numbers of the wire. */
export interface IdentifiedBrandEngine
  extends Omit<BrandEngine, 'principal' | 'bots' | 'drafts' | 'versions' | 'customers'> {
  /** As `BrandEngine.principal`. */
  readonly principal: IdentifiedPrincipal;
  /** As `BrandEngine.bots`. */
  readonly bots: IdentifiedBots;
  /** As `BrandEngine.drafts`; `editedBy` is an id of the host. */
  readonly drafts: Answering<Drafts>;
  /** As `BrandEngine.versions`; `publishedBy` is an id of the host. */
  readonly versions: Answering<Versions>;
  /** As `BrandEngine.customers`; `agentId` is an id of the host. */
  readonly customers: IdentifiedCustomers;
}

type IdentifiedList<T> = T extends readonly (infer TItem)[] ? readonly IdentifiedEntry<TItem>[] : T;
type IdentifiedEntry<T> = {
  [K in keyof T]: K extends 'id' | 'person' ? IdOf<T[K]> : T[K];
};
type IdentifiedBrand<T> = {
  [K in keyof T]: K extends 'agents' | 'tokens' | 'connectedAccounts' ? IdentifiedList<T[K]> : T[K];
};

interface IdentifiedUses {
  /** As `Engine.as`. */
  as(principal: IdentifiedPrincipal): IdentifiedBrandEngine;
  /** As `Engine.once`. */
  once<T>(
    principal: IdentifiedPrincipal,
    request: OnceRequest<T>,
    work: (engine: IdentifiedBrandEngine) => Promise<T>,
  ): Promise<{ readonly response: string; readonly replayed: boolean }>;
  /** Finds the caller with this agent token; `undefined` when there is none. */
  authenticate(token: string): Promise<IdentifiedPrincipal | undefined>;
  /** As `Engine.brands`. */
  readonly brands: Omit<Brands, 'put' | 'list'> & {
    put(brand: IdentifiedBrand<BrandSettings>): Promise<void>;
    list(): Promise<readonly IdentifiedBrand<BrandSettings>[]>;
  };
  /** As `Engine.tokens`. */
  readonly tokens: Omit<AgentTokens, 'create' | 'list'> & {
    create(brand: string, creation: Identified<AgentTokenCreation>): ReturnType<AgentTokens['create']>;
    list: Answering<AgentTokens>['list'];
  };
  /** As `Engine.agents`. */
  readonly agents: Omit<Agents, 'put' | 'remove'> & {
    put(brand: string, agent: IdentifiedAgent): Promise<void>;
    remove(brand: string, id: string): Promise<void>;
  };
  /** As `Engine.configure`. A refused configuration can leave numbers for its ids. */
  configure(brands: readonly IdentifiedBrand<BrandConfiguration>[], options?: ConfigureOptions): Promise<void>;
}

/** The use-cases of an engine in a transaction of the host, with the host's ids of persons. */
export interface IdentifiedJoinedEngine extends Omit<JoinedEngine, keyof IdentifiedUses>, IdentifiedUses {}

interface FaultOf<TEvent> {
  readonly onFault?: (error: unknown, event: TEvent) => void;
}

/** The events of an engine, with the host's ids of persons. */
export interface IdentifiedEvents {
  /** As `EngineEvents.areKept`. */
  readonly areKept: boolean;
  /** As `EngineEvents.subscribe`. */
  subscribe<TType extends EngineEventType = EngineEventType>(
    listener: (event: Identified<KeptEvent<TType>>) => unknown,
    options: Omit<NamedOptions<TType>, 'onFault'> & FaultOf<Identified<KeptEvent<TType>> | undefined>,
  ): KeptSubscription;
  /** As `EngineEvents.subscribe`. */
  subscribe<TType extends EngineEventType = EngineEventType>(
    listener: (event: Identified<KeptEvent<TType>>) => unknown,
    options: Omit<ScopeAllOptions<TType>, 'onFault'> & FaultOf<Identified<KeptEvent<TType>> | undefined>,
  ): KeptSubscription;
  /** As `EngineEvents.subscribe`. */
  subscribe<TType extends EngineEventType = EngineEventType>(
    listener: (event: Identified<EngineEvent<TType>> | EventsLost) => unknown,
    options?: Omit<SubscriptionOptions<TType>, 'onFault'> & FaultOf<Identified<EngineEvent<TType>> | EventsLost>,
  ): Subscription;
}

/** Translates between the host's ids of persons and the numbers of the wire. */
export interface Identities {
  /** The same engine with numbers, as the HTTP interfaces need it. */
  readonly engine: Engine;
  /**
   * The principal with the number of its person, for the engine with numbers. Gives the person a number if it has none.
   *
   * @throws {TypeError} when it is not a principal.
   * @throws {EngineError} `not_authenticated`, `dependency_failed`
   */
  principal(principal: IdentifiedPrincipal): Promise<Principal>;
  /** The number of a person. Gives it one if it has none. @throws {EngineError} `invalid_parameters` */
  numberOf(brand: string, id: string): Promise<number>;
  /** The id of the person with a number; `undefined` when there is none. */
  idOf(brand: string, number: number): Promise<string | undefined>;
}

/** An engine whose host has texts as ids of persons. Numbers stand for them in the store and on the wire. */
export interface IdentifiedEngine
  extends Omit<Engine, keyof IdentifiedUses | 'events' | 'accountLinks' | 'within'>,
    IdentifiedUses {
  /** Events with the host's ids of persons. */
  readonly events: IdentifiedEvents;
  /** As `Engine.accountLinks`, with the host's id of the member. */
  readonly accountLinks: {
    readonly [K in keyof AccountLinks]: (
      given: Parameters<AccountLinks[K]>[0],
      member: IdentifiedPrincipal,
    ) => ReturnType<AccountLinks[K]>;
  };
  /** As `Engine.within`. A number that the transaction gives to a person is undone by its ROLLBACK. */
  within(client: unknown): IdentifiedJoinedEngine;
  /** Translates between the host's ids and the numbers of the wire. */
  readonly identities: Identities;
}
