import type { BrandDepth, DeliveryRecord, InboxEntry, NewDelivery } from '@botwright/core/ports';

type Progress = DeliveryRecord['progress'];

/** The columns of a delivery without its target. */
export interface OwnRow {
  readonly id: string;
  readonly workspace: number;
  readonly customer_number: number;
  readonly message_uuid: string;
  readonly origin: string;
  readonly created_at: number;
  readonly replay_of: string | null;
  readonly ordered: 0 | 1;
  readonly state: Progress['state'];
  /** Only while it is pending. */
  readonly due_at: number | null;
  /** Only after it has ended. */
  readonly finished_at: number | null;
  readonly reason: Extract<Progress, { readonly state: 'dead' }>['reason'] | null;
  /** A JSON list. */
  readonly attempts: string;
}

/** A row of a delivery with its target. */
export interface DeliveryRow extends OwnRow {
  readonly kind: DeliveryRecord['target']['kind'];
  readonly target_number: number;
}

/** Columns of deliveries `d`. */
export const ownColumns =
  'd.id, d.workspace, d.customer_number, d.message_uuid, d.origin, d.created_at, d.replay_of, d.ordered, d.state, ' +
  'd.due_at, d.finished_at, d.reason, d.attempts';

/** Columns of deliveries `d` and targets `t`. */
export const deliveryColumns = `t.kind, t.target_number, ${ownColumns}`;

export function decodeDelivery(row: DeliveryRow): DeliveryRecord {
  return {
    id: row.id,
    target: { kind: row.kind, number: row.target_number },
    workspace: row.workspace,
    customerNumber: row.customer_number,
    messageUuid: row.message_uuid,
    origin: row.origin,
    createdAt: row.created_at,
    ...(row.replay_of === null ? undefined : { replayOf: row.replay_of }),
    ...(row.ordered === 1 && { ordered: true }),
    progress: decodeProgress(row),
  };
}

function decodeProgress(row: DeliveryRow): Progress {
  const attempts: Progress['attempts'] = JSON.parse(row.attempts);
  if (row.due_at !== null) return { state: 'pending', attempts, dueAt: row.due_at };
  const finishedAt = row.finished_at ?? 0;
  if (row.reason === null) return { state: 'delivered', attempts, finishedAt };
  return { state: 'dead', reason: row.reason, attempts, finishedAt };
}

/** The columns that the end of an attempt changes. */
export function encodeProgress(
  progress: Progress,
): Pick<DeliveryRow, 'state' | 'due_at' | 'finished_at' | 'reason' | 'attempts'> {
  return {
    state: progress.state,
    due_at: progress.state === 'pending' ? progress.dueAt : null,
    finished_at: progress.state === 'pending' ? null : progress.finishedAt,
    reason: progress.state === 'dead' ? progress.reason : null,
    attempts: JSON.stringify(progress.attempts),
  };
}

/** The counters of a brand. */
export interface DepthRow {
  readonly brand: string;
  readonly pending: number | null;
  readonly oldest: number | null;
}

export function decodeDepth({ brand, pending, oldest }: DepthRow): BrandDepth {
  return { brand, pending: pending ?? 0, ...(oldest !== null && { oldestDueAt: oldest }) };
}

export interface InboxRow {
  readonly number: number;
  readonly at: number;
  readonly item_json: string;
}

export function decodeEntry({ number, item_json: item, at }: InboxRow): InboxEntry {
  return { number, item: JSON.parse(item), at };
}

/**
 * For each delivery, the place of the first one that has its body. Only deliveries of one customer share a body, so that
 * it is erased with the customer.
 */
export function placesOfBodies(deliveries: readonly NewDelivery[]): readonly number[] {
  // Two maps: a key made of the customer and the body would copy the body for each delivery.
  const ofCustomers = new Map<number, Map<string, number>>();
  return deliveries.map(({ customerNumber, body }, place) => {
    const places = ofCustomers.get(customerNumber) ?? new Map<string, number>();
    ofCustomers.set(customerNumber, places);
    const first = places.get(body) ?? place;
    places.set(body, first);
    return first;
  });
}
