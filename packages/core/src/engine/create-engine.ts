import type { HostBlock } from '../domain/blocks/block-definition.ts';
import { createCatalog } from '../domain/blocks/catalog.ts';
import { type ChannelFamily, channelFamilies, readChannelFamilies } from '../domain/channel.ts';
import type { ConversationRunner } from '../domain/conversation/step.ts';
import { requireUserAgentBrand, userAgent } from '../domain/delivery/attempt-headers.ts';
import { createRetryPolicy, type RetryOptions } from '../domain/delivery/retry-policy.ts';
import { rememberedNames } from '../domain/diagram/block-references.ts';
import { rememberedEntries } from '../domain/diagram/diagram-entries.ts';
import { inboundMessageSchema } from '../domain/inputs/conversations.ts';
import { sendSchemas } from '../domain/inputs/messages.ts';
import { visitorSchemas } from '../domain/inputs/web-chat.ts';
import { type OwnRule, requireOwnRules } from '../domain/own-rules/own-rule.ts';
import { createBlockKinds } from '../domain/rules/block-kind.ts';
import { systemClock, systemIds, systemTimer } from '../node/system.ts';
import type { ChannelDeployer } from '../ports/channel-deployer.ts';
import type { Cipher } from '../ports/cipher.ts';
import type { Clock, Timer } from '../ports/clock.ts';
import type { EffectHost } from '../ports/effect-host.ts';
import type { AccountDirectory, AgentDirectory, PlanSource } from '../ports/host-directories.ts';
import type { IdSource } from '../ports/id-source.ts';
import type { Storage } from '../ports/storage.ts';
import type { Tracer } from '../ports/tracer.ts';
import type { WebhookSender } from '../ports/webhook-sender.ts';
import { accountAccess, storedAccountDirectory } from './accounts/account-access.ts';
import { accountEffectHost, accountEffects } from './accounts/account-effects.ts';
import { accountLinks } from './accounts/account-links.ts';
import { accountProviders, type ConnectedAccountOptions } from './accounts/account-providers.ts';
import { accounts } from './accounts/accounts.ts';
import { botViewer } from './bots/bot-records.ts';
import { bots } from './bots/bots.ts';
import { createBrandQueue } from './brand-queue.ts';
import { type Caller, copyPrincipal, oncePerPrincipal, requirePermission } from './caller.ts';
import { catalog as catalogOf } from './catalog.ts';
import { authenticateChannel, channels } from './channels/channels.ts';
import { channelEngine } from './conversations/channel-engine.ts';
import { createConversationContext } from './conversations/conversation-context.ts';
import { conversations } from './conversations/conversations.ts';
import { createDirectLeases } from './conversations/direct-leases.ts';
import { createEffectExecutor } from './conversations/effects.ts';
import { createPreparedBots } from './conversations/runnable-version.ts';
import { customers } from './customers/customers.ts';
import { deliveries } from './deliveries.ts';
import { createDraftCache } from './drafts/draft-cache.ts';
import { drafts } from './drafts/drafts.ts';
import { createKnownSizes } from './drafts/known-sizes.ts';
import { createLargeDiagramQueue } from './drafts/large-diagram-queue.ts';
import { liveTargets } from './drafts/live-targets.ts';
import type { BrandEngine, Engine } from './engine.ts';
import { createEngineStorage } from './events/engine-storage.ts';
import { createEventBus } from './events/event-bus.ts';
import { feedback } from './feedback.ts';
import { applyPlanToHooks, planSource } from './hook-plans.ts';
import { hooks } from './hooks.ts';
import { runOnce } from './idempotent-request.ts';
import { createLargeAnswers } from './large-answers.ts';
import { createLargeInputs } from './large-inputs.ts';
import { type EngineLimits, resolveLimits, sendBoundsOf } from './limits.ts';
import { messages } from './messages/messages.ts';
import { createEngineMetrics } from './metrics/engine-metrics.ts';
import { requireSameBlocks } from './own-blocks.ts';
import { defaultCipher } from './secrets/encryption.ts';
import { rotateKeys } from './secrets/rotate-keys.ts';
import { startWorkers } from './start-workers.ts';
import { createStorageOutages, type StorageChange } from './storage-outages.ts';
import { defaultDeliveryLifeMs, sweep } from './sweep.ts';
import { agentDirectory, tenants } from './tenants/tenants.ts';
import { traceFamily } from './tracing/trace.ts';
import { versions } from './versions/versions.ts';
import { webChat } from './web-chat/web-chat.ts';
import { createWorkSignals } from './work-signal.ts';

