import type { PlanTier } from '../domain/blocks/block-definition.ts';
import type { ChannelSnapshot } from '../domain/channel.ts';
import type { VersionSummary } from '../domain/version.ts';

/**
 * A published version as stored, with its diagram in JSON. `channel` is the one it was published for, absent without
 * one.
 */
export interface VersionRecord extends VersionSummary {
  /** UUID of the bot; the version is deleted with it. */
  readonly botId: string;
  /** Exactly the text that was published; never changes. */
  readonly diagramJson: string;
  /** The channel at the publication, with its name of that moment; absent without one. */
  readonly channel?: ChannelSnapshot;
  /** The highest tier among its blocks; absent if none of them is known. */
  readonly requiredTier?: PlanTier;
}
