import type { EpochMs } from '../domain/time/epoch-ms.ts';
import type { Clock } from '../ports/clock.ts';

/** The machine's clock. When the machine's time is set back, it stands still until the time has caught up. */
export function systemClock(): Clock {
  let latest: EpochMs = 0;
  return {
    now() {
      latest = Math.max(latest, Date.now());
      return latest;
    },
  };
}
