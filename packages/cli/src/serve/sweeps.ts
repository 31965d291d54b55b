import { type Engine, storageFaultOf } from '@botwright/core';
import { type Logger, logFault } from './logger.ts';

const sweepEveryMs = 60_000;

/**
 * Calls `engine.sweep` every minute, one sweep at a time. Logs the first of consecutive failures of the store.
 *
 * @returns Stops the sweeps, after the running one.
 * @spec SV18, SV73
 */
export function startSweeps(engine: Pick<Engine, 'sweep'>, logger: Pick<Logger, 'error'>): () => Promise<void> {
  let running: Promise<void> | undefined;
  let wasAway = false;

  async function sweep(): Promise<void> {
    try {
      await engine.sweep();
      wasAway = false;
    } catch (error) {
      const isAway = storageFaultOf(error)?.isOfCall === false;
      if (!(isAway && wasAway)) logFault(logger, error, 'sweep failed');
      wasAway = isAway;
    }
  }

  const timer = setInterval(() => {
    running ??= sweep().finally(() => {
      running = undefined;
    });
  }, sweepEveryMs);
  timer.unref();

  return async () => {
    clearInterval(timer);
    await running;
  };
}
