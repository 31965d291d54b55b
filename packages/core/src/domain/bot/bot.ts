import type { PlanTier } from '../blocks/block-definition.ts';
import type { EpochMs } from '../time/epoch-ms.ts';

export type BotState = 'active' | 'trashed';

/** Bots and versions of an `older` builder are readable; of the writes they take only trash moves. */
export type Builder = 'current' | 'older';

export interface Bot {
  readonly id: string;
  /** Unique in the installation: what a `bot_link` block stores. */
  readonly number: number;
  readonly name: string;
  readonly workspace: number;
  readonly channelFamily: string;
  readonly state: BotState;
  readonly builder: Builder;
  /** Ids of the channels that visitors reach the bot on. */
  readonly channels: readonly string[];
  readonly testChannel: string;
  readonly createdAt: EpochMs;
  /** Moves on every draft write. */
  readonly editedAt: EpochMs;
  /** When the live version went out; absent while never published. */
  readonly publishedAt?: EpochMs;
  readonly trashedAt?: EpochMs;
  /** The highest tier among the blocks of the live version; recorded, never enforced on writes. */
  readonly requiredTier?: PlanTier;
}
