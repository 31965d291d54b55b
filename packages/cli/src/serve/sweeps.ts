import type { Engine } from '@botwright/core';
import type { Logger } from './logger.ts';

const sweepEveryMs = 60_000;

/**
 * Calls `engine.sweep` every minute, one sweep at a time.
 *
 * @returns Stops that, after the sweep under way.
 * @spec SV18
 */
export function startSweeps(engine: Pick<Engine, 'sweep'>, logger: Pick<Logger, 'error'>): () => Promise<void> {
  let running: Promise<void> | undefined;
  const timer = setInterval(() => {
    running ??= engine
      .sweep()
      .catch((error: unknown) => logger.error({ err: error }, 'sweep failed'))
      .finally(() => {
        running = undefined;
      });
  }, sweepEveryMs);
  timer.unref();

  return async () => {
    clearInterval(timer);
    await running;
  };
}
