import { createCatalog } from '../domain/blocks/catalog.ts';
import { type ChannelFamily, channelFamilies, readChannelFamilies } from '../domain/channel.ts';
import { requireUserAgentBrand, userAgent } from '../domain/delivery/attempt-headers.ts';
import { createRetryPolicy } from '../domain/delivery/retry-policy.ts';
import { rememberedNames } from '../domain/diagram/block-references.ts';
import { rememberedEntries } from '../domain/diagram/diagram-entries.ts';
import { inboundMessageSchema } from '../domain/inputs/conversations.ts';
import { sendSchemas } from '../domain/inputs/messages.ts';
import { visitorSchemas } from '../domain/inputs/web-chat.ts';
import { requireOwnRules } from '../domain/own-rules/own-rule.ts';
import { createBlockKinds } from '../domain/rules/block-kind.ts';
import { systemClock, systemIds, systemTimer } from '../node/system.ts';
import type { ChannelDeployer } from '../ports/channel-deployer.ts';
import type { AgentDirectory } from '../ports/host-directories.ts';
import type { Storage } from '../ports/storage.ts';
import { accountAccess, storedAccountDirectory } from './accounts/account-access.ts';
import { type AccountEffects, accountEffectHost, accountEffects } from './accounts/account-effects.ts';
import { accountLinks } from './accounts/account-links.ts';
import { accountProviders } from './accounts/account-providers.ts';
import { accounts } from './accounts/accounts.ts';
import { botViewer } from './bots/bot-records.ts';
import { bots } from './bots/bots.ts';
import { brandGate } from './brand-gate.ts';
import { type Caller, copyPrincipal, oncePerPrincipal, requirePermission } from './caller.ts';
import { catalog as catalogOf } from './catalog.ts';
import { authenticateChannel, channels } from './channels/channels.ts';
import { channelEngine } from './conversations/channel-engine.ts';
import type { ConversationContext } from './conversations/conversation-context.ts';
import { conversationUpdates } from './conversations/conversation-updates.ts';
import { conversations } from './conversations/conversations.ts';
import { createDirectLeases } from './conversations/direct-leases.ts';
import { requireJournal } from './conversations/journals.ts';
import { mailEffectHost } from './conversations/mail-effect-host.ts';
import { modelEffectHost, readModels } from './conversations/model-effect-host.ts';
import { createNextWake } from './conversations/next-wake.ts';
import { createPreparedBots } from './conversations/runnable-version.ts';
import { createStepGate, createStepPace } from './conversations/step-schedule.ts';
import { readTypingDelay } from './conversations/typing-pace.ts';
import { customers } from './customers/customers.ts';
import { deliveries } from './deliveries.ts';
import { readTransports } from './dispatch/transports.ts';
import { createDraftCache } from './drafts/draft-cache.ts';
import { drafts } from './drafts/drafts.ts';
import { liveTargets } from './drafts/live-targets.ts';
import type { BrandEngine, Engine, JoinedEngine } from './engine.ts';
import type { EngineOptions, KeepEventsOptions } from './engine-options.ts';
import type { EngineParts } from './engine-parts.ts';
import { erasedFiles } from './erased-files.ts';
import type { EventActor } from './events/engine-events.ts';
import { createEngineStorage } from './events/engine-storage.ts';
import { createEventBus, heldEvents } from './events/event-bus.ts';
import { createEventFeed } from './events/event-feed.ts';
import { engineEvents } from './events/subscribe.ts';
import { feedback } from './feedback.ts';
import { type GuardedFamily, guardedFamily } from './guarded-family.ts';
import { applyPlanToHooks, planSource } from './hook-plans.ts';
import { hooks } from './hooks.ts';
import { runOnce } from './idempotent-request.ts';
import { identifiedEngine, numberedDirectory } from './identities/identified-engine.ts';
import type {
  IdentifiedAgentDirectory,
  IdentifiedEngine,
  IdentifiedEngineOptions,
  IdentityOptions,
} from './identities/identified-types.ts';
import { type IdentityMap, identityMap, knownIdentities } from './identities/identity-map.ts';
import { resolveLimits, sendBoundsOf } from './limits.ts';
import { messages } from './messages/messages.ts';
import { createEngineMetrics } from './metrics/engine-metrics.ts';
import { requireSameBlocks } from './own-blocks.ts';
import type { Policy } from './policy/policy.ts';
import { defaultCipher } from './secrets/encryption.ts';
import { rotateKeys } from './secrets/rotate-keys.ts';
import { startWorkers } from './start-workers.ts';
import { createStorageOutages } from './storage-outages.ts';
import { defaultDeliveryLifeMs, sweep } from './sweep.ts';
import { agentDirectory, tenants } from './tenants/tenants.ts';
import { traceFamily } from './tracing/trace.ts';
import { createTurns, type Turns, withoutTurns } from './turns.ts';
import { versions } from './versions/versions.ts';
import { webChat } from './web-chat/web-chat.ts';
import { createWorkSignals, type WorkSignal } from './work-signal.ts';

