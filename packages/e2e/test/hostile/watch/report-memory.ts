/** Goes into the server with `--import`: says, when it is asked over the channel, how much memory is really in use. */
import { monitorEventLoopDelay } from 'node:perf_hooks';

/** What the server says of itself. */
export interface MemoryReport {
  /** Bytes that are left after a forced collection, with those of buffers. */
  readonly heap: number;
  /** The longest time that its loop was held since the last report, in milliseconds. */
  readonly heldMs: number;
}

const delay = monitorEventLoopDelay({ resolution: 5 });
delay.enable();

process.on('message', () => {
  const heldMs = delay.max / 1e6;
  // Twice: what the first run finishes off is only free after the second.
  globalThis.gc?.();
  globalThis.gc?.();
  const { heapUsed, external } = process.memoryUsage();
  delay.reset();
  process.send?.({ heap: heapUsed + external, heldMs } satisfies MemoryReport);
});
// Whoever started it is gone, and would have ended it.
process.on('disconnect', () => process.exit());
// The channel keeps nobody alive who wants to end.
process.channel?.unref();
