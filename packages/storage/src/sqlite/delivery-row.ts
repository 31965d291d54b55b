import type { DeliveryRecord } from '@botwright/core/ports';

type Progress = DeliveryRecord['progress'];

export interface DeliveryRow {
  readonly id: string;
  readonly kind: DeliveryRecord['target']['kind'];
  readonly target_number: number;
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

export const deliveryColumns =
  'd.id, t.kind, t.target_number, d.workspace, d.customer_number, d.message_uuid, d.origin, d.created_at, ' +
  'd.replay_of, d.state, d.due_at, d.finished_at, d.reason, d.attempts';

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

/** The columns that a completed attempt changes: state, due_at, finished_at, reason, attempts. */
export function encodeProgress(progress: Progress): readonly (string | number | null)[] {
  return [
    progress.state,
    progress.state === 'pending' ? progress.dueAt : null,
    progress.state === 'pending' ? null : progress.finishedAt,
    progress.state === 'dead' ? progress.reason : null,
    JSON.stringify(progress.attempts),
  ];
}
