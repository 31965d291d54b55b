import type { Catalog } from '../domain/blocks/catalog.ts';
import type { Bot } from '../domain/bot.ts';
import type { ChannelCapabilities } from '../domain/channel.ts';
import type { ConversationRunner } from '../domain/conversation/step.ts';
import type { RetryPolicy } from '../domain/delivery/retry-policy.ts';
import type { DiagramNames } from '../domain/diagram/block-references.ts';
import type { Diagram } from '../domain/diagram/diagram.ts';
import type { DiagramEntries } from '../domain/diagram/diagram-entries.ts';
import type { InboundMessageSchema } from '../domain/inputs/conversations.ts';
import type { SendSchemas } from '../domain/inputs/messages.ts';
import type { VisitorSchemas } from '../domain/inputs/web-chat.ts';
import type { OwnRule } from '../domain/own-rules/own-rule.ts';
import type { BlockKinds } from '../domain/rules/block-kind.ts';
import type { ChannelDeployer } from '../ports/channel-deployer.ts';
import type { Cipher } from '../ports/cipher.ts';
import type { Clock, Timer } from '../ports/clock.ts';
import type { FileStore } from '../ports/file-store.ts';
import type { AccountDirectory, AgentDirectory } from '../ports/host-directories.ts';
import type { IdSource } from '../ports/id-source.ts';
import type { LanguageModel } from '../ports/language-model.ts';
import type { Tracer } from '../ports/tracer.ts';
import type { WebhookSender } from '../ports/webhook-sender.ts';
import type { BotRecord } from '../records/bots.ts';
import type { AccountAccess } from './accounts/account-access.ts';
import type { AccountProviders } from './accounts/account-providers.ts';
import type { BrandGate } from './brand-gate.ts';
import type { ConversationUpdates } from './conversations/conversation-updates.ts';
import type { DirectLeases } from './conversations/direct-leases.ts';
import type { PreparedBots } from './conversations/runnable-version.ts';
import type { TypingDelay } from './conversations/typing-pace.ts';
import type { Transports } from './dispatch/transports.ts';
import type { DraftCache } from './drafts/draft-cache.ts';
import type { LiveTargets } from './drafts/live-targets.ts';
import type { EngineStorage } from './events/engine-storage.ts';
import type { EventBus } from './events/event-bus.ts';
import type { BrandPlans } from './hook-plans.ts';
import type { IdentityMap } from './identities/identity-map.ts';
import type { EngineLimits } from './limits.ts';
import type { MetricsRecorder } from './metrics/engine-metrics.ts';
import type { Turns } from './turns.ts';

/** The parts of an engine. `createEngine` makes them, and each family of use-cases uses some. */
export interface EngineParts extends Turns {
  readonly storage: EngineStorage;
  readonly events: EventBus;
  readonly clock: Clock;
  readonly timer: Timer;
  readonly ids: IdSource;
  readonly limits: EngineLimits;
  readonly metrics: MetricsRecorder;
  readonly tracer: Tracer | undefined;
  readonly cipher: Cipher;
  readonly brandGate: BrandGate;
  /** Absent: the host has numbers as ids of persons. */
  readonly identities: IdentityMap | undefined;
  readonly plans: BrandPlans;
  readonly agents: AgentDirectory;
  readonly accounts: AccountDirectory;
  readonly accountAccess: AccountAccess;
  readonly providers: AccountProviders;
  readonly deployer: ChannelDeployer;
  /** Absent: this engine sends no deliveries, and accepts every http(s) address. */
  readonly sender: WebhookSender | undefined;
  /** Absent: visitors cannot upload files. */
  readonly files: FileStore | undefined;
  /** Absent: visitors of the web chat see texts at once. */
  readonly typingDelay: TypingDelay | undefined;
  /** By name. */
  readonly models: ReadonlyMap<string, LanguageModel>;
  readonly transports: Transports;
  readonly retry: RetryPolicy;
  /** The word before `/webhooks` in the user agent. */
  readonly userAgentBrand: string;
  readonly catalog: Catalog;
  readonly kinds: BlockKinds;
  readonly ownRules: readonly OwnRule[];
  readonly channelFamilies: ReadonlySet<string>;
  /** By channel family of the host. */
  readonly greetingSlots: ReadonlyMap<string, string>;
  /** By channel family, if the host says them. */
  readonly capabilities: ReadonlyMap<string, ChannelCapabilities>;
  /** Caches the entries by diagram, so the diagram must not change. */
  entriesOf(diagram: Diagram): DiagramEntries;
  /** Caches the names by diagram, so the diagram must not change. */
  namesOf(diagram: Diagram): DiagramNames;
  readonly sendSchemas: SendSchemas;
  readonly inboundMessage: InboundMessageSchema;
  readonly visitorSchemas: VisitorSchemas;
  readonly draftCache: DraftCache;
  readonly liveTargets: LiveTargets;
  readonly preparedBots: PreparedBots;
  /** Absent: the engine processes no conversations. */
  readonly runner: ConversationRunner | undefined;
  readonly directLeases: DirectLeases;
  /** Absent: the engine is in a transaction of the host. */
  readonly conversationUpdates: ConversationUpdates | undefined;
  /** `toBot`, perhaps with a cache. */
  viewBot(record: BotRecord): Bot;
}
