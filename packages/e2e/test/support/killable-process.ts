import type { ConversationRunner } from '@botwright/core/conversation';
import type { DecidedRecords, EffectHost, Program, Storage } from '@botwright/core/ports';

/** A simulated process that can be killed: after that its calls of the store never end. */
export interface KillableProcess {
  readonly storage: Storage;
  readonly effects: EffectHost;
  readonly runner: ConversationRunner;
  isDead(): boolean;
  /** Whether it died during a step without concurrent steps. */
  diedInTrial(): boolean;
  /** Time in which the process does nothing. */
  idle(ms: number): void;
}

export interface KillableProcessOptions {
  readonly storage: Storage;
  readonly effects: EffectHost;
  readonly runner: ConversationRunner;
  /** The work after which it is killed, in units of about 20 microseconds. */
  readonly life: number;
  /** Whether a step with this input kills the process. */
  isFatal(input: unknown): boolean;
}

class Dead extends Error {}

/** Approximate costs in the same units: a commit waits for the disk. */
const costs = { commit: 50, read: 2, note: 2, step: 5, effect: 200, ms: 50 };

export function killableProcess({ storage, effects, runner, life, isFatal }: KillableProcessOptions): KillableProcess {
  let [left, isDead, isInTrial] = [life, false, false];

  function spend(units: number): void {
    left -= units;
    if (left < 0) isDead = true;
  }

  /** Charges half of the cost before the call and half after it. */
  async function call<T>(units: number, act: () => Promise<T>): Promise<T> {
    if (isDead) return never();
    spend(units / 2);
    if (isDead) return never();
    try {
      const result = await act();
      spend(units / 2);
      return isDead ? never() : result;
    } catch (error) {
      if (isDead) return never();
      throw error;
    }
  }

  function* killable<TDecision extends DecidedRecords>(program: Program<TDecision>): Program<TDecision> {
    let step = program.next([]);
    while (step.done !== true) {
      spend(costs.read);
      if (isDead) throw new Dead('The process died.');
      step = program.next(yield step.value);
    }
    if (isDead) throw new Dead('The process died.');
    return step.value;
  }

  const { conversationQueue: queue, exclusive } = storage;
  return {
    isDead: () => isDead,
    diedInTrial: () => isDead && isInTrial,
    idle: (ms) => spend(ms * costs.ms),
    effects: { carryOut: (effect, place) => call(costs.effect, () => effects.carryOut(effect, place)) },
    runner: {
      ...runner,
      step(bot, state, input, context) {
        spend(costs.step);
        if (isFatal(input)) isDead = true;
        if (isDead) throw new Dead('The process died.');
        return runner.step(bot, state, input, context);
      },
    },
    storage: {
      ...storage,
      conversationQueue: {
        ...wrap(queue, (act) => call(costs.commit, act)),
        mark: (conversation, worker, mark) =>
          call(costs.note, async () => {
            const isLeased = await queue.mark(conversation, worker, mark);
            isInTrial = mark.isRunning && isLeased;
            return isLeased;
          }),
      },
      read: (scope, requests) => call(costs.read, () => storage.read(scope, requests)),
      commit: (scope, batch) => call(costs.commit, () => storage.commit(scope, batch)),
      ...(exclusive !== undefined && {
        exclusive: (scope, program) => call(costs.commit, () => exclusive(scope, () => killable(program()))),
      }),
    },
  };
}

function never(): Promise<never> {
  return new Promise(() => {});
}

type Calls = Record<string, (...args: never[]) => Promise<unknown>>;

function wrap<T extends object>(calls: T, around: (act: () => Promise<unknown>) => Promise<unknown>): T {
  const wrapped = Object.entries(calls as Calls).map(([name, call]) => [
    name,
    (...args: never[]) => around(() => call(...args)),
  ]);
  return Object.fromEntries(wrapped) as T;
}