/** @spec ER10 */
function requireStorage(options: Partial<AnyOptions> | undefined): Storage {
  if (options?.storage?.capabilities !== undefined) return options.storage;
  throw new TypeError('An engine needs a `storage`, such as memoryStorage() or sqliteStorage(), or your own.');
}

/**
 * Makes an engine on a store. One process can have any number of engines, also on the same store.
 *
 * @throws {TypeError} when an option is invalid.
 * @example
 *   const engine = createEngine({ storage: memoryStorage() });
 *   const caller = engine.as({
 *     brand: 'acme',
 *     person: 7,
 *     workspaces: [1],
 *     permissions: ['view_bots', 'edit_bots'],
 *   });
 *   const bot = await caller.bots.create({ name: 'Sales', channelFamily: 'native' });
 */
export function createEngine(options: IdentifiedEngineOptions): IdentifiedEngine;
/** Makes an engine whose persons have the integers of the wire as ids. */
export function createEngine(options: EngineOptions): Engine;
export function createEngine(options: EngineOptions | IdentifiedEngineOptions): Engine | IdentifiedEngine {
  const { engine, parts, join } = engineOf(options as unknown as AnyOptions);
  if (parts.identities === undefined) return engine;
  const agents = options.agents as IdentifiedAgentDirectory | undefined;
  return identifiedEngine({ engine, parts, agents }, (client) => ({ ...join(client), agents }));
}

/** The options with or without identities. With them, the policy and the directory get ids of the host. */
type AnyOptions = Omit<EngineOptions, 'identities' | 'agents'> & {
  readonly identities?: IdentityOptions;
  readonly agents?: AgentDirectory | IdentifiedAgentDirectory;
};

