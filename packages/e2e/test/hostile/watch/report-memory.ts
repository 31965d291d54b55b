/** Loaded into the server with `--import`: reports the memory in use when asked over the channel to the parent. */
import { monitorEventLoopDelay } from 'node:perf_hooks';

/** The report of the server. */
export interface MemoryReport {
  /** Bytes after a forced collection, including buffers. */
  readonly heap: number;
  /** The longest block of its event loop since the last report, in milliseconds. */
  readonly heldMs: number;
}

const delay = monitorEventLoopDelay({ resolution: 5 });
delay.enable();

process.on('message', (question) => {
  if (question !== 'report') return;
  const heldMs = delay.max / 1e6;
  // Twice: objects that the first run finalizes are freed by the second.
  globalThis.gc?.();
  globalThis.gc?.();
  const { heapUsed, external } = process.memoryUsage();
  delay.reset();
  process.send?.({ heap: heapUsed + external, heldMs } satisfies MemoryReport);
});
// The parent has ended, and can no longer stop it.
process.on('disconnect', () => process.exit());
// The channel must not keep the process alive.
process.channel?.unref();
