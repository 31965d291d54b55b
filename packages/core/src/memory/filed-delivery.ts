import type { DeliveryRecord, LeaseHolder, NewDelivery } from '../ports/delivery-store.ts';
import type { KeptBody } from './kept-body.ts';

/** A delivery as kept. Replaced whole, never changed in place. */
export interface FiledDelivery {
  readonly brand: string;
  readonly record: DeliveryRecord;
  /** Absent once it was erased. */
  readonly body?: KeptBody;
  /** Present while a worker has it. */
  readonly lease?: LeaseHolder;
  /** Counts up: of two that are due at once, the one added first goes first. */
  readonly place: number;
}

export function fileDelivery(
  added: NewDelivery,
  { brand, body, place }: Pick<FiledDelivery, 'brand' | 'place'> & { readonly body: KeptBody },
): FiledDelivery {
  const { body: _, dueAt, ...record } = added;
  const progress = Object.freeze({ state: 'pending', attempts: Object.freeze([]), dueAt });
  return { brand, record: Object.freeze({ ...record, progress }), body, place };
}

/** @returns When it is due, or `undefined` when it is finished or under lease. */
export function waitsUntil({ record, lease }: FiledDelivery): number | undefined {
  return record.progress.state === 'pending' && lease === undefined ? record.progress.dueAt : undefined;
}

export function withoutLease({ lease: _, ...filed }: FiledDelivery): FiledDelivery {
  return filed;
}