function engineOf(options: AnyOptions): Made<Engine> & { join(client: unknown): Made<JoinedEngine> } {
  const given = requireStorage(options);
  const fixed = fixedParts(options);
  const { clock, timer, tracer, providers, limits } = fixed;
  const policy = readPolicy(options.policy);
  const events = createEventBus({ clock, timer });
  const signals = createWorkSignals();
  const outages = createStorageOutages({ clock, onChange: options.onStorageChange });
  const keeping = requireKeepEvents(options.keepEvents);
  const journal = requireJournal(options.journal);
  const onKept = keeping && (() => feed?.wake());
  const onQueuedWork = given.onQueuedWork?.bind(given);
  const updates = conversationUpdates({ clock, timer, onQueuedWork });
  const ofEngine = { clock, timer, outages, onKept, keptBy: keeping?.by };
  const onStore = { storage: given, events, signals, onStored: updates.committed };
  const storage = createEngineStorage({ ...ofEngine, ...onStore });
  const feed = keeping && createEventFeed({ storage, timer, pollMs: keeping.pollMs });
  const subscriptions = engineEvents(events, feed && { storage, clock, timer, ids: fixed.ids, feed, onQueuedWork });
  const metrics = createEngineMetrics({ storage, clock });
  const cipher = options.cipher ?? defaultCipher(storage);

  const access = accountAccess({ ...fixed, storage, cipher });
  const onAccounts = accountEffects(access, providers);
  const turns = createTurns({ clock, timer, limits, activity: storage.activity });
  const common = { ...fixed, metrics, cipher };
  const known = areIdentified(options.identities) ? knownIdentities() : undefined;
  const identities = known && identityMap(storage, { known, isJoined: false });
  const parts = partsOnStore(options, {
    ...{ ...common, ...turns, storage, events, accountAccess: access, identities },
    conversationUpdates: updates,
  });
  const conversationContext = conversationContextOf(options, parts, onAccounts, signals.conversations);

  /** @spec ST128, ST130, ST132 */
  function join(client: unknown): Made<JoinedEngine> {
    if (given.within === undefined) {
      throw new TypeError(
        'The storage has no `within`: a transaction of the host takes one such as postgresStorage().',
      );
    }
    const held = heldEvents(events);
    const heldUpdates: Parameters<typeof updates.committed>[] = [];
    // The COMMIT notifies the workers, so nothing waits for these signals.
    const own = { storage: given.within(client), isJoined: true, events: held, signals: createWorkSignals() };
    const onStored = (...update: Parameters<typeof updates.committed>) => void heldUpdates.push(update);
    const joined = createEngineStorage({ ...ofEngine, ...own, onStored });
    const accessWithin = { ...accountAccess({ ...fixed, storage: joined, cipher }), ask: refuseWithin };
    const stored = { storage: joined, events: held, accountAccess: accessWithin, conversationUpdates: undefined };
    const identities = known && identityMap(joined, { known, isJoined: true });
    const partsWithin = partsOnStore(options, { ...common, ...withoutTurns({ timer }), ...stored, identities });
    const { follow: _, ...visitors } = guardedFamily(policy, partsWithin, { family: 'webChat', make: webChat });
    const engine = {
      ...useCasesOf(partsWithin, undefined, policy),
      webChat: traceFamily(tracer, 'webChat', visitors),
      committed() {
        held.release();
        for (const update of heldUpdates.splice(0)) updates.committed(...update);
      },
    };
    return { engine, parts: partsWithin };
  }

  const { follow, ...visitors } = guardedFamily(policy, parts, { family: 'webChat', make: webChat });

  const erased = options.files && erasedFiles(parts, options.files);

  const engine: Engine = {
    ...useCasesOf(parts, conversationContext, policy),
    serves: (brand) => parts.brandGate.serves(brand),
    within: (client) => join(client).engine,
    events: { areKept: subscriptions.areKept, subscribe: subscriptions.subscribe },
    metrics: { read: metrics.read },
    accountLinks: traceFamily(tracer, 'accountLinks', accountLinks(parts)),
    accountKinds: [...providers.kinds].filter((kind) => providers.of(kind) !== undefined),
    modelNames: [...parts.models.keys()],
    accountEffects: onAccounts,
    webChat: { ...traceFamily(tracer, 'webChat', visitors), follow },
    rotateKeys: (brands) => rotateKeys(parts, brands),
    rateLimiter: storage.rateLimiter,
    async sweep() {
      const { deliveryLifeMs = defaultDeliveryLifeMs } = options;
      await sweep(parts, { deliveryLifeMs, eventLifeMs: keeping?.forMs, journalLifeMs: journal?.forMs ?? 0 });
      await erased?.sweep();
    },
    startWorkers(workers) {
      return startWorkers({ ...parts, conversationContext, outages, signals, onQueuedWork }, workers);
    },
    async close() {
      await erased?.end();
      await subscriptions.end();
      await storage.settleEvents();
      await storage.close();
    },
  };
  return { engine, parts, join };
}

/** An engine, or its use-cases in a transaction of the host. */
interface Made<TEngine> {
  readonly engine: TEngine;
  readonly parts: EngineParts;
}

/** @throws {TypeError} when the option is invalid. */
function areIdentified(identities: IdentityOptions | undefined): boolean {
  if (identities === undefined) return false;
  if (Object.keys(identities).join() === 'person' && identities.person === 'string') return true;
  throw new TypeError("The option identities is { person: 'string' }.");
}

const actors: ReadonlySet<unknown> = new Set<EventActor['kind']>(['person', 'channel', 'host', 'engine']);

function requireKeepEvents(
  given: KeepEventsOptions | undefined,
): (KeepEventsOptions & Required<Pick<KeepEventsOptions, 'pollMs'>>) | undefined {
  if (given === undefined) return undefined;
  const { forMs, pollMs = 500, by } = given;
  if (!Number.isSafeInteger(forMs) || forMs < 1) throw new TypeError('keepEvents.forMs is an integer from 1.');
  if (!Number.isSafeInteger(pollMs) || pollMs < 1) throw new TypeError('keepEvents.pollMs is an integer from 1.');
  if (by !== undefined && !(Array.isArray(by) && by.every((actor) => actors.has(actor)))) {
    throw new TypeError("keepEvents.by is a list of 'person', 'channel', 'host' and 'engine'.");
  }
  return { ...given, pollMs };
}

