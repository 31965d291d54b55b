import type { DeliveryQueue, DeliveryRecord, EndedDelivery } from '@botwright/core/ports';

/** A delivery before the result of an attempt was stored. */
export interface CompletedDelivery {
  readonly brand: string;
  readonly before: DeliveryRecord;
}

export interface PostgresDeliveryQueue extends DeliveryQueue {
  /** Completes many deliveries. The first of two results of one delivery counts. @returns The stored results. */
  completeAll(worker: string, ended: readonly EndedDelivery[]): Promise<readonly CompletedDelivery[]>;
}
