import type { Alarm } from '../ports/alarm.ts';

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
  };
}
