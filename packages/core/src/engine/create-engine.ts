import type { BlockDefinition } from '../domain/blocks/block-definition.ts';
import { createCatalog } from '../domain/blocks/catalog.ts';
import { channelFamilies } from '../domain/channel/channel-family.ts';
import { createRetryPolicy, type RetryOptions } from '../domain/delivery/retry-policy.ts';
import { createBlockKinds } from '../domain/rules/block-kind.ts';
import type { AccountDirectory } from '../ports/account-directory.ts';
import type { Alarm } from '../ports/alarm.ts';
import type { ChannelDeployer } from '../ports/channel-deployer.ts';
import type { Clock } from '../ports/clock.ts';
import type { ConversationRunner } from '../ports/conversation-runner.ts';
import type { EffectHost } from '../ports/effect-host.ts';
import type { IdSource } from '../ports/id-source.ts';
import type { PlanSource } from '../ports/plan-source.ts';
import type { SecretBox } from '../ports/secret-box.ts';
import type { Storage } from '../ports/storage.ts';
import type { WebhookSender } from '../ports/webhook-sender.ts';
import { systemAlarm } from '../system/system-alarm.ts';
import { systemClock } from '../system/system-clock.ts';
import { systemIds } from '../system/system-ids.ts';
import { accountEffectHost } from './accounts/account-effect-host.ts';
import { accountEffects } from './accounts/account-effects.ts';
import { accountLinks } from './accounts/account-links.ts';
import { type AccountParts, accountProviders, type ConnectedAccountOptions } from './accounts/account-providers.ts';
import { storedDirectory } from './accounts/stored-directory.ts';
import { botViewer } from './bots/bot-viewer.ts';
import { brandEngine } from './brand-engine.ts';
import { createBrandSlots } from './brand-slots.ts';
import { authenticate, copyPrincipal } from './brands.ts';
import { callerBinder } from './caller-binder.ts';
import { authenticateChannel } from './channels/authenticate-channel.ts';
import { configure } from './configuration/configure.ts';
import { announcePushes } from './conversations/announce-pushes.ts';
import { createBell } from './conversations/bell.ts';
import { channelEngine } from './conversations/channel-engine.ts';
import { effectsInTurn } from './conversations/effects-in-turn.ts';
import { createPreparedBots } from './conversations/prepared-bots.ts';
import { createStepOrder } from './conversations/step-order.ts';
import { defaultSecrets } from './default-secrets.ts';
import { pruneDeliveries } from './deliveries/prune-deliveries.ts';
import { announceDeliveries } from './dispatch/announce-deliveries.ts';
import { requireUserAgentBrand } from './dispatch/user-agent-brand.ts';
import { createDiagramTurns } from './drafts/diagram-turns.ts';
import type { Engine } from './engine.ts';
import { type EngineLimits, resolveLimits } from './limits.ts';
import { guardedPlans } from './plans/guarded-plans.ts';
import { settleHooks } from './plans/settle-hooks.ts';
import { storedPlans } from './plans/stored-plans.ts';
import { replayForMs, runOnce } from './run-once.ts';
import type { Parts } from './scope.ts';
import { resealSecrets } from './secrets/reseal-secrets.ts';
import { startWorkers } from './start-workers.ts';

export interface EngineOptions {
  readonly storage: Storage;
  readonly clock?: Clock;
  /** Default: the machine's timers. */
  readonly alarm?: Alarm;
  readonly ids?: IdSource;
  /** The host's own blocks, beside the shipped ones. */
  readonly blocks?: readonly BlockDefinition[];
  /** The host's own channel families, beside the shipped ones. */
  readonly channelFamilies?: readonly string[];
  /** Default: there is nothing outside to make ready. */
  readonly channelDeployer?: ChannelDeployer;
  /** Default: the accounts connected here and those that the configuration declares. */
  readonly accounts?: AccountDirectory;
  /** Default: a box with a fresh key on a store that forgets with the process; on one that lasts it must be given. */
  readonly secrets?: SecretBox;
  /** Default: the plans of the configuration. */
  readonly plans?: PlanSource;
  /** Sends deliveries, and judges addresses before they are stored. Default: none, and every http(s) address is taken. */
  readonly sender?: WebhookSender;
  /** When deliveries are tried again. */
  readonly retry?: RetryOptions;
  /** What stands before `/webhooks` in the user agent of deliveries: a word without spaces. Default `botwright`. */
  readonly userAgentBrand?: string;
  /** How long finished deliveries are kept, in milliseconds. Default 30 days. */
  readonly deliveryLifeMs?: number;
  /** Providers whose accounts can be connected, and through which bots act then. Default: none. */
  readonly connectedAccounts?: ConnectedAccountOptions;
  /** Works conversations, such as `conversationRunner()` of `@botwright/runner`. Default: messages are taken in, and no bot answers. */
  readonly runner?: ConversationRunner;
  /**
   * Carries out what bots ask the world outside to do, or leaves it to the engine, which acts through
   * `connectedAccounts`. What nobody carries out fails, but for a booking, which counts as done.
   */
  readonly effects?: EffectHost;
  readonly limits?: Partial<EngineLimits>;
}

