import { setTimeout as wait } from 'node:timers/promises';

/** The timer keeps the process alive, so that a call which nobody answers is reported and does not just end it. */
export async function within<T>(limitMs: number, subject: string, call: T | Promise<T>): Promise<T> {
  const ended = new AbortController();
  const late = wait(limitMs, undefined, { signal: ended.signal }).then(() => {
    throw new Error(`${subject} did not end within ${limitMs / 1_000} seconds: a call was never answered.`);
  });
  try {
    return await Promise.race([call, late]);
  } finally {
    late.catch(() => undefined);
    ended.abort();
  }
}
