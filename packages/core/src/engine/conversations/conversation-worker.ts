import type { ClaimedConversation } from '../../ports/conversation-store.ts';
import type { Bell } from './bell.ts';
import { carryOut } from './carry-out.ts';
import { type ClaimLane, createClaimLane } from './claim-lane.ts';
import type { Desk } from './desk.ts';
import { createFailures, type Failures } from './failures.ts';
import { giveUp } from './give-up.ts';
import { holdLeases, type Leases } from './hold-leases.ts';
import type { CarriedOut } from './pending-effects.ts';
import type { HeldConversation, Pending } from './step-result.ts';
import { type WorkEnd, workConversation } from './work-conversation.ts';
import { type ConversationWorkerOptions, resolveWorkerOptions } from './worker-options.ts';

export interface ConversationWorker {
  /** Takes up nothing more, and resolves when nothing is under way. */
  stop(): Promise<void>;
}

interface Shift {
  readonly desk: Desk;
  readonly leases: Leases;
  readonly failures: Failures;
  readonly steps: ClaimLane;
  readonly effects: ClaimLane;
  /** Brands of which something waits in the store for a slot for effects. */
  readonly parked: Set<string>;
  readonly stopping: AbortSignal;
  readonly abandoning: AbortSignal;
}

/** Work for an effect's slot: with what is to be carried out, where that is known. */
interface EffectWork {
  readonly held: HeldConversation;
  readonly pending?: Pending;
}

/**
 * Works conversations in the background until it is stopped: what is pushed in this process at once, what others
 * pushed when it looks.
 *
 * Race rule: any number of workers, in any number of processes, share one store.
 *
 * @spec CV17, CV18, CV25, CV26, CV27, CV28, CV29, CV53, CV54
 */
export function startConversationWorker(
  desk: Desk,
  bell: Bell,
  options: ConversationWorkerOptions = {},
): ConversationWorker {
  const { concurrency, effectSlots, leaseMs, pollMs, graceMs, isAlone } = resolveWorkerOptions(options);
  const stopping = new AbortController();
  const abandoning = new AbortController();
  const leases = holdLeases(desk, leaseMs);
  const shift: Shift = {
    desk,
    leases,
    failures: createFailures(),
    steps: createClaimLane(desk, leases, { work: 'step', slots: concurrency, keepsFree: false }),
    effects: createClaimLane(desk, leases, { work: 'effects', slots: effectSlots, keepsFree: true }),
    parked: new Set(),
    stopping: stopping.signal,
    abandoning: abandoning.signal,
  };
  const { steps, effects, parked } = shift;
  const active = new Set<Promise<void>>();
  let looksAt = 0;

  function start(lane: ClaimLane, { brand }: ClaimedConversation, work: Promise<EffectWork | undefined>): void {
    const run = work.then((goesOn) => {
      lane.slots.leave(brand);
      if (goesOn !== undefined) start(effects, goesOn.held, workEffects(shift, goesOn));
    });
    active.add(run);
    void run.then(() => active.delete(run)).then(bell.ring);
  }

  const heldOf = (conversation: ClaimedConversation) => ({ ...conversation, worker: leases.worker });

  async function takeUpEffects(): Promise<void> {
    const now = desk.clock.now();
    if (parked.size === 0 && now < looksAt) return;
    looksAt = now + pollMs;
    for (const each of await effects.claim()) start(effects, each, workEffects(shift, { held: heldOf(each) }));
    // A claim leaves nothing of a brand that may still have a slot.
    for (const brand of parked) if (effects.slots.hasRoom(brand)) parked.delete(brand);
  }

  async function takeUpSteps(): Promise<void> {
    for (const each of await steps.claim()) start(steps, each, workSteps(shift, heldOf(each)));
  }

  async function run(): Promise<void> {
    if (isAlone) await tell(desk, desk.storage.conversationQueue.recover());
    while (!stopping.signal.aborted) {
      const rings = bell.rings();
      await Promise.all([tell(desk, takeUpEffects()), tell(desk, takeUpSteps())]);
      const woken = new AbortController();
      const signal = AbortSignal.any([woken.signal, stopping.signal]);
      await Promise.race([bell.after(rings), desk.alarm.sleep(pollMs, signal)]);
      woken.abort();
    }
    while (active.size > 0) await Promise.all(active);
    leases.end();
  }

  const running = run();
  return {
    async stop() {
      stopping.abort();
      const over = new AbortController();
      void desk.alarm.sleep(graceMs, over.signal).then(() => abandoning.abort());
      await running;
      over.abort();
    },
  };
}

