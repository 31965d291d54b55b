import type { ChannelSnapshot } from '../domain/channel/channel.ts';
import type { Slice } from '../domain/paging/page.ts';
import type { EpochMs } from '../domain/time/epoch-ms.ts';

/** Where what is said to customers of an APIchat channel leaves by. */
export interface ChannelWebhook {
  /** The URL, sealed: it may carry a secret. */
  readonly sealedUrl: string;
  /** Scheme and host, such as `https://crm.example.com`: all that logs and records show. */
  readonly origin: string;
}

export interface ChannelRecord extends ChannelSnapshot {
  /** Unique in the installation. */
  readonly number: number;
  /** Bot that it was made with and goes with; absent on a channel that stands by itself. */
  readonly botId?: string;
  readonly workspace: number;
  readonly purpose: 'live' | 'test';
  readonly active: boolean;
  /** Made from the installation's configuration, and put off when it is no longer in it. */
  readonly configured: boolean;
  /** SHA-256 of the token that sends come with, lower-case hex. */
  readonly tokenHash?: string;
  readonly webhook?: ChannelWebhook;
  /** Bot that new customers get. */
  readonly defaultBot?: string;
  readonly createdAt: EpochMs;
}

/** A slice of a list by how many entries stand before it. @spec ST56 */
export interface OffsetRange {
  readonly offset: number;
  /** 0 answers an empty list and the total. */
  readonly limit: number;
}

export interface ChannelListQuery extends OffsetRange {
  readonly workspaces: readonly number[];
  readonly type?: string;
  readonly active?: boolean;
}

export interface ChannelReader {
  /** In order of creation, then id. @spec ST43 */
  listByBot(botId: string): Promise<readonly ChannelRecord[]>;
  /** @spec ST57 */
  find(number: number): Promise<ChannelRecord | undefined>;
  /** Live channels alone, by ascending number. @spec ST60 */
  list(query: ChannelListQuery): Promise<Slice<ChannelRecord>>;
  /** Live channels made from the configuration, whether on or off, by ascending number. @spec ST61 */
  listConfigured(): Promise<readonly ChannelRecord[]>;
  /** Live channels that have a webhook, by ascending number. @spec ST78 */
  listWithWebhook(): Promise<readonly ChannelRecord[]>;
}

/** `undefined` clears a member; a member left out stays. */
export interface ChannelChange {
  readonly name?: string;
  readonly active?: boolean;
  readonly configured?: boolean;
  readonly tokenHash?: string | undefined;
  readonly webhook?: ChannelWebhook | undefined;
  readonly defaultBot?: string | undefined;
}

export interface ChannelStore extends ChannelReader {
  /**
   * Race rule: every number is given once in the installation, also when transactions roll back. A `tokenHash`
   * that another channel of the installation has is a fault, here and in `update`; so is an `id` that the brand has,
   * and a bot that it does not have.
   *
   * @spec ST17, ST43, ST55, ST59
   */
  insert(channel: Omit<ChannelRecord, 'number'>): Promise<ChannelRecord>;
  /** A fault when the brand has no such channel. @spec ST58, ST59 */
  update(number: number, change: ChannelChange): Promise<void>;
}
