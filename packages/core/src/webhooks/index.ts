/**
 * @module Pure functions for webhook deliveries: the targets of a message, bodies and headers, and the next step after
 *   each attempt.
 */
export { attemptHeaders } from '../domain/delivery/attempt-headers.ts';
export type { DeliveryOrder } from '../domain/delivery/delivery-order.ts';
export {
  type DeliveryProgress,
  disableDelivery,
  nextAttemptOf,
  openDelivery,
  recordAttempt,
} from '../domain/delivery/delivery-progress.ts';
export {
  bodiesOfMessage,
  type DeliveryTarget,
  targetName,
  targetsOfMessage,
  timeoutMsOf,
} from '../domain/delivery/delivery-target.ts';
export type { AttemptFailure, AttemptOutcome } from '../domain/delivery/retry-policy.ts';
export {
  createRetryPolicy,
  decideNextStep,
  type RetryOptions,
  type RetryPolicy,
} from '../domain/delivery/retry-policy.ts';
export { encodeChatPayload, encodePlatformPayload } from '../domain/message/payloads.ts';