/**
 * Never rejects.
 *
 * @returns What goes on in a slot for effects, which it has already.
 * @spec CV54
 */
async function workSteps(shift: Shift, held: HeldConversation): Promise<EffectWork | undefined> {
  const end = await guarded(shift, held, () => workUntilEffects(shift, held));
  if (end.kind !== 'effects' || shift.stopping.aborted) {
    await giveBack(shift, held, end);
    return undefined;
  }
  const { brand } = held;
  const { effects, parked } = shift;
  if (effects.isClaiming() || parked.has(brand) || !effects.slots.hasRoom(brand)) {
    parked.add(brand);
    await giveBack(shift, held, end);
    return undefined;
  }
  effects.slots.enter(brand);
  return { held: end.held, pending: end.pending };
}

/**
 * Carries out effects and hands in what became of them; the inbox is left to whoever has a slot for it. Never rejects.
 *
 * @spec CV21, CV22, CV54
 */
async function workEffects(shift: Shift, { held, pending }: EffectWork): Promise<undefined> {
  const end = await guarded(shift, held, async () => {
    let end: WorkEnd = pending === undefined ? await workUntilEffects(shift, held) : { kind: 'effects', held, pending };
    while (end.kind === 'effects' && !shift.stopping.aborted) {
      const answer = await carryOut(shift.desk, { ...end.held, ...end.pending, signal: shift.abandoning });
      if (answer === 'abandoned') return { kind: 'stopped' } as const;
      end = await workUntilEffects(shift, end.held, answer);
    }
    return end;
  });
  await giveBack(shift, held, end);
}

/** With an outcome, only until that is handed in. */
function workUntilEffects(shift: Shift, held: HeldConversation, carried?: CarriedOut): Promise<WorkEnd> {
  const { desk, failures, stopping } = shift;
  const signals = { stopping, onStep: () => failures.forget(held) };
  return workConversation(desk, held, { ...signals, ...(carried !== undefined && { carried, leavesInbox: true }) });
}

type Failed = { readonly kind: 'failed'; readonly notBefore: number | undefined };

async function guarded(shift: Shift, held: HeldConversation, work: () => Promise<WorkEnd>): Promise<WorkEnd | Failed> {
  try {
    return await work();
  } catch (error) {
    const { brand, customerNumber } = held;
    shift.desk.onFault({ conversation: { brand, customerNumber }, error });
    return { kind: 'failed', notBefore: await takeFailure(shift, held) };
  }
}

/** Never rejects. */
async function giveBack({ desk }: Shift, held: HeldConversation, end: WorkEnd | Failed): Promise<void> {
  if (end.kind === 'lost') return;
  const { brand, customerNumber, worker } = held;
  const notBefore = end.kind === 'failed' ? end.notBefore : undefined;
  await tell(desk, desk.storage.conversationQueue.release(brand, customerNumber, worker, notBefore));
}

/** @returns When to try again. @spec CV25, CV26 */
async function takeFailure({ desk, failures }: Shift, held: HeldConversation): Promise<number | undefined> {
  const { brand, customerNumber } = held;
  const { delayMs, isLast } = failures.count(held);
  if (isLast) {
    try {
      await giveUp(desk, held);
      failures.forget(held);
      return undefined;
    } catch (error) {
      desk.onFault({ conversation: { brand, customerNumber }, error });
    }
  }
  return desk.clock.now() + delayMs;
}

/** Waits; what goes wrong is told, and nothing more. */
async function tell(desk: Desk, work: Promise<unknown>): Promise<void> {
  try {
    await work;
  } catch (error) {
    desk.onFault({ error });
  }
}
