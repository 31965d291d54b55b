import type { AttemptOutcome } from '../domain/delivery/retry-policy.ts';

/** One attempt of a delivery, ready to go out. */
export interface WebhookRequest {
  /** The id of the delivery, the same on every attempt: receivers recognise duplicates by it. */
  readonly id: string;
  /** http or https; a forbidden address is an outcome, not a rejection. */
  readonly url: string;
  /**
   * Header names in lower case. The sender itself writes the headers that frame the request (`host`, `content-length`,
   * `connection`, …).
   */
  readonly headers: Readonly<Record<string, string>>;
  /** The bytes stored with the message, the same on every attempt. Attempts may share them, so they must not be changed. */
  readonly body: Uint8Array;
  /**
   * Covers name look-up, connecting, sending, and the wait for the response headers. Starts with the call, or with the
   * look-up if it first waits for a slot.
   */
  readonly timeoutMs: number;
  /** Requests of one group, such as a brand, share slots fairly with other groups. Default: one group for all. */
  readonly group?: string;
}

/**
 * Makes one attempt to deliver a webhook and returns how it ended. It never retries.
 *
 * Never follows a redirect, never reuses a connection, never rejects: every result is an outcome. The status counts
 * once the response headers are complete; a bounded part of the body is read and ignored.
 */
export interface WebhookSender {
  /** Posts the body and waits for the headers of the response. */
  send(request: WebhookRequest): Promise<AttemptOutcome>;
  /**
   * Checks a target before it is stored, without looking names up: `'blocked'` for a forbidden address in the URL,
   * `'malformed'` for anything but an http(s) URL.
   */
  checkTarget(url: string): TargetCheck;
  /** Abandons the attempts under way and every later one. Resolves when their connections are closed. */
  close(): Promise<void>;
}

export type TargetCheck = 'accepted' | 'blocked' | 'malformed';
