import type { Alarm } from '../../ports/alarm.ts';

/** Given as the reason of an abort, it saves the error, with its stack, that would be made for each. */
export const noLongerNeeded = 'no longer needed';

/** Waits for an answer, and no longer than this. */
export async function withinLimit<T>(alarm: Alarm, limitMs: number, answer: Promise<T>): Promise<T> {
  const over = new AbortController();
  const late = alarm.sleep(limitMs, over.signal).then((): never => {
    throw new Error(`There was no answer within ${limitMs} ms.`);
  });
  // Once the answer is there, nobody looks at what becomes of the limit.
  late.catch(() => {});
  try {
    return await Promise.race([answer, late]);
  } finally {
    over.abort(noLongerNeeded);
  }
}
