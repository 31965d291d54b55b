import { type EventLoopUtilization, performance } from 'node:perf_hooks';
import { setTimeout } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { measureMemory } from 'node:vm';
import type { Logger } from './logger.ts';

/** How often the server looks whether there is memory to give back. */
const lookEveryMs = 10_000;
/** A server that works for less than this share of the time can collect beside its work, which is made in steps. */
const littleWork = 0.5;
/** A collection takes processor time, and holds the server up for a moment at its end: it has to be worth it. */
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
  /** What the process has of the memory of the machine, in bytes: objects, buffers, and pages of the heap that are free. */
  heldBytes(): number;
  /** Collects all garbage and gives free memory back. It takes some seconds, in which others can work. */
  collect(): Promise<void>;
}

/**
 * Gives memory back when there is little to do. V8 lets its heap grow, and collects garbage once it has: a server that
 * was busy for a minute and then is not would keep what it needed for hours, and so it would with buffers, which only a
 * collection frees. It is begun here and made in small steps; those who visit the server meanwhile are answered.
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
    // V8 collects by itself, too.
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

/** Starts to look every ten seconds. */
export function releaseMemory(logger: Pick<Logger, 'info'>): void {
  const timer = setInterval(createMemoryRelease(processMemory(), logger), lookEveryMs);
  timer.unref();
}

/** Some seconds after a collection V8 makes another one, which gives free pages back. */
const givesBackAfterMs = 10_000;

/**
 * Lets V8 collect garbage and give free pages back in steps, as it does by itself at other times: `gc` would stop the
 * process for all of it, twice in a row where pages are given back.
 *
 * @spec SV76
 */
async function collectInSteps(): Promise<void> {
  // What makes V8 give pages back 8 seconds after a collection, however much was allocated before.
  setFlagsFromString('--optimize-for-size');
  await beginCollection();
  await setTimeout(givesBackAfterMs, undefined, { ref: false });
  setFlagsFromString('--no-optimize-for-size');
}

/** Measuring what each context has takes a collection in steps. There is no other way to ask for one. */
async function beginCollection(): Promise<void> {
  const { emitWarning } = process;
  // Node warns that the result may change, which nobody reads here.
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
