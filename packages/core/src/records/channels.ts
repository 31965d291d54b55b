import type { ChannelSnapshot } from '../domain/channel.ts';
import type { DeliveryOrder } from '../domain/delivery/delivery-order.ts';
import type { OffsetRange } from '../domain/paging/offset.ts';
import type { EpochMs } from '../domain/time/epoch-ms.ts';
import { ascending, recordKind } from '../ports/record-kind.ts';

/** Where messages to the customers of an APIchat channel are sent. */
export interface ChannelWebhook {
  /** Encrypted: the URL may contain a secret. */
  readonly encryptedUrl: string;
  /** Scheme and host, such as `https://crm.example.com`: the only part that logs and delivery records show. */
  readonly origin: string;
  /** Default: `customer`. */
  readonly order?: DeliveryOrder;
}

/** A channel as stored, live or of a test deployment. */
export interface ChannelRecord extends ChannelSnapshot {
  /** Unique in a store, across brands. */
  readonly number: number;
  /** The bot that owns the channel, which is removed with it. Absent on a channel without an owner. */
  readonly botId?: string;
  /** Only callers with this workspace see the channel. */
  readonly workspace: number;
  /** `test`: the channel of a bot for drafts, which lists leave out. */
  readonly purpose: 'live' | 'test';
  /** While it is off, its token does not work, and messages are refused with `channel_not_found`. */
  readonly active: boolean;
  /** Made from the configuration, and switched off when the configuration no longer names it. */
  readonly configured: boolean;
  /** SHA-256 of the channel token, lower-case hex. */
  readonly tokenHash?: string;
  /** Receives messages for the customers. Absent: none, or the family has a transport. */
  readonly webhook?: ChannelWebhook;
  /** Id of the bot that new customers are assigned to. Absent: the bot that was published last on the channel. */
  readonly defaultBot?: string;
  /** Never changes. */
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

/** `undefined` clears a member; a member left out stays. */
export interface ChannelChange {
  readonly name?: string;
  readonly active?: boolean;
  readonly configured?: boolean;
  readonly tokenHash?: string | undefined;
  readonly webhook?: ChannelWebhook | undefined;
  readonly defaultBot?: string | undefined;
}

const filters = {
  workspaces: { field: 'workspace', by: 'oneOf' },
  type: { field: 'type', by: 'equal' },
  active: { field: 'active', by: 'equal' },
  configured: { field: 'configured', by: 'equal' },
  hasWebhook: { field: 'webhook', by: 'present' },
} as const;

/** For a change of keys: numbers are unique across brands. */
export const secrets = {
  scope: 'store',
  filters: { after: { field: 'number', by: 'after' } },
  orders: { key: [ascending('number')] },
} as const;

export const channels = recordKind<ChannelRecord>()({
  name: 'channel',
  key: ['number'],
  owner: { kind: 'bot', fields: ['botId'] },
  fields: {
    number: 'integer',
    id: 'text',
    name: 'text',
    type: 'text',
    botId: 'text?',
    workspace: 'integer',
    purpose: 'text',
    active: 'boolean',
    configured: 'boolean',
    tokenHash: 'text?',
    webhook: 'json?',
    defaultBot: 'text?',
    createdAt: 'integer',
  },
  unique: { id: { fields: ['id'] }, token: { fields: ['tokenHash'], scope: 'store' } },
  lists: {
    live: { only: { purpose: 'live' }, filters, orders: { number: [ascending('number')] } },
    ofBot: {
      within: ['botId'],
      filters: {},
      orders: { created: [ascending('createdAt'), ascending('id')] },
    },
    secrets,
  },
  encrypted: ['webhook.encryptedUrl'],
});
