import type { TransportResult } from '../domain/delivery/transport-outcome.ts';
import type { TransportPayload } from '../domain/message/payloads.ts';

/** One attempt to deliver a message of a bot or an agent to a customer. */
export interface TransportDelivery extends TransportPayload {
  /** The brand of the customer. */
  readonly brand: string;
  /** From 1 to 6. After the first one, the customer may have the message already: its `uuid` stays the same. */
  readonly attempt: number;
  /** Aborted at the end of the time limit, 60 seconds, and when the worker stops. */
  readonly signal: AbortSignal;
}

/** Delivers messages to the customers of one channel family, in the process of the engine. */
export interface Transport {
  /**
   * Makes one attempt. It need not retry: the engine does. A rejection is a failed attempt, which the engine retries.
   *
   * Race rule: a customer's messages come one after the other, those of different customers at the same time. An
   * attempt whose result was lost is made again.
   */
  deliver(delivery: TransportDelivery): Promise<TransportResult>;
}
