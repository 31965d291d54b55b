import type { Bound } from '../connection/bounds.ts';
import type { LookUps } from './look-ups.ts';

/**
 * Looks a name up, for as long as `bound` lets it, whose time counts from the beginning of the look-up.
 *
 * @returns Empty when there is no address, when the look-up failed and when it was stopped.
 * @spec SN10, SN11, SN21
 */
export function findAddresses(
  host: string,
  { lookUps, group, bound }: { readonly lookUps: LookUps; readonly group: string; readonly bound: Bound },
): Promise<readonly string[]> {
  return new Promise((settle) => {
    bound.pause();
    const withdraw = lookUps.find(host, group, { onBegin: bound.restart, onEnd: settle });
    bound.hold({
      destroy() {
        withdraw();
        settle([]);
      },
    });
  });
}
