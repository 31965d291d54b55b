import { type EventLoopUtilization, performance } from 'node:perf_hooks';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { Logger } from './logger.ts';

/** How often the server looks whether there is memory to give back. */
const lookEveryMs = 10_000;
/** A server that works for less than this share of the time has little to do. */
const littleWork = 0.1;
/** A collection holds the server up for a tenth to a fifth of a second: it has to be worth it. */
const worthBytes = 24 * 1024 * 1024;
const worthRatio = 1.2;

/** What is looked at. */
export interface ProcessMemory {
  /** The share of the time since the last call in which the event loop worked, from 0 to 1. */
  utilization(): number;
  /** What the system has given for JavaScript objects, in bytes. */
  heapBytes(): number;
  /** Collects all garbage and gives free memory back. */
  collect(): Promise<void>;
}

/**
 * Gives memory back when there is little to do. V8 lets its heap grow, and collects garbage once it has: a server that
 * was busy for a minute and then is not would keep what it needed for hours.
 *
 * @returns Looks once. It collects when little was done since the last look, and the heap has grown since the last time.
 * @spec SV46
 */
export function createMemoryRelease(memory: ProcessMemory, logger: Pick<Logger, 'info'>): () => Promise<void> {
  let kept = memory.heapBytes();
  let isCollecting = false;
  return async () => {
    const hasMuchToDo = memory.utilization() > littleWork;
    const before = memory.heapBytes();
    if (isCollecting || hasMuchToDo || before < Math.max(kept + worthBytes, kept * worthRatio)) return;
    isCollecting = true;
    await memory.collect();
    isCollecting = false;
    kept = memory.heapBytes();
    logger.info({ before, after: kept }, 'memory given back');
  };
}

/** Starts to look every ten seconds. */
export function releaseMemory(logger: Pick<Logger, 'info'>): void {
  const timer = setInterval(createMemoryRelease(processMemory(), logger), lookEveryMs);
  timer.unref();
}

const collection = { type: 'major', execution: 'async', flavor: 'last-resort' } as const;

type CollectGarbage = (options: typeof collection) => Promise<void>;

/**
 * The memory of this process. Only a collection of the flavour "last-resort" gives free pages back to the system; V8
 * keeps them after any other.
 */
export function processMemory(): ProcessMemory {
  let last: EventLoopUtilization = performance.eventLoopUtilization();
  setFlagsFromString('--expose-gc');
  const collectGarbage = runInNewContext('gc') as CollectGarbage;
  return {
    utilization() {
      const now = performance.eventLoopUtilization();
      const { utilization } = performance.eventLoopUtilization(now, last);
      last = now;
      return utilization;
    },
    heapBytes: () => process.memoryUsage().heapTotal,
    collect: () => collectGarbage(collection),
  };
}
