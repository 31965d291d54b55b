import type { DispatchParts } from './dispatch-parts.ts';

export interface DeliveryLeases {
  readonly worker: string;
  /** For what is claimed now. */
  leaseUntil(): number;
  /** Stops moving them on. */
  end(): void;
}

/**
 * Moves the leases of one worker on as long as it lives, three times in the life of a lease.
 *
 * @param isBusy - Whether there are any.
 * @spec DI10
 */
export function holdDeliveryLeases(
  { storage, clock, alarm, ids }: DispatchParts,
  { leaseMs, isBusy, onFault }: { readonly leaseMs: number; isBusy(): boolean; onFault(error: unknown): void },
): DeliveryLeases {
  const worker = ids.uuid();
  const ended = new AbortController();
  const leaseUntil = () => clock.now() + leaseMs;

  async function beat(): Promise<void> {
    for (;;) {
      await alarm.sleep(leaseMs / 3, ended.signal);
      if (ended.signal.aborted) return;
      if (!isBusy()) continue;
      await storage.deliveryQueue.renew({ worker, leaseUntil: leaseUntil() }).catch(onFault);
    }
  }

  void beat();
  return { worker, leaseUntil, end: () => ended.abort() };
}
