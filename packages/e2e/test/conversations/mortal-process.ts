import type { BrandTransaction, ConversationRunner, EffectHost, Storage } from '@botwright/core';

/** A process that can die: whatever it asks of the store after that never comes to an end. */
export interface MortalProcess {
  readonly storage: Storage;
  readonly effects: EffectHost;
  readonly runner: ConversationRunner;
  isDead(): boolean;
  /** It was inside a step that was tried alone when it died. */
  diedInTrial(): boolean;
  /** Nothing happens for so long. */
  idle(ms: number): void;
}

export interface MortalOptions {
  readonly storage: Storage;
  readonly effects: EffectHost;
  readonly runner: ConversationRunner;
  /** Somebody kills it when it has done so much, in units of about 20 microseconds. */
  readonly life: number;
  /** Whether the step kills whoever takes it. */
  isPoison(input: unknown): boolean;
}

class Dead extends Error {}

/** Roughly what things take, in the same units: a commit waits for a disk. */
const costs = { commit: 50, read: 2, note: 2, step: 5, effect: 200, ms: 50 };

export function mortalProcess({ storage, effects, runner, life, isPoison }: MortalOptions): MortalProcess {
  let [left, isDead, isInTrial] = [life, false, false];

  function spend(units: number): void {
    left -= units;
    if (left < 0) isDead = true;
  }

  /** Half of it is before, half after the deed is done. */
  async function call<T>(units: number, act: () => Promise<T>): Promise<T> {
    if (isDead) return never();
    spend(units / 2);
    if (isDead) return never();
    const result = await act();
    spend(units / 2);
    return isDead ? never() : result;
  }

  async function inside<T>(act: () => Promise<T>): Promise<T> {
    spend(costs.read);
    if (isDead) throw new Dead('The process died.');
    return act();
  }

  const mortalTransaction = (tx: BrandTransaction): BrandTransaction => ({
    ...tx,
    conversations: wrap(tx.conversations, inside),
    customers: wrap(tx.customers, inside),
  });

  const queue = storage.conversationQueue;
  return {
    isDead: () => isDead,
    diedInTrial: () => isDead && isInTrial,
    idle: (ms) => spend(ms * costs.ms),
    effects: { carryOut: (effect, place) => call(costs.effect, () => effects.carryOut(effect, place)) },
    runner: {
      ...runner,
      step(bot, state, input, context) {
        spend(costs.step);
        if (isPoison(input)) isDead = true;
        if (isDead) throw new Dead('The process died.');
        return runner.step(bot, state, input, context);
      },
    },
    storage: {
      ...storage,
      conversationQueue: {
        ...wrap(queue, (act) => call(costs.commit, act)),
        enterStep: (conversation, worker) =>
          call(costs.note, async () => {
            const isHeld = await queue.enterStep(conversation, worker);
            isInTrial = isHeld;
            return isHeld;
          }),
        leaveStep: (conversation, worker, deaths) =>
          call(costs.note, async () => {
            await queue.leaveStep(conversation, worker, deaths);
            isInTrial = false;
          }),
      },
      transaction(brand, work) {
        return call(costs.commit, () =>
          storage
            .transaction(brand, async (tx) => {
              const result = await work(mortalTransaction(tx));
              if (isDead) throw new Dead('The process died.');
              return result;
            })
            .catch((error: unknown) => {
              if (isDead) return never();
              throw error;
            }),
        );
      },
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