export interface EngineOptions {
  readonly storage: Storage;
  readonly clock?: Clock;
  /** Default: the machine's timers. */
  readonly timer?: Timer;
  readonly ids?: IdSource;
  /**
   * Blocks of the host, in addition to the shipped ones: results of `defineBlock` of `@botwright/core/runner`, or only
   * definitions if there is no runner. The runner needs the same blocks.
   */
  readonly blocks?: readonly HostBlock[];
  /**
   * Rules of the host, made with `defineRule`: a bot that breaks one can be neither tested nor published. @spec RU59
   */
  readonly ownRules?: readonly OwnRule[];
  /** Channel families of the host, in addition to the shipped ones: names, or whole descriptions. @spec CH32 */
  readonly channelFamilies?: readonly (string | ChannelFamily)[];
  /** Prepares channels outside the engine. Default: nothing to prepare. */
  readonly channelDeployer?: ChannelDeployer;
  /** Default: the accounts connected here and the accounts that the configuration declares. */
  readonly accounts?: AccountDirectory;
  /** Default: the agents and the persons of tokens that are stored. */
  readonly agents?: AgentDirectory;
  /** Default: one with a random key. A durable store needs a cipher: without one, each use of a secret throws. */
  readonly cipher?: Cipher;
  /** Default: the plans of the configuration. */
  readonly plans?: PlanSource;
  /** Sends deliveries, and checks addresses before they are stored. Default: none, and every http(s) address is accepted. */
  readonly sender?: WebhookSender;
  /** When deliveries are retried. */
  readonly retry?: RetryOptions;
  /** The word before `/webhooks` in the user agent of deliveries and of `webhook` blocks, without spaces. Default `botwright`. */
  readonly userAgentBrand?: string;
  /** How long finished deliveries stay stored, in milliseconds. Default 30 days. */
  readonly deliveryLifeMs?: number;
  /** Providers whose accounts can be connected, for bots to use. Default: none. */
  readonly connectedAccounts?: ConnectedAccountOptions;
  /**
   * Runs conversations, such as `conversationRunner()` of `@botwright/core/runner`. Default: messages are stored, and no bot
   * responds.
   */
  readonly runner?: ConversationRunner;
  /**
   * Carries out effects of bots outside the engine, or leaves them to the engine, which handles effects of
   * `connectedAccounts`. An effect that nobody handles fails, except a booking, which counts as done.
   */
  readonly effects?: EffectHost;
  readonly limits?: Partial<EngineLimits>;
  /**
   * Makes spans of use-cases, steps of conversations and attempts of deliveries, such as `openTelemetryTracer()` of
   * `@botwright/core/opentelemetry`. Default: none.
   */
  readonly tracer?: Tracer | undefined;
  /**
   * Called with the fault when any request of this engine finds the storage unavailable, and when the storage answers
   * again: for a log, or a status page. Errors that it throws are ignored.
   */
  readonly onStorageChange?: (change: StorageChange) => void;
}

/** @spec ER10 */
function requireStorage(options: Partial<EngineOptions> | undefined): Storage {
  if (options?.storage?.capabilities !== undefined) return options.storage;
  throw new TypeError('An engine needs a `storage`, such as memoryStorage() or sqliteStorage(), or one of your own.');
}

