import type { DeliveryOrder } from '../domain/delivery/delivery-order.ts';
import type { OffsetRange } from '../domain/paging/offset.ts';
import type { EpochMs } from '../domain/time/epoch-ms.ts';

/** A webhook as stored: nothing readable in it is secret. */
export interface HookRecord {
  /** Unique in a store, across brands. */
  readonly number: number;
  readonly channelNumber: number;
  readonly name: string;
  readonly encryptedUrl: string;
  /** Scheme and host of the URL: all that logs and delivery records show. */
  readonly origin: string;
  readonly encryptedToken: string;
  /** Default: `none`. */
  readonly order?: DeliveryOrder;
  readonly active: boolean;
  /** Switched off because the plan no longer has message hooks; switched on again when it has them. */
  readonly disabledByPlan: boolean;
  readonly createdAt: EpochMs;
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
