/**
 * @module Pure functions for webhook deliveries: the targets of a message, bodies and headers, and the next step after
 *   each attempt.
 */
export {
  type AttemptHeaders,
  attemptHeaders,
  framingHeaders,
  requireUserAgentBrand,
} from '../domain/delivery/attempt-headers.ts';
export {
  type DeliveryAttempt,
  type DeliveryEnd,
  type DeliveryProgress,
  type DeliveryState,
  disableDelivery,
  type EndedAttempt,
  nextAttemptOf,
  openDelivery,
  recordAttempt,
} from '../domain/delivery/delivery-progress.ts';
export {
  type AddressedBody,
  type Audience,
  bodiesOfMessage,
  type DeliveryTarget,
  type MessageToDeliver,
  readTargetName,
  targetName,
  targetsOfMessage,
  timeoutMsOf,
} from '../domain/delivery/delivery-target.ts';
export type { AttemptFailure, AttemptOutcome } from '../domain/delivery/retry-policy.ts';
export {
  createRetryPolicy,
  decideNextStep,
  maxAttempts,
  type NextStep,
  type RetryOptions,
  type RetryPolicy,
  type RetryPreset,
} from '../domain/delivery/retry-policy.ts';
export {
  type ChatPayloadInput,
  encodeChatPayload,
  encodePlatformPayload,
  type PlatformPayloadInput,
} from '../domain/message/payloads.ts';
export type { EpochMs } from '../domain/time/epoch-ms.ts';