/** @spec RU20 */
function greetingSlotsOf(families: readonly ChannelFamily[]): ReadonlyMap<string, string> {
  return new Map(
    families.flatMap(({ name, greetingSlot }) => (greetingSlot === undefined ? [] : [[name, greetingSlot] as const])),
  );
}

/** How many customer searches run concurrently, of all brands together. @spec CU48 */
const searchesAtOnce = 2;

const noDeployer: ChannelDeployer = {
  async prepareVersion() {},
  async prepareTest() {},
};

/**
 * Makes an engine on a store. One process can have any number of engines, also on the same store.
 *
 * @throws {TypeError} when an option is invalid.
 * @example const engine = createEngine({ storage: memoryStorage() }); const caller = engine.as({ brand: 'acme', person:
 * 7, workspaces: [1], permissions: ['view_bots', 'edit_bots'] }); const bot = await caller.bots.create({ name: 'Sales',
 * channelFamily: 'native' });
 */
export function createEngine(options: EngineOptions): Engine {
  const given = requireStorage(options);
  const signals = createWorkSignals();
  const clock = options.clock ?? systemClock();
  const timer = options.timer ?? systemTimer();
  const events = createEventBus({ clock, timer });
  const outages = createStorageOutages({ clock, onChange: options.onStorageChange });
  const storage = createEngineStorage({ storage: given, clock, timer, events, outages, signals });
  const metrics = createEngineMetrics({ storage, clock });
  const limits = resolveLimits(options.limits);
  const userAgentBrand = requireUserAgentBrand(options.userAgentBrand ?? 'botwright');
  const families = readChannelFamilies(options.channelFamilies ?? []);
  const greetingSlots = greetingSlotsOf(families);
  const catalog = createCatalog(options.blocks, families);
  const { ownRules = [] } = options;
  requireOwnRules({ ownRules });
  const ids = options.ids ?? systemIds();
  const cipher = options.cipher ?? defaultCipher(storage);
  const plans = planSource(storage, options.plans);
  const { runner, sender, tracer } = options;
  requireSameBlocks(catalog, runner);
  const listed = rememberedEntries();
  const preparedBots = createPreparedBots(greetingSlots);

  const providers = accountProviders(options.connectedAccounts);
  const access = accountAccess({ storage, clock, timer, ids, cipher, providers });
  const onAccounts = accountEffects(access, providers);
  const ownHost = accountEffectHost(onAccounts, providers);
  const effects = createEffectExecutor(options.effects === undefined ? [ownHost] : [options.effects, ownHost]);

  const queued = { clock, timer, activity: storage.activity, maxWaiting: limits.maxWaitingDiagrams };
  const largeDiagrams = createLargeDiagramQueue(queued);

  /** Each family of use-cases picks the dependencies that it needs. */
  const dependencies = {
    storage,
    events,
    metrics,
    tracer,
    limits,
    catalog,
    clock,
    timer,
    ids,
    cipher,
    plans,
    sender,
    providers,
    accountAccess: access,
    accounts: options.accounts ?? storedAccountDirectory(access),
    agents: agentDirectory(storage, options.agents),
    deployer: options.channelDeployer ?? noDeployer,
    kinds: createBlockKinds(catalog),
    entriesOf: listed,
    namesOf: rememberedNames(catalog, listed),
    ownRules,
    channelFamilies: new Set<string>([...channelFamilies, ...families.map(({ name }) => name)]),
    greetingSlots,
    sendSchemas: sendSchemas(sendBoundsOf(limits)),
    inboundMessage: inboundMessageSchema(sendBoundsOf(limits)),
    visitorSchemas: visitorSchemas(sendBoundsOf(limits)),
    largeDiagrams,
    largeInputs: createLargeInputs({ timer, largeDiagrams, maxWaiting: queued.maxWaiting }),
    sizes: createKnownSizes(createLargeDiagramQueue(queued)),
    largeAnswers: createLargeAnswers({ clock, timer, maxBytes: limits.maxUnsentBytes }),
    draftCache: createDraftCache(limits.maxCachedDraftBytes),
    liveTargets: liveTargets(),
    searches: createBrandQueue({ concurrency: searchesAtOnce, maxWaiting: limits.maxWaitingSearches }),
    viewBot: botViewer(),
    preparedBots,
    directLeases: createDirectLeases(),
    conversationContext:
      runner &&
      createConversationContext({
        storage,
        clock,
        ids,
        timer,
        plans,
        limits,
        effects,
        runner,
        tracer,
        metrics,
        greetingSlots,
        preparedBots,
        userAgent: userAgent(userAgentBrand),
      }),
    retry: createRetryPolicy(options.retry),
    userAgentBrand,
  };

  /** Makes the use-cases for one caller, with their permission checks. */
  function bindCaller(caller: Caller): BrandEngine {
    const { principal } = caller;
    const family = <TFamily extends object>(name: string, useCases: TFamily) =>
      traceFamily(tracer, name, useCases, principal.brand);
    return {
      principal,
      bots: family('bots', bots(dependencies, caller)),
      drafts: family('drafts', drafts(dependencies, caller)),
      versions: family('versions', versions(dependencies, caller)),
      feedback: family('feedback', feedback(dependencies, caller)),
      channels: family('channels', channels(dependencies, caller)),
      customers: family('customers', customers(dependencies, caller)),
      messages: family('messages', messages(dependencies, caller)),
      hooks: family('hooks', hooks(dependencies, caller)),
      deliveries: family('deliveries', deliveries(dependencies, caller)),
      accounts: family('accounts', accounts(dependencies, caller)),
      conversations: family('conversations', conversations(dependencies, caller)),
      catalog: family('catalog', catalogOf(dependencies, caller)),
      require: (permission) => requirePermission(principal, permission),
      beginLargeAnswer: (bytes, { isAccepted = false } = {}) =>
        dependencies.largeAnswers[isAccepted ? 'beginAccepted' : 'begin'](principal.brand, bytes),
      queueLargeInput: (read, use) => dependencies.largeInputs.run(principal.brand, read, use),
    };
  }

  const { brands, tokens, agents, ...ofTenants } = tenants(dependencies);
  const { follow, ...visitors } = webChat(dependencies);

  return {
    as: oncePerPrincipal((principal) => bindCaller({ principal, run: undefined })),
    async once(given, request, work) {
      const principal = copyPrincipal(given);
      return runOnce(dependencies, principal, request, (run) => bindCaller({ principal, run }), work);
    },
    events: { subscribe: events.subscribe },
    metrics: { read: metrics.read },
    accountLinks: traceFamily(tracer, 'accountLinks', accountLinks(dependencies)),
    accountKinds: [...providers.kinds].filter((kind) => providers.of(kind) !== undefined),
    accountEffects: onAccounts,
    webChat: { ...traceFamily(tracer, 'webChat', visitors), follow },
    channel: (caller) => traceFamily(tracer, 'channel', channelEngine(dependencies, { ...caller }), caller.brand),
    authenticateChannel: (token) => authenticateChannel(storage, token),
    ...ofTenants,
    brands: traceFamily(tracer, 'brands', brands),
    tokens: traceFamily(tracer, 'tokens', tokens),
    agents: traceFamily(tracer, 'agents', agents),
    plans: { changed: (brand) => applyPlanToHooks(dependencies, brand) },
    rotateKeys: (brands) => rotateKeys(dependencies, brands),
    rateLimiter: storage.rateLimiter,
    sweep: () => sweep(dependencies, options.deliveryLifeMs ?? defaultDeliveryLifeMs),
    startWorkers: (workers) =>
      startWorkers({ ...dependencies, outages, signals, onQueuedWork: given.onQueuedWork?.bind(given) }, workers),
    close: () => storage.close(),
  };
}
