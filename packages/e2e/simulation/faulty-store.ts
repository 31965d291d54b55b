import {
  type CommitOutcome,
  type DecidedRecords,
  type Program,
  type Scope,
  type Storage,
  StorageUnavailableError,
} from '@botwright/core/ports';
import type { Machine } from './machine.ts';
import type { CrashMoment, StoreFaultKind } from './plan.ts';
import type { ProgramStarts } from './program-starts.ts';
import type { Random } from './random.ts';
import type { VirtualTime } from './virtual-time.ts';

/** A call of the store whose answer was lost: nobody knows whether it took effect. */
export class StoreFault extends Error {
  override readonly name = 'StoreFault';
}

/** Faults that calls of the store have until a moment. */
export interface Weather {
  readonly fault: StoreFaultKind;
  /** How many of the calls have it, from 0 to 1. */
  readonly share: number;
  readonly until: number;
}

export interface FaultyStoreParts {
  readonly machine: Machine;
  readonly time: VirtualTime;
  readonly random: Random;
  readonly starts: ProgramStarts;
  /** Whether programs run under the lock of the store. Otherwise several machines act between each other's requests. */
  readonly hasLock: boolean;
  /** The faults at present. */
  weather(): readonly Weather[];
  /** Crashes the machine if it has to crash at this moment of its next commit. */
  reach(moment: CrashMoment): void;
  note(line: () => string): void;
}

const slowMs = 6_000;

/**
 * The store as one machine reaches it: over a network that takes time, with calls that fail before they take effect or
 * after, and with conflicts that had no cause. Calls of a machine that has crashed never return.
 */
export function faultyStore(inner: Storage, parts: FaultyStoreParts): Storage {
  const { machine, time, random, starts, hasLock, weather, reach, note } = parts;
  const never = new Promise<never>(() => {});

  function draw(): StoreFaultKind | undefined {
    const now = time.now();
    for (const { fault, share, until } of weather()) if (now < until && random.chance(share)) return fault;
    return undefined;
  }

  /** Half of the calls take no time, so that several machines act at the same moment. */
  const delay = (): number => (random.chance(0.5) ? 0 : random.below(5) + 1);

  /** Makes a call over the network. @param act - Takes effect at once. */
  async function call<T>(label: string, act: (fault: StoreFaultKind | undefined) => Promise<T>): Promise<T> {
    const begunAt = starts.begin();
    const fault = draw();
    const way = () => (fault === 'slow' ? random.below(slowMs) : delay());
    await machine.wait(way());
    starts.takesEffect(begunAt);
    const [answer] = await Promise.allSettled([act(fault)]);
    if (machine.isDown()) return never;
    const back = way();
    if (back > 0) await machine.wait(back);
    if (machine.isDown()) return never;
    if (answer.status === 'rejected') throw answer.reason;
    if (label === 'read') starts.answered(begunAt);
    return answer.value;
  }

  /** Makes a call that answers with its result, or fails. */
  function ask<T>(label: string, run: () => Promise<T>): Promise<T> {
    return call(label, async (fault) => {
      if (fault !== undefined && fault !== 'slow') note(() => `${machine.name} ${label}: ${fault}`);
      if (fault === 'unavailable') throw unavailable();
      if (fault === 'lost_call') throw new StoreFault(`${label} was lost.`);
      const result = await run();
      if (fault === 'lost_answer') throw new StoreFault(`The answer to ${label} was lost.`);
      return result;
    });
  }

  /**
   * Makes a call that commits.
   *
   * @param run - Commits, or, where nothing is to be stored, does everything but that.
   * @param answer - Replaces the outcome.
   */
  function commits<T>(
    run: (isStored: boolean) => Promise<T>,
    answer: (ran: T, outcome: CommitOutcome) => T,
  ): Promise<T> {
    return call('commit', async (fault) => {
      reach('before_commit');
      if (machine.isDown()) return never;
      const outcome = outcomeOf(fault);
      const ran = await run(outcome === undefined || fault === 'lost_answer');
      reach('after_commit');
      if (outcome === undefined) return ran;
      note(() => `${machine.name} commit: ${fault}`);
      return answer(ran, outcome);
    });
  }

  /** The same object, each of whose methods is a call. */
  function reached<T extends object>(name: string, store: T): T {
    const members = Object.entries(store).map(([method, member]) => {
      if (typeof member !== 'function') return [method, member];
      return [method, (...given: unknown[]) => ask(`${name}.${method}`, () => member.apply(store, given))];
    });
    return Object.fromEntries(members);
  }

  const { exclusive } = inner;
  return {
    capabilities: inner.capabilities,
    rateLimiter: reached('rateLimiter', inner.rateLimiter),
    deliveryQueue: reached('deliveryQueue', inner.deliveryQueue),
    conversationQueue: reached('conversationQueue', inner.conversationQueue),
    read: (scope, requests) => ask('read', () => inner.read(scope, requests)),
    commit: (scope, batch) =>
      commits<CommitOutcome>(
        async (isStored) => (isStored ? inner.commit(scope, batch) : { kind: 'committed' }),
        (_, outcome) => outcome,
      ),
    ...(hasLock &&
      exclusive !== undefined && {
        exclusive: (scope, program) =>
          commits(
            (isStored) => (isStored ? exclusive(scope, program) : withoutWrites(exclusive, scope, program)),
            (ran, committed) => ({ ...ran, committed }),
          ),
      }),
    async close() {},
  };
}

/** The outcome of a commit that meets this fault; absent: its own. */
function outcomeOf(fault: StoreFaultKind | undefined): CommitOutcome | undefined {
  switch (fault) {
    case 'conflict':
      return { kind: 'conflict' };
    case 'unavailable':
      return { kind: 'unavailable', cause: unavailable() };
    case 'lost_call':
    case 'lost_answer':
      return { kind: 'unknown', cause: new StoreFault('The answer to a commit was lost.') };
    default:
      return undefined;
  }
}

function unavailable(): StorageUnavailableError {
  return new StorageUnavailableError('The store cannot be reached.');
}

/** Runs a program under the lock of the store, and stores nothing. */
async function withoutWrites<TDecision extends DecidedRecords>(
  exclusive: NonNullable<Storage['exclusive']>,
  scope: Scope,
  program: () => Program<TDecision>,
): Promise<{ readonly decision: TDecision; readonly committed: CommitOutcome }> {
  const { decision, committed } = await exclusive(scope, function* () {
    return { operations: [], decided: yield* program() };
  });
  return { decision: decision.decided, committed };
}
