import type { DeliveryQueue, DeliveryRecord, EndedDelivery } from '@botwright/core/ports';

/** A delivery before the result of an attempt was stored. */
export interface CompletedDelivery {
  readonly brand: string;
  readonly before: DeliveryRecord;
}

export interface PostgresDeliveryQueue extends DeliveryQueue {
  /** Completes many. Of two results of one delivery the first counts. @returns Those that were stored. */
  completeAll(worker: string, ended: readonly EndedDelivery[]): Promise<readonly CompletedDelivery[]>;
}
