import type { AttemptOutcome } from '../domain/delivery/attempt-outcome.ts';

/** One attempt of a delivery, ready to go out. */
export interface WebhookRequest {
  /** The delivery, the same on every attempt: what receivers tell duplicates by. */
  readonly id: string;
  readonly url: string;
  /**
   * Header names in lower case. Those that frame the request (`host`, `content-length`, `connection`, …) are the
   * sender's own.
   */
  readonly headers: Readonly<Record<string, string>>;
  /** The bytes frozen with the message: the same on every attempt. Attempts may share them: nobody changes them. */
  readonly body: Uint8Array;
  /**
   * Covers name look-up, connect, send, and the wait for the head of the answer. Counts from the call, or from when
   * the look-up begins where that waits for its turn.
   */
  readonly timeoutMs: number;
  /** Whose request it is, such as a brand: groups share fairly what has to be shared. Default: one group for all. */
  readonly group?: string;
}

/**
 * Carries one attempt to its target and says how it ended. Knows nothing of retries.
 *
 * Never follows a redirect, never reuses a connection, never rejects: whatever happens is an outcome. An
 * answer counts once its head is complete; the rest is drained within bounds and ignored.
 */
export interface WebhookSender {
  send(request: WebhookRequest): Promise<AttemptOutcome>;
  /** Judges a target that is about to be stored, without a look-up: `'blocked'` for a literal forbidden address, `'malformed'` for what is no http(s) URL. */
  judgeTarget(url: string): TargetVerdict;
  /** Abandons the attempts under way and every later one. Resolves when their connections are closed. */
  close(): Promise<void>;
}

export type TargetVerdict = 'accepted' | 'blocked' | 'malformed';
