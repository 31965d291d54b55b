import type { PlanTier } from '../domain/blocks/block-definition.ts';
import type { Bot, BotState } from '../domain/bot.ts';
import type { FeedbackConfiguration } from '../domain/feedback.ts';
import type { Page, PageRange } from '../domain/paging/page.ts';
import type { EpochMs } from '../domain/time/epoch-ms.ts';

/** A stored bot, with its folded name for search and order, and its live version. */
export interface BotRecord extends Bot {
  /** NFC, lower case. The engine folds it, never a store. */
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

/** Facts that a `bot_link` block needs about the bot that it names. */
export interface LinkedBotRecord extends Pick<Bot, 'id' | 'number' | 'name' | 'workspace' | 'channelFamily' | 'state'> {
  readonly published: boolean;
}

export interface BotReader {
  /** @spec ST12 */
  find(botId: string): Promise<BotRecord | undefined>;
  /**
   * A store should keep counters and an index of names, so that neither the total, nor a late page, nor a search for
   * three characters or more costs more the more bots there are.
   *
   * @spec ST19, ST24, ST101
   */
  list(query: BotListQuery): Promise<Page<BotRecord>>;
  /** Bots of the brand, in any state, by uuid or number; unknown ones are left out. Order is not defined. @spec ST25 */
  findLinked(wanted: {
    readonly ids: readonly string[];
    readonly numbers: readonly number[];
  }): Promise<readonly LinkedBotRecord[]>;
}

/**
 * Everywhere below, adding an existing record, or adding to a bot that the brand does not have, rejects with any error
 * and writes nothing: a unique index and a foreign key of a database do exactly this.
 *
 * The engine writes records of a bot only in a transaction that has locked or inserted the bot, and checks this itself:
 * a store need not.
 *
 * @spec ST16, ST17, ST81
 */
export interface BotStore extends BotReader {
  /**
   * Finds the bot and locks it until this transaction ends.
   *
   * Race rule: while it is locked, the `lock` of any other transaction waits. Reads after `lock` of the bot and of its
   * records (draft, versions, feedback, test deployment) return the latest committed state.
   *
   * @spec ST15
   */
  lock(botId: string): Promise<BotRecord | undefined>;
  /**
   * Stores a new bot and locks it for this transaction. The engine takes care that a given number comes from
   * `nextNumber`. Default: the next number.
   *
   * Race rule: no number is given twice in a store, even after a rollback.
   *
   * @spec ST13
   */
  insert(bot: Omit<BotRecord, 'number'> & { readonly number?: number }): Promise<BotRecord>;
  /** A number that no bot of the store has had, and that is not given again, even after a rollback. @spec ST13 */
  nextNumber(): Promise<number>;
  /**
   * Writes the members given. Rejects when the brand has no such bot.
   *
   * @spec ST14, ST17
   */
  update(botId: string, change: BotChange): Promise<void>;
  /**
   * Removes the bot and all its records: draft, revisions, versions, feedback, test deployment, and its channels with
   * their customers, messages and hooks. Does nothing when there is no such bot. Deliveries are erased by
   * `DeliveryStore.eraseOfBot`.
   *
   * @spec ST18, ST63
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

export interface FeedbackReader {
  find(botId: string): Promise<FeedbackConfiguration | undefined>;
}

export interface FeedbackStore extends FeedbackReader {
  /** @spec ST41 */
  put(botId: string, configuration: FeedbackConfiguration): Promise<void>;
}

export interface TestDeploymentRecord {
  readonly id: string;
  readonly botId: string;
  /** Revision of the draft that was deployed. */
  readonly revision: number;
  readonly diagramJson: string;
  readonly deployedAt: EpochMs;
  readonly deployedBy: number;
}

export interface TestDeploymentReader {
  find(botId: string): Promise<TestDeploymentRecord | undefined>;
}

export interface TestDeploymentStore extends TestDeploymentReader {
  /** @spec ST42 */
  put(deployment: TestDeploymentRecord): Promise<void>;
}
