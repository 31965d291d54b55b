import { nanoid } from 'nanoid';
import { uuidV7Source } from '../domain/uuid.ts';
import type { Clock, Timer } from '../ports/clock.ts';
import type { IdSource } from '../ports/id-source.ts';

/** The machine's clock. It can go back. */
export function systemClock(): Clock {
  return { now: () => Date.now() };
}

const tokenLength = 32;

/** Random bytes per request: a few take nearly the same time as thousands. */
const randomPoolSize = 4_096;

/** Makes random bytes from a buffer, and uses no byte twice. */
function pooledRandomBytes(): (count: number) => Uint8Array {
  let pool = new Uint8Array();
  return (count) => {
    if (pool.length < count) pool = crypto.getRandomValues(new Uint8Array(Math.max(count, randomPoolSize)));
    const given = pool.subarray(0, count);
    pool = pool.subarray(count);
    return given;
  };
}

/** Random ids from the machine's secure source. */
export function systemIds(): IdSource {
  const versions = uuidV7Source(pooledRandomBytes());
  return {
    uuid: () => crypto.randomUUID(),
    uuidAt: (now) => versions.next(now),
    token: () => nanoid(tokenLength),
  };
}

/** The longest wait of a timer in Node. */
const longestMs = 2 ** 31 - 1;

/** Some runtimes have timers alone. */
const afterTurn = (globalThis.setImmediate ?? setTimeout) as (next: () => void) => unknown;

/** The machine's timers. In Node and Bun a pending timer does not keep the process alive. */
export function systemTimer(): Timer {
  return {
    sleep(ms, signal) {
      const { promise, resolve } = Promise.withResolvers<void>();
      if (signal?.aborted === true) resolve();
      const timer = setTimeout(resolve, ms);
      // A number in some runtimes.
      if (typeof timer === 'object') timer.unref();
      signal?.addEventListener('abort', () => resolve(), { once: true });
      return promise.finally(() => clearTimeout(timer));
    },
    nextTurn: () => new Promise((resolve) => void afterTurn(resolve)),
    keepAlive() {
      const timer = setInterval(() => {}, longestMs);
      return () => clearInterval(timer);
    },
  };
}
