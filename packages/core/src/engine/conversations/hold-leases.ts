import type { Desk } from './desk.ts';

export interface Leases {
  readonly worker: string;
  /** For what is claimed now. */
  leaseUntil(): number;
  /** Stops moving them on. */
  end(): void;
}

export const defaultLeaseMs = 30_000;

/**
 * Moves the leases of one worker on as long as it lives, three times in the life of a lease.
 *
 * @spec CV18, CV27
 */
export function holdLeases(desk: Desk, leaseMs: number): Leases {
  const worker = desk.ids.uuid();
  const ended = new AbortController();
  const leaseUntil = () => desk.clock.now() + leaseMs;

  async function beat(): Promise<void> {
    for (;;) {
      await desk.alarm.sleep(leaseMs / 3, ended.signal);
      if (ended.signal.aborted) return;
      try {
        await desk.storage.conversationQueue.renew({ worker, leaseUntil: leaseUntil() });
      } catch (error) {
        desk.onFault({ error });
      }
    }
  }

  void beat();
  return { worker, leaseUntil, end: () => ended.abort() };
}