/**
 * A reservation this old belongs to a publication that died.
 *
 * @spec VE27
 */
const reservationLifeMs = 60 * 60 * 1_000;

/** @spec DI15 */
const defaultDeliveryLifeMs = 30 * 24 * 60 * 60 * 1_000;
/** Searches for customers, of all brands together. @spec CU48 */
const searchesAtOnce = 2;
/** Bots kept ready for steps. */
const maxPreparedBots = 200;

/**
 * How long a connection can be asked for.
 *
 * @spec CA8
 */
const connectionsKeptMs = 7 * 24 * 60 * 60 * 1_000;

const noDeployer: ChannelDeployer = {
  async prepareVersion() {},
  async prepareTest() {},
};

/**
 * Makes an engine on a store. Any number of engines, also on one store, can live in one process.
 *
 * @example
 * const engine = createEngine({ storage: memoryStorage() });
 * const caller = engine.as({ brand: 'acme', person: 7, workspaces: [1], permissions: ['view_bots', 'edit_bots'] });
 * const bot = await caller.bots.create({ name: 'Sales', channelFamily: 'native' });
 */
export function createEngine(options: EngineOptions): Engine {
  const outbox = createBell();
  const providers = accountProviders(options.connectedAccounts);
  const inboxes = createBell();
  const storage = announcePushes(announceDeliveries(options.storage, outbox), inboxes);
  const { runner } = options;
  const catalog = createCatalog(options.blocks);
  const accountParts: AccountParts = {
    storage,
    clock: options.clock ?? systemClock(),
    ids: options.ids ?? systemIds(),
    secrets: options.secrets ?? defaultSecrets(storage),
    providers,
  };
  const alarm = options.alarm ?? systemAlarm();
  const onAccounts = accountEffects(accountParts);
  const limits = resolveLimits(options.limits);
  const parts: Parts = {
    ...accountParts,
    alarm,
    catalog,
    kinds: createBlockKinds(catalog),
    turns: createDiagramTurns({ clock: accountParts.clock, alarm, maxWaiting: limits.maxWaitingDiagrams }),
    channelFamilies: new Set([...channelFamilies, ...(options.channelFamilies ?? [])]),
    deployer: options.channelDeployer ?? noDeployer,
    accounts: options.accounts ?? storedDirectory({ storage, providers }),
    plans: options.plans === undefined ? storedPlans(storage) : guardedPlans(options.plans),
    sender: options.sender,
    runner,
    prepared: runner && createPreparedBots(runner, maxPreparedBots),
    steps: createStepOrder({ clock: accountParts.clock, alarm }),
    effects: effectsInTurn([...(options.effects ? [options.effects] : []), accountEffectHost(onAccounts, providers)]),
    limits,
    searches: createBrandSlots({ slots: searchesAtOnce, maxWaiting: limits.maxWaitingSearches }),
    viewBot: botViewer(),
  };
  /** Two configurations at once would be mixed: they go one after the other. */
  let lastConfigured: Promise<void> = Promise.resolve();
  const { sender } = parts;
  const dispatch = {
    ...parts,
    retry: createRetryPolicy(options.retry),
    userAgentBrand: requireUserAgentBrand(options.userAgentBrand ?? 'botwright'),
    outbox,
  };

  return {
    as: callerBinder(parts),
    async once(principal, request, work) {
      const caller = copyPrincipal(principal);
      return runOnce(parts, caller, request, (run) => brandEngine({ ...parts, principal: caller, run }), work);
    },
    accountLinks: accountLinks(parts),
    accountEffects: onAccounts,
    channel: (caller) => channelEngine(parts, { ...caller }),
    authenticate: (token) => authenticate(storage, token),
    authenticateChannel: (token) => authenticateChannel(storage, token),
    configure(brands) {
      const applied = lastConfigured.then(() => configure(parts, brands));
      lastConfigured = applied.catch(() => {});
      return applied;
    },
    plans: { changed: (brand) => settleHooks(parts, brand) },
    resealSecrets: (brands) => resealSecrets(parts, brands),
    rateLog: storage.rateLog,
    // @spec VE27, ID10, CA8
    async sweep() {
      const now = parts.clock.now();
      await storage.installation.sweep({ reservedBefore: now - reservationLifeMs, settledBefore: now - replayForMs });
      await pruneDeliveries(parts, options.deliveryLifeMs ?? defaultDeliveryLifeMs);
      await storage.installation.sweepConnections(now - connectionsKeptMs);
    },
    startWorkers: (workers) => startWorkers({ parts, inboxes, dispatch: sender && { ...dispatch, sender } }, workers),
    close: () => storage.close(),
  };
}
