import type { ChannelSnapshot } from '../domain/channel.ts';
import type { OffsetRange } from '../domain/paging/offset.ts';
import type { Slice } from '../domain/paging/page.ts';
import type { EpochMs } from '../domain/time/epoch-ms.ts';

/** Where messages to the customers of an APIchat channel are sent. */
export interface ChannelWebhook {
  /** Encrypted: the URL may contain a secret. */
  readonly encryptedUrl: string;
  /** Scheme and host, such as `https://crm.example.com`: the only part that logs and delivery records show. */
  readonly origin: string;
}

export interface ChannelRecord extends ChannelSnapshot {
  /** Unique in a store, across brands. */
  readonly number: number;
  /** The bot that owns the channel, which is removed with it. Absent on a channel without an owner. */
  readonly botId?: string;
  readonly workspace: number;
  readonly purpose: 'live' | 'test';
  readonly active: boolean;
  /** Made from the configuration, and switched off when the configuration no longer names it. */
  readonly configured: boolean;
  /** SHA-256 of the channel token, lower-case hex. */
  readonly tokenHash?: string;
  readonly webhook?: ChannelWebhook;
  /** The bot that new customers are assigned to. */
  readonly defaultBot?: string;
  readonly createdAt: EpochMs;
}

/** Every given filter must match. Without `limit` the list is complete. */
export interface ChannelListQuery extends Partial<OffsetRange> {
  readonly workspaces?: readonly number[];
  readonly type?: string;
  readonly active?: boolean;
  /** Whether a configuration declared the channel. */
  readonly configured?: boolean;
  /** Whether the channel has a webhook. */
  readonly hasWebhook?: boolean;
}

export interface ChannelReader {
  /** All channels that the bot owns, live and test, by creation, then id. @spec ST43 */
  listByBot(botId: string): Promise<readonly ChannelRecord[]>;
  /** @spec ST57 */
  find(number: number): Promise<ChannelRecord | undefined>;
  /** Only live channels, by ascending number. @spec ST56, ST60, ST61, ST78 */
  list(query: ChannelListQuery): Promise<Slice<ChannelRecord>>;
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
   * Race rule: no number is given twice in a store, even after a rollback. Rejects when another channel of any brand
   * has the `tokenHash` (so does `update`), when the brand has the `id`, and when it does not have the bot. The engine
   * takes care that a given number comes from `nextNumber`. Default: the next number.
   *
   * @spec ST17, ST43, ST55, ST59
   */
  insert(channel: Omit<ChannelRecord, 'number'> & { readonly number?: number }): Promise<ChannelRecord>;
  /** A number that no channel of the store has had, and that is not given again, even after a rollback. @spec ST55 */
  nextNumber(): Promise<number>;
  /**
   * Rejects when the brand has no such channel. An empty change writes nothing, but locks the channel until this
   * transaction ends.
   *
   * @spec ST58, ST59
   */
  update(number: number, change: ChannelChange): Promise<void>;
}
