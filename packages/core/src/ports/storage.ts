import type { PlanTier } from '../domain/blocks/block-definition.ts';
import type { AccountConnectionReader, AccountConnectionStore, AccountReader, AccountStore } from './account-store.ts';
import type {
  BotReader,
  BotStore,
  FeedbackReader,
  FeedbackStore,
  TestDeploymentReader,
  TestDeploymentStore,
} from './bot-store.ts';
import type { ChannelReader, ChannelStore } from './channel-store.ts';
import type { ConversationQueue, ConversationReader, ConversationStore } from './conversation-store.ts';
import type { CustomerReader, CustomerStore, MessageReader, MessageStore } from './customer-store.ts';
import type { DeliveryQueue, DeliveryReader, DeliveryStore } from './delivery-store.ts';
import type { DraftReader, DraftStore } from './draft-store.ts';
import type { HookReader, HookStore } from './hook-store.ts';
import type { Decided, Executed, LoadAndDecide } from './operations.ts';
import type { QueuedWork } from './queued-work.ts';
import type { RateLimiter } from './rate-limiter.ts';
import type { RequestStore } from './request-store.ts';
import type { TenantRegistry } from './tenant-registry.ts';
import type { VersionReader, VersionStore } from './version-store.ts';

/**
 * The committed state of one brand. Each call sees one moment; two calls may see two. A returned value never changes
 * afterwards, and changing it changes nothing in the store.
 *
 * @spec ST7, ST10
 */
export interface BrandReader {
  readonly bots: BotReader;
  readonly drafts: DraftReader;
  readonly versions: VersionReader;
  readonly feedback: FeedbackReader;
  readonly testDeployments: TestDeploymentReader;
  readonly channels: ChannelReader;
  readonly customers: CustomerReader;
  readonly messages: MessageReader;
  readonly hooks: HookReader;
  readonly accounts: AccountReader;
  readonly accountConnections: AccountConnectionReader;
  readonly deliveries: DeliveryReader;
  readonly conversations: ConversationReader;
}

/** The settings of a brand are its plan, its channels, hooks and bots, and the feedback configurations of these. */
export interface SettingsReader {
  /**
   * A number that rises with every committed change of the settings except the plan: values that were read after the
   * call are right as long as a later transaction gets the same number. Its result is undefined after the transaction
   * itself has changed settings.
   *
   * @spec ST90
   */
  revision(): Promise<number>;
  /**
   * The plan of the brand in the tenant registry; `undefined` if the registry does not have the brand.
   *
   * @spec ST119
   */
  plan(): Promise<PlanTier | undefined>;
}

/** The same with the transaction's own writes, and the methods that write. @spec ST3, ST11 */
export interface BrandTransaction extends BrandReader {
  readonly bots: BotStore;
  readonly drafts: DraftStore;
  readonly versions: VersionStore;
  readonly feedback: FeedbackStore;
  readonly testDeployments: TestDeploymentStore;
  readonly channels: ChannelStore;
  readonly customers: CustomerStore;
  readonly messages: MessageStore;
  readonly hooks: HookStore;
  readonly accounts: AccountStore;
  readonly accountConnections: AccountConnectionStore;
  readonly deliveries: DeliveryStore;
  readonly conversations: ConversationStore;
  readonly requests: RequestStore;
  readonly settings: SettingsReader;
  /**
   * The work that this transaction has queued until now. The engine calls it at the end of `work`, and notifies workers
   * once the transaction has committed.
   *
   * @spec ST88
   */
  queued(): QueuedWork;
}

/**
 * Everything that the engine needs from a store. Test an implementation with the contract suite of
 * `@botwright/testing/contracts`.
 *
 * All comments of these interfaces use three terms. A write *rejects* with any error, and then stores nothing;
 * `StorageUnavailableError` says that a later attempt may succeed. A *race rule* says which results concurrent callers,
 * in any process, can rely on. *The engine takes care of* a condition: it checks the condition once, above the stores,
 * and the behaviour of a store is undefined without it.
 */
export interface Storage {
  readonly capabilities: {
    /** Whether everything that was acknowledged survives the end of the process. @spec ST9 */
    readonly durable: boolean;
  };

  readonly tenants: TenantRegistry;
  readonly conversationQueue: ConversationQueue;

  readonly rateLimiter: RateLimiter;

  readonly deliveryQueue: DeliveryQueue;

  /** Reads committed state, and waits for a writer no longer than one commit takes. @spec ST3 */
  reader(brand: string): BrandReader;

  /**
   * Runs `work` for one brand. All its writes become visible together when it has fulfilled, and none do when it
   * rejects; the transaction then rejects with the same error. Inside, reads see the transaction's own writes.
   *
   * A store may run `work` again after it has rolled back all its writes, such as after a deadlock: outside
   * of the store, `work` leaves only the effects of its last run.
   *
   * `work` may make calls without waiting for earlier ones: locks and writes take effect in the order of the calls, and
   * a store may send them together. Reads that depend on a write are made after it.
   *
   * `work` may await only calls of this transaction: other transactions may wait until it has ended, and to wait for
   * one of them would be a deadlock. A call made after it has ended rejects.
   *
   * @spec ST1, ST2, ST3, ST4, ST5, ST6, ST118
   */
  transaction<T>(brand: string, work: (tx: BrandTransaction) => Promise<T>): Promise<T>;

  /**
   * Runs a use-case for one brand, under the store's own lock: nobody changes the loaded records until its decision is
   * stored, and its operations become visible together. Absent: the engine runs it in a transaction.
   *
   * Race rule: as if one transaction locked the customers and the work that it loads, and all records that it loads
   * with a lock. A store may run it again after it has rolled back.
   *
   * Rejects with the error that the use-case throws, and with `Conflict` and `RequestLost` of its operations unchanged;
   * then nothing is stored. Code that replaces `transaction` of a store replaces or removes this, too.
   *
   * @spec ST125, ST126, ST127
   */
  execute?<TDecided extends Decided>(
    brand: string,
    useCase: () => LoadAndDecide<TDecided>,
  ): Promise<Executed<TDecided>>;

  /**
   * Calls the listener when any process on the same data has queued work, so that workers find it immediately. Absent:
   * the store does not see the work of other processes. Workers then find it at their next poll.
   *
   * It may also call without cause, and after a lost connection for work that was queued during the outage. A call can
   * be lost with the process that queued the work, so workers poll in any case. The listener does not throw.
   *
   * @returns Ends the calls.
   * @spec ST102
   */
  onQueuedWork?(listener: (work: QueuedWork) => void): () => void;

  /** Waits for the transactions that run. Every later call rejects, except another `close`. @spec ST8 */
  close(): Promise<void>;
}
