import { Agent, get } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';

/** Milliseconds between a response and the next request: most of the longest silence at rest. */
const everyMs = 10;

/** Requests `/healthz` again and again on one connection. */
export interface Pulse {
  begin(): void;
  /** @returns The longest time between two answers since `begin`, in milliseconds, also one that has not ended yet. */
  silence(): number;
  stop(): void;
}

/** @param url - Of `/healthz`. */
export function startPulse(url: string): Pulse {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  let last = performance.now();
  let longest = 0;
  let isOver = false;

  const ask = (): Promise<boolean> =>
    new Promise((resolve) => {
      const request = get(url, { agent }, (response) => {
        response.resume().on('close', () => resolve(response.statusCode === 200));
      });
      request.on('error', () => resolve(false));
    });

  async function askOn(): Promise<void> {
    while (!isOver) {
      if (await ask()) {
        const now = performance.now();
        longest = Math.max(longest, now - last);
        last = now;
      }
      await pause(everyMs);
    }
  }

  void askOn();
  return {
    begin() {
      last = performance.now();
      longest = 0;
    },
    silence: () => Math.max(longest, performance.now() - last),
    stop() {
      isOver = true;
      agent.destroy();
    },
  };
}
