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
/**
 * After how many looks it collects once more, where a collection left much: what was in use then may be garbage now. Each
 * time in vain the next one waits twice as long.
 */
const againAfter = { first: 3, longest: 360 } as const;

/** What is looked at. */
export interface ProcessMemory {
  /** The share of the time since the last call in which the event loop worked, from 0 to 1. */
  utilization(): number;
  /** What the system has given for JavaScript objects, and for buffers, which are outside of the heap; in bytes. */
  heldBytes(): number;
  /** Collects all garbage and gives free memory back. */
  collect(): Promise<void>;
}

/**
 * Gives memory back when there is little to do. V8 lets its heap grow, and collects garbage once it has: a server that
 * was busy for a minute and then is not would keep what it needed for hours, and so it would with buffers, which only a
 * collection frees.
 *
 * @returns Looks once. It collects when little was done since the last look, and memory has grown since the last time;
 *   and now and then while there is more than there ever was after a collection.
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
    heldBytes() {
      const { heapTotal, external } = process.memoryUsage();
      return heapTotal + external;
    },
    collect: () => collectGarbage(collection),
  };
}