/** A ROLLBACK would lose new tokens of a provider. @spec ST131 */
async function refuseWithin(): Promise<never> {
  throw new TypeError('Account providers can be called only outside of a transaction of the host.');
}

/** The use-cases on a store, inside or outside a transaction of the host. */
function useCasesOf(
  parts: EngineParts,
  conversationContext: ConversationContext | undefined,
  policy: Policy | undefined,
): Omit<JoinedEngine, 'webChat' | 'committed'> {
  const { storage, tracer } = parts;

  const queueOf =
    (brand: string): BrandEngine['queueLargeInput'] =>
    (read, use) =>
      parts.largeInputs.run(brand, read, use);

  /** Makes the use-cases for one caller, with their permission checks. */
  function bindCaller(caller: Caller): BrandEngine {
    const { principal } = caller;
    const family = <TFamily extends object>(
      name: string,
      make: (parts: EngineParts, caller: Caller) => TFamily,
      options: Pick<GuardedFamily<TFamily>, 'isCheckedBefore'> = {},
    ) => {
      const guarded = { family: name, make: (own: EngineParts) => make(own, caller), by: principal, ...options };
      return traceFamily(tracer, name, guardedFamily(policy, parts, guarded), principal.brand);
    };
    return {
      principal,
      bots: family('bots', bots),
      drafts: family('drafts', drafts),
      versions: family('versions', versions),
      feedback: family('feedback', feedback),
      channels: family('channels', channels),
      customers: family('customers', customers),
      messages: family('messages', messages),
      hooks: family('hooks', hooks),
      deliveries: family('deliveries', deliveries),
      accounts: family('accounts', accounts, { isCheckedBefore: true }),
      conversations: {
        ...family('conversations', (own) => conversations(own, conversationContext, caller)),
        follow: conversations(parts, conversationContext, caller).follow,
      },
      catalog: family('catalog', catalogOf, { isCheckedBefore: true }),
      require: (permission) => requirePermission(principal, permission),
      beginLargeAnswer: (bytes, { isAccepted = false } = {}) =>
        parts.largeAnswers[isAccepted ? 'beginAccepted' : 'begin'](principal.brand, bytes),
      queueLargeInput: queueOf(principal.brand),
    };
  }

  const { brands, tokens, agents, ...ofTenants } = tenants(parts);
  return {
    as: oncePerPrincipal((principal) => bindCaller({ principal, run: undefined })),
    async once(given, request, work) {
      const principal = copyPrincipal(given);
      await parts.brandGate.require(principal.brand);
      return runOnce(parts, principal, request, (run) => bindCaller({ principal, run }), work);
    },
    channel(given) {
      const by = { ...given };
      const guarded = { family: 'channel', make: (own: EngineParts) => channelEngine(own, by), by };
      return {
        ...traceFamily(tracer, 'channel', guardedFamily(policy, parts, guarded), by.brand),
        queueLargeInput: queueOf(by.brand),
      };
    },
    authenticateChannel: async (token) => ofServedBrand(parts, await authenticateChannel(storage, token)),
    ...ofTenants,
    authenticate: async (token) => ofServedBrand(parts, await ofTenants.authenticate(token)),
    brands: traceFamily(tracer, 'brands', brands),
    tokens: traceFamily(tracer, 'tokens', tokens),
    agents: traceFamily(tracer, 'agents', agents),
    plans: { changed: (brand) => applyPlanToHooks(parts, brand) },
  };
}

/** A token is stored only for a declared brand. @spec TN20 */
async function ofServedBrand<TCaller extends { readonly brand: string }>(
  { brandGate }: EngineParts,
  caller: TCaller | undefined,
): Promise<TCaller | undefined> {
  return caller !== undefined && (await brandGate.serves(caller.brand, true)) ? caller : undefined;
}

/** @throws {TypeError} when it is not a function. */
function readPolicy(policy: Policy | undefined): Policy | undefined {
  if (policy !== undefined && typeof policy !== 'function') throw new TypeError('The option policy is a function.');
  return policy;
}

const noDeployer: ChannelDeployer = {
  async prepareVersion() {},
  async prepareTest() {},
};

/** @spec RU20 */
function greetingSlotsOf(families: readonly ChannelFamily[]): ReadonlyMap<string, string> {
  return new Map(
    families.flatMap(({ name, greetingSlot }) => (greetingSlot === undefined ? [] : [[name, greetingSlot] as const])),
  );
}

