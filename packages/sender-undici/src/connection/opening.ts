import type { Socket } from 'node:net';
import type { AttemptFailure } from '@botwright/core/webhooks';

/** A connection that is ready for a request, or the reason of the failure. */
export type Opening =
  | { readonly kind: 'open'; readonly socket: Socket }
  | { readonly kind: 'failed'; readonly reason: AttemptFailure };

export function failed(reason: AttemptFailure): Extract<Opening, { kind: 'failed' }> {
  return { kind: 'failed', reason };
}
