import { type EventLoopUtilization, performance } from 'node:perf_hooks';
import { setTimeout } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { measureMemory } from 'node:vm';
import type { Logger } from './logger.ts';

/** Interval of the checks for unused memory, in milliseconds. */
const lookEveryMs = 10_000;
/** A server that works for less than this share of the time can collect in steps next to its work. */
const littleWork = 0.5;
/** A collection takes processor time, and blocks the server briefly at its end: so it has to free enough. */
const worthBytes = 24 * 1024 * 1024;
const worthRatio = 1.2;
/**
 * Checks until another collection after one that left much: objects in use then may be garbage now. Each attempt that
 * frees too little doubles the number.
 */
const againAfter = { first: 3, longest: 360 } as const;

/** The measurements. */
export interface ProcessMemory {
  /** The share of the time since the last call in which the event loop worked, from 0 to 1. */
  utilization(): number;
  /** Memory of the process in bytes: objects, buffers, and free pages of the heap. */
  heldBytes(): number;
  /** Collects all garbage and releases free memory. It takes some seconds, in which other work continues. */
  collect(): Promise<void>;
}

/**
 * Releases memory when the server is nearly idle. V8 collects only as its heap grows: after a busy minute, an idle
 * server would hold its memory for hours, and also its buffers, which only a collection frees. The collection runs in
 * small steps, so requests are answered during it.
 *
 * @returns Checks once. It collects when the server did little since the last check and memory has grown since the last
 *   collection; and at intervals while memory exceeds the lowest size after any collection.
 * @spec SV46
 */
export function createMemoryRelease(memory: ProcessMemory, logger: Pick<Logger, 'info'>): () => Promise<void> {
  let kept = memory.heldBytes();
  let least = kept;
  let looks = 0;
  let again: number = againAfter.first;
  let isCollecting = false;
  return async () => {
    const hasMuchToDo = memory.utilization() > littleWork;
    const before = memory.heldBytes();
    // V8 also collects automatically.
    kept = Math.min(kept, before);
    looks += 1;
    const isNew = hasGrown(kept, before);
    const isWorthIt = isNew || (looks >= again && hasGrown(least, before));
    if (isCollecting || hasMuchToDo || !isWorthIt) return;
    isCollecting = true;
    await memory.collect();
    isCollecting = false;
    kept = memory.heldBytes();
    again = isNew || hasGrown(kept, before) ? againAfter.first : Math.min(again * 2, againAfter.longest);
    looks = 0;
    least = Math.min(least, kept);
    logger.info({ before, after: kept }, 'memory given back');
  };
}

function hasGrown(from: number, to: number): boolean {
  return to >= Math.max(from + worthBytes, from * worthRatio);
}

/** Checks every ten seconds. */
export function releaseMemory(logger: Pick<Logger, 'info'>): void {
  const timer = setInterval(createMemoryRelease(processMemory(), logger), lookEveryMs);
  timer.unref();
}

/** Some seconds after a collection V8 makes another one, which releases free pages. */
const givesBackAfterMs = 10_000;

/**
 * Makes V8 collect garbage and release free pages in steps, like its automatic collections: `gc` would block the
 * process for the whole collection, and twice in a row to release pages.
 *
 * @spec SV76
 */
async function collectInSteps(): Promise<void> {
  // Makes V8 release pages 8 seconds after a collection, regardless of earlier allocation.
  setFlagsFromString('--optimize-for-size');
  await beginCollection();
  await setTimeout(givesBackAfterMs, undefined, { ref: false });
  setFlagsFromString('--no-optimize-for-size');
}

/** Measuring the memory of each context requires a collection in steps. There is no other way to request one. */
async function beginCollection(): Promise<void> {
  const { emitWarning } = process;
  // Node warns that the result may change; nothing here reads it.
  process.emitWarning = () => {};
  let measured: Promise<unknown>;
  try {
    // Otherwise it would begin ten seconds later.
    measured = measureMemory({ mode: 'summary', execution: 'eager' });
  } finally {
    process.emitWarning = emitWarning;
  }
  await measured;
}

/** The memory of this process. */
export function processMemory(): ProcessMemory {
  let last: EventLoopUtilization = performance.eventLoopUtilization();
  return {
    utilization() {
      const now = performance.eventLoopUtilization();
      const { utilization } = performance.eventLoopUtilization(now, last);
      last = now;
      return utilization;
    },
    heldBytes: () => process.memoryUsage.rss(),
    collect: collectInSteps,
  };
}
