import type { DeliveryOrder } from '../domain/delivery/delivery-order.ts';
import type { OffsetRange } from '../domain/paging/offset.ts';
import type { EpochMs } from '../domain/time/epoch-ms.ts';
import { ascending, recordKind } from '../ports/record-kind.ts';
import { secrets } from './channels.ts';

/** A webhook as stored: nothing readable in it is secret. */
export interface HookRecord {
  /** Unique in a store, across brands. */
  readonly number: number;
  /** Number of the channel whose messages it receives. */
  readonly channelNumber: number;
  /** For people; at most 255 characters, perhaps empty. */
  readonly name: string;
  /** http or https, encrypted because the URL may contain a secret. */
  readonly encryptedUrl: string;
  /** Scheme and host of the URL: all that logs and delivery records show. */
  readonly origin: string;
  /** Goes into the header `Authorization: Token <token>`; the token may be empty. */
  readonly encryptedToken: string;
  /** Default: `none`. */
  readonly order?: DeliveryOrder;
  /** `false`: messages are not delivered, because the plan of the brand has no message hooks. */
  readonly active: boolean;
  /** Switched off because the plan no longer has message hooks; switched on again when it has them. */
  readonly disabledByPlan: boolean;
  /** Never changes. */
  readonly createdAt: EpochMs;
  /** The last change, also of `active`, or the creation. */
  readonly updatedAt: EpochMs;
}

/** Every given filter must match. Without `limit` the list is complete. */
export interface HookListQuery extends Partial<OffsetRange> {
  readonly channelNumber?: number;
  readonly active?: boolean;
}

export type HookChange = Partial<
  Pick<
    HookRecord,
    'name' | 'encryptedUrl' | 'origin' | 'encryptedToken' | 'order' | 'active' | 'disabledByPlan' | 'updatedAt'
  >
>;

export const hooks = recordKind<HookRecord>()({
  name: 'hook',
  key: ['number'],
  owner: { kind: 'channel', fields: ['channelNumber'] },
  fields: {
    number: 'integer',
    channelNumber: 'integer',
    name: 'text',
    encryptedUrl: 'text',
    origin: 'text',
    encryptedToken: 'text',
    order: 'text?',
    active: 'boolean',
    disabledByPlan: 'boolean',
    createdAt: 'integer',
    updatedAt: 'integer',
  },
  lists: {
    hooks: {
      filters: { channelNumber: { field: 'channelNumber', by: 'equal' }, active: { field: 'active', by: 'equal' } },
      orders: { number: [ascending('number')] },
    },
    secrets,
  },
  encrypted: ['encryptedUrl', 'encryptedToken'],
});
