import type { PlanTier } from '../domain/blocks/block-definition.ts';
import type { Bot, BotState } from '../domain/bot.ts';
import type { FinishingVersion } from '../domain/finishing-version.ts';
import type { PageRange } from '../domain/paging/page.ts';
import type { EpochMs } from '../domain/time/epoch-ms.ts';

/** A stored bot, with its folded name for search and order, and its live version. */
export interface BotRecord extends Bot {
  /** NFC, lower case. The engine folds it, never a store. */
  readonly foldedName: string;
  /** Id of the version that answers visitors; absent before the first publication. */
  readonly liveVersion?: string;
  /** Oldest first. */
  readonly finishing?: readonly FinishingVersion[];
}

export interface BotListQuery extends PageRange {
  readonly state: BotState;
  /** Only bots of these workspaces. */
  readonly workspaces: readonly number[];
  readonly channelFamily?: string;
  /** Substring of the folded name, already folded; `%` and `_` are plain characters. */
  readonly search?: string;
  /**
   * `published`: `publishedAt` descending, unpublished last, then `createdAt` descending, then `id` ascending.
   * `created`: `createdAt` descending, then `id`. `name`: folded name by Unicode code point, then `id`.
   */
  readonly order: 'published' | 'created' | 'name';
}

/** Facts that a `bot_link` block needs about the bot that it names. */
export interface LinkedBotRecord extends Pick<Bot, 'id' | 'number' | 'name' | 'workspace' | 'channelFamily' | 'state'> {
  readonly published: boolean;
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
  readonly finishing?: readonly FinishingVersion[] | undefined;
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
