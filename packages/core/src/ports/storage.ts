import type { AccountConnectionReader, AccountConnectionStore, AccountReader, AccountStore } from './account-store.ts';
import type { BotReader, BotStore } from './bot-store.ts';
import type { ChannelReader, ChannelStore } from './channel-store.ts';
import type { ConversationQueue, ConversationReader, ConversationStore } from './conversation-store.ts';
import type { CustomerReader, CustomerStore } from './customer-store.ts';
import type { DeliveryQueue, DeliveryReader, DeliveryStore } from './delivery-store.ts';
import type { DraftReader, DraftStore } from './draft-store.ts';
import type { FeedbackReader, FeedbackStore } from './feedback-store.ts';
import type { HookReader, HookStore } from './hook-store.ts';
import type { Installation } from './installation.ts';
import type { MessageReader, MessageStore } from './message-store.ts';
import type { RateLog } from './rate-log.ts';
import type { RequestStore } from './request-store.ts';
import type { TestDeploymentReader, TestDeploymentStore } from './test-deployment-store.ts';
import type { VersionReader, VersionStore } from './version-store.ts';

/**
 * Committed state of one brand. Each call sees one moment; two calls may see two. What is answered is the
 * caller's to keep: it never changes, and changing it changes nothing stored.
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

/** @spec ST11 */
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
}

export interface Storage {
  readonly capabilities: {
    /** What was acknowledged survives the end of the process. @spec ST9 */
    readonly durable: boolean;
  };

  readonly installation: Installation;
  readonly conversationQueue: ConversationQueue;

  readonly rateLog: RateLog;

  readonly deliveryQueue: DeliveryQueue;

  /** Reads committed state, never waiting for a writer longer than one commit takes. @spec ST3 */
  reader(brand: string): BrandReader;

  /**
   * Runs `work` for one brand. All its writes become visible together after it settles, or none do; a rejected
   * `work` rolls back and the same error is rethrown. Inside, reads see the transaction's own writes.
   *
   * `work` may await only calls of its own transaction: other transactions may have to wait until it settles,
   * and waiting for one of them in turn never ends. A call made after it settled rejects.
   *
   * @spec ST1, ST2, ST3, ST4, ST5, ST6
   */
  transaction<T>(brand: string, work: (tx: BrandTransaction) => Promise<T>): Promise<T>;

  /** Waits for what is running; every call after it rejects, but another `close`. @spec ST8 */
  close(): Promise<void>;
}
