import { utf8Length } from '../domain/text.ts';
import type { DeliveryRecord, NewDelivery } from '../ports/delivery-store.ts';
import type { LeaseHolder } from '../ports/work-queue.ts';

/** A stored delivery. It is replaced and never changed in place. */
export interface StoredDelivery {
  readonly brand: string;
  readonly record: DeliveryRecord;
  /** Absent once it was erased. */
  readonly body?: SharedBody;
  /** Present while a worker has a lease. */
  readonly lease?: LeaseHolder;
  /**
   * Rises with each added delivery: between deliveries due at the same moment, the least goes first.
   */
  readonly place: number;
}

export function newDelivery(
  added: NewDelivery,
  { brand, body, place }: Pick<StoredDelivery, 'brand' | 'place'> & { readonly body: SharedBody },
): StoredDelivery {
  const { body: _, dueAt, ...record } = added;
  const progress = Object.freeze({ state: 'pending', attempts: Object.freeze([]), dueAt });
  return { brand, record: Object.freeze({ ...record, progress }), body, place };
}

/** @returns When it is due, or `undefined` when it is finished or under lease. */
export function waitsUntil({ record, lease }: StoredDelivery): number | undefined {
  return record.progress.state === 'pending' && lease === undefined ? record.progress.dueAt : undefined;
}

export function withoutLease({ lease: _, ...stored }: StoredDelivery): StoredDelivery {
  return stored;
}

/** A stored body, one object for all deliveries that share it. */
export interface SharedBody {
  readonly text: string;
  /** In UTF-8. */
  readonly bytes: number;
}

/**
 * @returns A function that returns the body for each delivery of one `add`: the same object for deliveries that share
 *   it.
 *
 * @spec DQ21
 */
export function shareBodies(): (delivery: Pick<NewDelivery, 'body' | 'customerNumber'>) => SharedBody {
  const bodies = new Map<string, Map<number, SharedBody>>();
  return ({ body: text, customerNumber }) => {
    const ofText = bodies.get(text) ?? new Map<number, SharedBody>();
    const body = ofText.get(customerNumber) ?? Object.freeze({ text, bytes: utf8Length(text) });
    bodies.set(text, ofText.set(customerNumber, body));
    return body;
  };
}
