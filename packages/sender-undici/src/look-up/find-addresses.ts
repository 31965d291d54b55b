import type { Bound } from '../connection/bounds.ts';
import type { LookUps } from './look-ups.ts';

/**
 * Looks a name up within `bound`, and pauses its time limit during the wait for a slot.
 *
 * @returns Empty without an address, and when the look-up fails or is stopped.
 * @spec SN10, SN11, SN21
 */
export function findAddresses(
  host: string,
  { lookUps, group, bound }: { readonly lookUps: LookUps; readonly group: string; readonly bound: Bound },
): Promise<readonly string[]> {
  return new Promise((resolve) => {
    bound.pause();
    const withdraw = lookUps.find(host, group, { onBegin: bound.resume, onEnd: resolve });
    bound.hold({
      destroy() {
        withdraw();
        resolve([]);
      },
    });
  });
}
