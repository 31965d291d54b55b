import type { Alarm } from '../ports/alarm.ts';

/**
 * Runs work that somebody waits for and that may rest in between. Timers alone keep no process alive: one that has
 * nothing else to do, such as a command or a script, would end in the middle of it.
 *
 * @spec CV56
 */
export async function whileAwake<T>(alarm: Alarm, work: () => Promise<T>): Promise<T> {
  const letEnd = alarm.stayAwake?.();
  try {
    return await work();
  } finally {
    letEnd?.();
  }
}
