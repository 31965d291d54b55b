import type {
  ClaimedDelivery,
  ClaimRequest,
  DeliveryBounds,
  DeliveryListQuery,
  DeliveryRecord,
  NewDelivery,
  QueueOperation,
  Storage,
} from '@botwright/core/ports';
import type { DeliveryTarget } from '@botwright/core/webhooks';
import { askIn, brand, store } from './samples.ts';

export const hook = (number: number): DeliveryTarget => ({ kind: 'hook', number });

/** A delivery's id; a greater number sorts after. */
export function deliveryId(number: number): string {
  return `01910000-0000-7000-8000-${number.toString(16).padStart(12, '0')}`;
}

/** Due at 1,000, to hook 1. */
export function sampleDelivery(number: number, members: Partial<NewDelivery> = {}): NewDelivery {
  return {
    id: deliveryId(number),
    target: hook(1),
    workspace: 1,
    customerNumber: 5,
    messageUuid: `e0000000-0000-4000-8000-${number.toString(16).padStart(12, '0')}`,
    origin: 'https://crm.example.com',
    createdAt: 900,
    dueAt: 1_000,
    body: `{"messages":[{"number":${number},"text":"Ünï \u{1f916}"}]}`,
    ...members,
  };
}

/** An ordered delivery about a customer, due at 1,000, to hook 1. */
export function orderedDelivery(number: number, customerNumber = 5, members: Partial<NewDelivery> = {}): NewDelivery {
  return sampleDelivery(number, { customerNumber, ordered: true, ...members });
}

/** The record of a delivery that was just added. */
export function recordOf({ body: _, dueAt, ...record }: NewDelivery): DeliveryRecord {
  return { ...record, progress: { state: 'pending', attempts: [], dueAt } };
}

export const delivered = {
  state: 'delivered',
  attempts: [{ at: 1_000, durationMs: 20, status: 204 }],
  finishedAt: 1_020,
} as const satisfies DeliveryRecord['progress'];

/** Retried at `dueAt`. */
export function retried(dueAt: number): DeliveryRecord['progress'] {
  return { state: 'pending', attempts: [{ at: 1_000, durationMs: 20, status: 500 }], dueAt };
}

export function disabledAt(finishedAt: number): DeliveryRecord['progress'] {
  return { state: 'dead', reason: 'disabled', attempts: [], finishedAt };
}

/** @param deliveries - A number is a sample with this number. */
export async function addDeliveries(
  storage: Storage,
  deliveries: readonly (NewDelivery | number)[],
  brandName: string = brand,
): Promise<void> {
  const added = deliveries.map((each) => (typeof each === 'number' ? sampleDelivery(each) : each));
  await store(storage, [{ do: 'addDeliveries', deliveries: added }], brandName);
}

/** The progress of the delivery with this number. */
export async function progressOf(storage: Storage, number: number): Promise<DeliveryRecord['progress'] | undefined> {
  return (await deliveriesOf(storage).find(deliveryId(number)))?.progress;
}

/** The body of the delivery with this number. */
export function findBody(storage: Storage, number: number, brandName?: string): Promise<string | undefined> {
  return deliveriesOf(storage, brandName).findBody(deliveryId(number));
}

type Ended = Extract<QueueOperation, { do: 'endDeliveries' }>['of'];

/** Ends the deliveries of a target, a customer or a bot. */
export async function endDeliveries(storage: Storage, of: Ended, at: number, brandName: string = brand): Promise<void> {
  await store(storage, [{ do: 'endDeliveries', of, at }], brandName);
}

/** The answers of a store about the deliveries of a brand. */
export interface Deliveries {
  find(id: string): Promise<DeliveryRecord | undefined>;
  findBody(id: string): Promise<string | undefined>;
  list(query: DeliveryListQuery): Promise<{ readonly items: readonly DeliveryRecord[]; readonly total: number }>;
}

export function deliveriesOf(storage: Storage, brandName: string = brand): Deliveries {
  return {
    find: (id) => askIn(storage, { do: 'delivery', id }, brandName),
    findBody: (id) => askIn(storage, { do: 'deliveryBody', id }, brandName),
    list: (query) => askIn(storage, { do: 'deliveries', query }, brandName),
  };
}

/** A thousand slots of which none is taken, eight a target, unless said otherwise. */
export function bounds(members: Partial<DeliveryBounds> = {}): DeliveryBounds {
  return { slots: 1_000, perTarget: 8, ...members };
}

/** Claims for `w1` within these bounds at 1,000 for 500 ms, ten and a megabyte at most, unless said otherwise. */
export function claim(storage: Storage, members: Partial<ClaimRequest> = {}): Promise<readonly ClaimedDelivery[]> {
  const { now = 1_000 } = members;
  const request = {
    ...bounds(),
    worker: 'w1',
    now,
    leaseUntil: now + 500,
    limit: 10,
    bodyBytes: 1_000_000,
    ...members,
  };
  return storage.deliveryQueue.claim(request);
}

/** Counts deliveries by brand. */
export function heldBy(claimed: readonly ClaimedDelivery[]): ReadonlyMap<string, number> {
  return new Map([...Map.groupBy(claimed, (each) => each.brand)].map(([name, all]) => [name, all.length]));
}

/** Claims, and returns the numbers of the ids in the order of the claim. */
export async function claimNumbers(storage: Storage, members: Partial<ClaimRequest> = {}): Promise<readonly number[]> {
  return (await claim(storage, members)).map(numberOf);
}

export function numberOf({ id }: { readonly id: string }): number {
  return Number.parseInt(id.slice(-12), 16);
}

export function complete(
  storage: Storage,
  number: number,
  progress: DeliveryRecord['progress'],
  { worker = 'w1', brandName = brand }: { readonly worker?: string; readonly brandName?: string } = {},
): Promise<'completed' | 'lost'> {
  return storage.deliveryQueue.complete({ brand: brandName, id: deliveryId(number), worker }, progress);
}
