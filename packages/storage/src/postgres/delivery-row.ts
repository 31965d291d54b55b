import type { DeliveryRecord } from '@botwright/core/ports';
import { raw, type Sql } from './sql.ts';

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

const own =
  'd.id, d.workspace, d.customer_number, d.message_uuid, d.origin, d.created_at, d.replay_of, d.state, d.due_at, ' +
  'd.finished_at, d.reason, d.attempts';

/** Columns of deliveries `d`. */
export const ownColumns: Sql = raw(own);

/** Columns of deliveries `d` and targets `t`. */
export const deliveryColumns: Sql = raw(`t.kind, t.target_number, ${own}`);

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
