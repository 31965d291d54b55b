import type { Bot } from '../../domain/bot.ts';
import type { Customer } from '../../domain/customer/customer.ts';
import type { VersionSummary } from '../../domain/version.ts';
import type { DraftHead } from '../../records/drafts.ts';
import type { Channel } from '../channels/channel-records.ts';
import type { Delivery } from '../deliveries.ts';
import type { MessageHook } from '../hooks.ts';

/**
 * Facts of a decision: the records and counts before the command. They are copies.
 *
 * @spec PO2
 */
export interface PolicyFacts {
  /** The bot of `bots`, `drafts`, `versions` and `feedback`, the source of a duplicate, and the bot to assign. */
  readonly bot?: Bot;
  /**
   * The number of bots of the brand, active and in the trash, before `bots.create`, `duplicate` and `importOlder`.
   * Concurrent creations are counted one after the other.
   */
  readonly bots?: number;
  /** The draft of `drafts`, and of `versions.publish` and `restore`. */
  readonly draft?: Pick<DraftHead, 'revision' | 'violationsTotal' | 'editedAt' | 'editedBy'>;
  /** The version of `versions.restore`, `label` and `delete`. */
  readonly version?: VersionSummary;
  /** The channel of `channels`, `hooks` and messages of visitors. */
  readonly channel?: Pick<Channel, 'number' | 'id' | 'name' | 'type' | 'workspace' | 'active'>;
  /** The hook of `hooks.update` and `delete`. */
  readonly hook?: Pick<MessageHook, 'number' | 'channelNumber' | 'name' | 'active'>;
  /** The number of hooks of the channel before `hooks.create`. */
  readonly hooks?: number;
  /** The customer of `customers`, `messages` and `conversations`. Absent: the visitor is new. */
  readonly customer?: Omit<Customer, 'fields'>;
  /** The delivery of `deliveries.replay`. */
  readonly delivery?: Delivery;
}
