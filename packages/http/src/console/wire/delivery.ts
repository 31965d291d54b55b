import type { Delivery } from '@botwright/core';
import { encodeTimestamp } from '../../bots/wire/timestamp.ts';

/** @spec CO6, TP6 */
export function encodeDelivery(delivery: Delivery): object {
  const { id, target, messageUuid, customerNumber, origin, createdAt, replayOf, progress } = delivery;
  return {
    id,
    target: { kind: target.kind, number: target.number },
    message_uuid: messageUuid,
    customer_id: customerNumber,
    origin,
    created_at: moment(createdAt),
    ...(replayOf !== undefined && { replay_of: replayOf }),
    state: progress.state,
    ...(progress.state === 'dead' && { reason: progress.reason }),
    ...(progress.state === 'pending' && { next_attempt_at: moment(progress.dueAt) }),
    attempts: progress.attempts.map(({ at, status, error, detail, durationMs }) => ({
      at: moment(at),
      ...(status !== undefined && { status }),
      ...(error !== undefined && { error }),
      ...(detail !== undefined && { detail }),
      duration_ms: durationMs,
    })),
  };
}

const moment = (at: number): string => `${encodeTimestamp(at)}Z`;
