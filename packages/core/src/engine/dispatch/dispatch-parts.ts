import type { RetryPolicy } from '../../domain/delivery/retry-policy.ts';
import type { WebhookSender } from '../../ports/webhook-sender.ts';
import type { Bell } from '../conversations/bell.ts';
import type { Parts } from '../scope.ts';
import type { OpenedSecrets } from './opened-secrets.ts';

/** What deliveries are sent with. */
export interface DispatchParts extends Pick<Parts, 'storage' | 'clock' | 'alarm' | 'ids' | 'plans' | 'secrets'> {
  readonly sender: WebhookSender;
  readonly retry: RetryPolicy;
  /** Before `/webhooks` in the user agent. */
  readonly userAgentBrand: string;
  /** Rings when there is something new to send. */
  readonly outbox: Bell;
}

/** The same, for one attempt after another of one worker. */
export interface AttemptParts extends Omit<DispatchParts, 'secrets'> {
  readonly secrets: OpenedSecrets;
}

/** Something that kept a delivery from being sent or written down. It shows no URL, token or body. */
export interface DispatchFault {
  /** Absent where it concerns no single delivery. */
  readonly delivery?: {
    readonly brand: string;
    readonly id: string;
    /** Such as `hook:7`. */
    readonly target: string;
    /** Scheme and host. */
    readonly origin: string;
  };
  readonly error: unknown;
}
