import type { PlanTier } from '../domain/blocks/block-definition.ts';
import type { ChannelSnapshot } from '../domain/channel.ts';
import type { EpochMs } from '../domain/time/epoch-ms.ts';
import type { VersionSummary } from '../domain/version.ts';
import { ascending, descending, recordKind } from '../ports/record-kind.ts';
import { ofBot } from './bots.ts';

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

/** A version, or the reservation of one, which nobody sees until it is revealed. */
export interface StoredVersion extends VersionRecord {
  /** Absent once the version is revealed. */
  readonly reservedAt?: EpochMs;
}

export const versions = recordKind<StoredVersion>()({
  name: 'version',
  key: ['botId', 'id'],
  owner: ofBot,
  fields: {
    botId: 'text',
    id: 'text',
    name: 'text?',
    publishedAt: 'integer',
    publishedBy: 'integer',
    restoredFrom: 'text?',
    finishDays: 'integer?',
    builder: 'text',
    channel: 'json?',
    requiredTier: 'text?',
    reservedAt: 'integer?',
    diagramJson: 'document',
  },
  lists: {
    ofBot: {
      within: ['botId'],
      filters: { isReserved: { field: 'reservedAt', by: 'present' } },
      counted: [{ each: ['isReserved'], parts: [] }],
      orders: { newest: [descending('id')] },
    },
    reserved: {
      scope: 'store',
      filters: { before: { field: 'reservedAt', by: 'upTo' } },
      orders: { oldest: [ascending('reservedAt'), ascending('id')] },
    },
  },
});
