import type { Timer } from '../ports/clock.ts';

/**
 * Runs work that somebody waits for and that may sleep in between. Node's timers alone do not keep a process alive: a
 * command or a script with nothing else to do would end in the middle of the work.
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
