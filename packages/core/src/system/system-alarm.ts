import type { Alarm } from '../ports/alarm.ts';

/** The longest that a timer of Node can wait. */
const longestMs = 2 ** 31 - 1;

/** The machine's timers. One that is waited for does not keep the process alive. */
export function systemAlarm(): Alarm {
  return {
    sleep(ms, signal) {
      const { promise, resolve } = Promise.withResolvers<void>();
      if (signal?.aborted === true) resolve();
      const timer = setTimeout(resolve, ms);
      timer.unref();
      signal?.addEventListener('abort', () => resolve(), { once: true });
      return promise.finally(() => clearTimeout(timer));
    },
    stayAwake() {
      const timer = setInterval(() => {}, longestMs);
      return () => clearInterval(timer);
    },
  };
}
