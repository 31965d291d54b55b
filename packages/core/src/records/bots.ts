import type { PlanTier } from '../domain/blocks/block-definition.ts';
import { type Bot, type BotState, botFields } from '../domain/bot.ts';
import type { FeedbackConfiguration } from '../domain/feedback.ts';
import type { FinishingVersion } from '../domain/finishing-version.ts';
import type { PageRange } from '../domain/paging/page.ts';
import type { EpochMs } from '../domain/time/epoch-ms.ts';
import { ascending, descending, recordKind } from '../ports/record-kind.ts';

/** The owner of records that are deleted with their bot. */
export const ofBot = { kind: 'bot', fields: ['botId'] } as const;

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

export const bots = recordKind<BotRecord>()({
  name: 'bot',
  key: ['id'],
  fields: {
    ...botFields,
    foldedName: 'text',
    liveVersion: 'text?',
    finishing: 'json?',
  },
  unique: { number: { fields: ['number'], scope: 'store' } },
  lists: {
    bots: {
      filters: {
        state: { field: 'state', by: 'equal' },
        workspaces: { field: 'workspace', by: 'oneOf' },
        channelFamily: { field: 'channelFamily', by: 'equal' },
        search: { field: 'foldedName', by: 'contains', indexed: true },
        numbers: { field: 'number', by: 'oneOf' },
        ids: { field: 'id', by: 'oneOf' },
      },
      counted: [{ each: ['state'], parts: ['workspaces', 'channelFamily'] }],
      orders: {
        published: [descending('publishedAt'), descending('createdAt'), ascending('id')],
        created: [descending('createdAt'), ascending('id')],
        name: [ascending('foldedName'), ascending('id')],
      },
    },
  },
});

export interface StoredFeedback extends FeedbackConfiguration {
  readonly botId: string;
}

export const feedback = recordKind<StoredFeedback>()({
  name: 'feedback',
  key: ['botId'],
  owner: ofBot,
  fields: {
    botId: 'text',
    enabled: 'boolean',
    question: 'text',
    positiveLabel: 'text',
    negativeLabel: 'text',
    commentQuestion: 'text',
    thanks: 'text',
  },
});

/** The tests of a bot. */
export interface StoredScenarios {
  readonly botId: string;
  /** A file of scenarios. */
  readonly text: string;
  /** Grows by one on each write. */
  readonly revision: number;
}

export const scenarios = recordKind<StoredScenarios>()({
  name: 'scenarios',
  key: ['botId'],
  owner: ofBot,
  fields: { botId: 'text', text: 'text', revision: 'integer' },
});
