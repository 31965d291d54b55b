import type { PlanTier } from '../domain/blocks/block-definition.ts';
import type { Bot, BotState } from '../domain/bot/bot.ts';
import type { Page, PageRange } from '../domain/paging/page.ts';
import type { EpochMs } from '../domain/time/epoch-ms.ts';

/** `Bot` as stored: with the name folded for search and order, and the pointer that visitors follow. */
export interface BotRecord extends Bot {
  /** NFC, lower case; made by the domain, never by a store. */
  readonly foldedName: string;
  readonly liveVersion?: string;
}

export interface BotListQuery extends PageRange {
  readonly state: BotState;
  /** Only bots of these workspaces. */
  readonly workspaces: readonly number[];
  readonly channelFamily?: string;
  /** Substring of the folded name, already folded; `%` and `_` are plain characters. @spec ST20 */
  readonly search?: string;
  /**
   * `published`: `publishedAt` descending, unpublished last, then `createdAt` descending, then `id` ascending.
   * `created`: `createdAt` descending, then `id`. `name`: folded name by Unicode code point, then `id`.
   *
   * @spec ST21, ST22, ST23
   */
  readonly order: 'published' | 'created' | 'name';
}

/** What a `bot_link` needs to know of the bot that it names. */
export interface LinkedBotRecord {
  readonly id: string;
  readonly number: number;
  readonly name: string;
  readonly workspace: number;
  readonly channelFamily: string;
  readonly state: BotState;
  readonly published: boolean;
}

export interface BotReader {
  /** @spec ST12 */
  find(botId: string): Promise<BotRecord | undefined>;
  /** @spec ST19, ST24 */
  list(query: BotListQuery): Promise<Page<BotRecord>>;
  /** Bots of the brand, in any state, by uuid or number; unknown ones are left out. Order is not defined. @spec ST25 */
  findLinked(wanted: {
    readonly ids: readonly string[];
    readonly numbers: readonly number[];
  }): Promise<readonly LinkedBotRecord[]>;
}

/**
 * The writing half. Everywhere below, a write that adds to a bot which the brand does not have, or adds what
 * is there already, is a fault: it rejects with a plain error and writes nothing.
 *
 * @spec ST17
 */
export interface BotStore extends BotReader {
  /**
   * Finds the bot and holds it until this transaction ends.
   *
   * Race rule: while it is held, no other transaction can change the bot or anything that belongs to it
   * (draft, versions, feedback, test deployment): they wait, or their own `claim` waits. What is read after
   * `claim` is therefore the latest committed state.
   *
   * @spec ST15
   */
  claim(botId: string): Promise<BotRecord | undefined>;
  /** Race rule: every number is given once in the installation, also when transactions roll back. @spec ST13 */
  insert(bot: Omit<BotRecord, 'number'>): Promise<BotRecord>;
  /**
   * Writes the members given. A fault when this transaction has neither claimed nor inserted the bot.
   *
   * @spec ST14, ST16
   */
  update(botId: string, change: BotChange): Promise<void>;
  /**
   * Removes the bot and all that belongs to it: draft, revisions, versions, feedback, test deployment, and its
   * channels with their customers, messages and hooks. Deliveries are erased by `DeliveryStore.eraseOfBot`. A fault
   * when it was not claimed; an absent bot stays absent.
   *
   * @spec ST16, ST18, ST63
   */
  destroy(botId: string): Promise<void>;
}

/** `undefined` clears a member; a member left out stays. */
export interface BotChange {
  readonly name?: string;
  readonly foldedName?: string;
  readonly state?: BotState;
  readonly trashedAt?: EpochMs | undefined;
  readonly editedAt?: EpochMs;
  readonly publishedAt?: EpochMs;
  readonly requiredTier?: PlanTier | undefined;
  readonly liveVersion?: string;
}
