import type { Timer } from '../ports/clock.ts';

/**
 * Runs work that somebody waits for and that may sleep in between. Node's timers alone do not keep a process alive: a
 * command or a script with nothing else to do would end in the middle of the work.
 *
 * @spec CV56
 */
export async function whileAwake<T>(timer: Timer, work: () => Promise<T>): Promise<T> {
  const allowExit = timer.stayAwake?.();
  try {
    return await work();
  } finally {
    allowExit?.();
  }
}
