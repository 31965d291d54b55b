import type { Timer } from '../ports/clock.ts';

/**
 * Keeps the process alive during work that may wait for timers. The engine's timers do not: a command or script with
 * nothing else to do would end in the middle of the work.
 *
 * @spec CV56
 */
export async function keepAliveDuring<T>(timer: Timer, work: () => Promise<T>): Promise<T> {
  const allowExit = timer.keepAlive?.();
  try {
    return await work();
  } finally {
    allowExit?.();
  }
}