/** The host's directory, which finds agents by numbers. */
function directoryOf(
  { agents }: Pick<AnyOptions, 'agents'>,
  identities: IdentityMap | undefined,
): AgentDirectory | undefined {
  if (agents === undefined || identities === undefined) return agents as AgentDirectory | undefined;
  return numberedDirectory(agents as IdentifiedAgentDirectory, identities);
}

type FixedParts = ReturnType<typeof fixedParts>;

/** The parts of an engine that depend on no store and remember nothing of one. */
function fixedParts(options: AnyOptions) {
  const limits = resolveLimits(options.limits);
  const userAgentBrand = requireUserAgentBrand(options.userAgentBrand ?? 'botwright');
  const declared = readChannelFamilies(options.channelFamilies ?? []);
  const { transports, families: ofTransports } = readTransports(options.transports ?? {}, declared);
  const families = [...declared, ...readChannelFamilies(ofTransports)];
  const catalog = createCatalog(options.blocks, families);
  const { ownRules = [], runner, sender, tracer } = options;
  requireOwnRules({ ownRules });
  requireSameBlocks(catalog, runner);
  const listed = rememberedEntries();
  return {
    clock: options.clock ?? systemClock(),
    timer: options.timer ?? systemTimer(),
    ids: options.ids ?? systemIds(),
    providers: accountProviders(options.connectedAccounts),
    deployer: options.channelDeployer ?? noDeployer,
    tracer,
    limits,
    catalog,
    runner,
    sender,
    files: options.files,
    typingDelay: readTypingDelay(options.typingDelay),
    models: readModels(options.models),
    transports,
    ownRules,
    kinds: createBlockKinds(catalog),
    entriesOf: listed,
    namesOf: rememberedNames(catalog, listed),
    channelFamilies: new Set<string>([...channelFamilies, ...families.map(({ name }) => name)]),
    greetingSlots: greetingSlotsOf(families),
    capabilities: new Map(families.flatMap(({ name, can }) => (can === undefined ? [] : [[name, can] as const]))),
    sendSchemas: sendSchemas(sendBoundsOf(limits)),
    inboundMessage: inboundMessageSchema(sendBoundsOf(limits)),
    visitorSchemas: visitorSchemas(sendBoundsOf(limits)),
    retry: createRetryPolicy(options.retry),
    userAgentBrand,
  };
}

type StoreParts = FixedParts &
  Turns &
  Pick<
    EngineParts,
    'storage' | 'events' | 'metrics' | 'cipher' | 'accountAccess' | 'conversationUpdates' | 'identities'
  >;

/** Adds the parts that read a store, or remember its records. */
function partsOnStore(options: AnyOptions, parts: StoreParts): EngineParts {
  const { storage, accountAccess, identities, limits } = parts;
  return {
    ...parts,
    brandGate: brandGate(storage, options.brands),
    plans: planSource(storage, options.plans),
    accounts: options.accounts ?? storedAccountDirectory(accountAccess),
    agents: agentDirectory(storage, directoryOf(options, identities)),
    draftCache: createDraftCache(limits.maxCachedDraftBytes),
    liveTargets: liveTargets(),
    viewBot: botViewer(),
    preparedBots: createPreparedBots(parts),
    directLeases: createDirectLeases(),
  };
}

/** @returns `undefined` without a runner. */
function conversationContextOf(
  options: AnyOptions,
  parts: EngineParts,
  onAccounts: AccountEffects,
  signal: WorkSignal,
): ConversationContext | undefined {
  const { runner } = options;
  const { providers, userAgentBrand } = parts;
  if (runner === undefined) return undefined;
  const ownHost = accountEffectHost(onAccounts, providers);
  const mailHost = mailEffectHost(parts, options);
  const ownHosts = [ownHost, ...(mailHost === undefined ? [] : [mailHost]), modelEffectHost(parts)];
  const effectHosts = options.effects === undefined ? ownHosts : [options.effects, ...ownHosts];
  return {
    ...parts,
    runner,
    effectHosts,
    gate: createStepGate(),
    pace: createStepPace(parts),
    journal: options.journal,
    nextWake: createNextWake(parts.storage.conversationQueue, signal, parts.clock),
    userAgent: userAgent(userAgentBrand),
    effectLimitMs: 60_000,
    onFault() {},
  };
}
