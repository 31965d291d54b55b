import type { Clock, Timer } from '../ports/clock.ts';
import { type BrandQueue, createBrandQueue } from './brand-queue.ts';
import { createKnownSizes, type KnownSizes } from './drafts/known-sizes.ts';
import { createLargeDiagramQueue, type LargeDiagramQueue } from './drafts/large-diagram-queue.ts';
import type { StorageActivity } from './events/engine-storage.ts';
import { createLargeAnswers, type LargeAnswer, type LargeAnswers } from './large-answers.ts';
import { createLargeInputs, type LargeInputs } from './large-inputs.ts';
import type { EngineLimits } from './limits.ts';

/** The queues in which use-cases with much work wait for their turn. */
export interface Turns {
  readonly largeDiagrams: LargeDiagramQueue;
  readonly largeInputs: LargeInputs;
  readonly largeAnswers: LargeAnswers;
  readonly searches: BrandQueue;
  readonly sizes: KnownSizes;
}

export interface TurnsParts {
  readonly clock: Clock;
  readonly timer: Timer;
  readonly limits: EngineLimits;
  /** The activity of the engine's storage. */
  readonly activity: StorageActivity;
}

/** How many customer searches run concurrently, of all brands together. @spec CU48 */
const searchesAtOnce = 2;

export function createTurns({ clock, timer, limits, activity }: TurnsParts): Turns {
  const queued = { clock, timer, activity, maxWaiting: limits.maxWaitingDiagrams };
  const largeDiagrams = createLargeDiagramQueue(queued);
  return {
    largeDiagrams,
    largeInputs: createLargeInputs({ timer, largeDiagrams, maxWaiting: queued.maxWaiting }),
    largeAnswers: createLargeAnswers({ clock, timer, maxBytes: limits.maxUnsentBytes }),
    searches: createBrandQueue({ concurrency: searchesAtOnce, maxWaiting: limits.maxWaitingSearches }),
    sizes: createKnownSizes(createLargeDiagramQueue(queued)),
  };
}

/**
 * Every turn begins immediately. For work on a connection of the host: waiting for other work, which may wait for the
 * host's locks, could be a deadlock. The number of the host's connections bounds concurrent work.
 *
 * @spec ST130
 */
export function withoutTurns({ timer }: Pick<TurnsParts, 'timer'>): Turns {
  const pause = async () => timer.nextTurn?.();
  const largeDiagrams: LargeDiagramQueue = { run: (_, work) => work({ pause }) };
  const begin = (): LargeAnswer => ({ piece: async (make) => make(), end() {} });
  return {
    largeDiagrams,
    largeInputs: { run: async (_, read, use) => use(read()) },
    largeAnswers: { begin, beginAccepted: begin },
    searches: { run: (_, work) => work() },
    sizes: createKnownSizes(largeDiagrams),
  };
}
