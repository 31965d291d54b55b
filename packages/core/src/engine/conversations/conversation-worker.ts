import { type ClaimedConversation, type ConversationKey, longestWaitMs } from '../../ports/conversation-store.ts';
import {
  type HandleItem,
  type LeasedQueue,
  leaseWorker,
  nothingToClaim,
  type StartedWorker,
  type WorkerRun,
} from '../lease-worker.ts';
import type { WorkSignal } from '../work-signal.ts';
import type { ConversationContext, LeasedConversation } from './conversation-context.ts';
import { defaultLeaseMs, type RunEnd, runConversation } from './conversation-run.ts';
import { type ConversationSlots, type ConversationTask, createConversationSlots } from './conversation-slots.ts';
import { giveUpStep } from './crash-recovery.ts';
import type { ReserveSlot } from './direct-leases.ts';
import { carryOutEffects } from './effect-execution.ts';
import type { EffectsResult } from './effects.ts';

export interface ConversationWorkerOptions {
  /**
   * How many conversations take steps at a time; default 32. Conversations that wait for an effect do not count. While
   * another brand waits, a brand uses a further slot only if as many stay free as it uses, so never more than half.
   */
  readonly concurrency?: number;
  /**
   * How many conversations have effects carried out at a time; default 128. A brand uses a further slot only if as many
   * stay free as it uses, so never more than half. Conversations without a slot wait in the store.
   */
  readonly effectSlots?: number;
  /** Milliseconds of a lease: how long a conversation waits for another worker when this one dies. Default 30,000. */
  readonly leaseMs?: number;
  /** Milliseconds between two polls for work without a notification of the store. Default 1,000. */
  readonly pollMs?: number;
  /** How many milliseconds `stop` waits for effects under way. Default 5,000. */
  readonly graceMs?: number;
  /** No other process works on this store: the leases of a former process end immediately. Default no. */
  readonly isAlone?: boolean;
}

/** @throws {TypeError} When a number of slots is not an integer from 1. */
export function resolveWorkerOptions({
  concurrency = 32,
  effectSlots = 128,
  leaseMs = defaultLeaseMs,
  pollMs = 1_000,
  graceMs = 5_000,
  isAlone = false,
}: ConversationWorkerOptions = {}): Required<ConversationWorkerOptions> {
  for (const [name, count] of Object.entries({ concurrency, effectSlots })) {
    if (!Number.isSafeInteger(count) || count < 1) throw new TypeError(`The option ${name} is an integer from 1.`);
  }
  return { concurrency, effectSlots, leaseMs, pollMs, graceMs, isAlone };
}

export interface ConversationWorker extends StartedWorker {
  /** Reserves a slot for a conversation that is leased to this worker without a claim. */
  readonly reserve: ReserveSlot;
}

interface ClaimedWork {
  readonly work: ConversationTask;
  readonly conversation: ClaimedConversation;
}

type WorkEnd = RunEnd | { readonly kind: 'failed'; readonly retryAt: number | undefined };

/**
 * Processes conversations in the background until it is stopped: immediately for work that this process queued or that
 * the store notifies of, when a wait is over, and at the next poll for other work.
 *
 * Race rule: any number of workers, in any number of processes, share one store.
 *
 * @spec CV17, CV18, CV25, CV26, CV27, CV28, CV29, CV53, CV54, CV73
 */
export function startConversationWorker(
  context: ConversationContext,
  signal: WorkSignal,
  options: ConversationWorkerOptions = {},
): ConversationWorker {
  const { concurrency, effectSlots, leaseMs, pollMs, graceMs, isAlone } = resolveWorkerOptions(options);
  const { conversationQueue } = context.storage;
  const slots = createConversationSlots(conversationQueue, { concurrency, effectSlots, pollMs });

  const queue: LeasedQueue<ClaimedWork> = {
    renew: (holder) => conversationQueue.renew(holder),
    recover: () => conversationQueue.recover(),
    async claim({ worker, now, leaseUntil, onFault }) {
      const claim = async (work: ConversationTask): Promise<readonly ClaimedWork[]> => {
        try {
          const claimed = await slots.claim(work, { worker, now, leaseUntil, onFault });
          for (const { deaths } of claimed) if (deaths > 0) context.metrics.count('botwright.conversation.takeovers');
          return claimed.map((conversation) => ({ work, conversation }));
        } catch (error) {
          onFault(error);
          return [];
        }
      };
      return (await Promise.all([claim('effects'), claim('step')])).flat();
    },
    nextClaimIn: () => context.nextWake.isIn(pollMs),
  };

  const worker = leaseWorker(queue, handlerOf(context, signal, slots), {
    ...context,
    signal,
    leaseMs,
    graceMs,
    isAlone,
    onFault(error, item) {
      if (item === undefined) context.onFault({ error });
      else reportFault(context, item.conversation, error);
    },
  });

  return {
    stop: worker.stop,
    reserve(brand) {
      if (!slots.takeUnclaimed(brand)) return undefined;
      const offer = worker.offer();
      if (offer === undefined) {
        slots.leave('step', brand);
        return undefined;
      }
      return {
        holder: offer.holder,
        use: ({ customerNumber }) => offer.accept({ work: 'step', conversation: { brand, customerNumber, deaths: 0 } }),
        cancel(isUncertain) {
          slots.leave('step', brand);
          offer.decline(isUncertain);
          if (slots.mayHaveLeftSteps()) signal.notify();
        },
      };
    },
  };
}

/** Processes the claimed work of a worker, and leaves its slot. */
function handlerOf(
  context: ConversationContext,
  signal: WorkSignal,
  slots: ConversationSlots,
): HandleItem<ClaimedWork> {
  const { conversationQueue } = context.storage;
  const failures = countFailures();

  /** Given a result of effects, ends when that is processed. */
  function runUntilEffects(
    leased: LeasedConversation,
    { stopping }: WorkerRun,
    result?: EffectsResult,
  ): Promise<RunEnd> {
    const onStep = () => failures.forget(leased);
    return runConversation(context, leased, {
      stopping,
      onStep,
      ...(result !== undefined && { result, leavesInbox: true }),
    });
  }

  /** Carries out effects and processes their result. The inbox is left for a slot for steps. @spec CV21, CV22, CV54 */
  async function runEffects(from: RunEnd, run: WorkerRun): Promise<RunEnd> {
    let end = from;
    while (end.kind === 'effects' && !run.stopping.aborted) {
      const result = await carryOutEffects(context, end.leased, end.pending, run.abandoning);
      if (result === 'abandoned') return { kind: 'stopped' };
      end = await runUntilEffects(end.leased, run, result);
    }
    return end;
  }

  /** Never rejects: a failure is reported and counted. @spec CV25, CV26, CV27 */
  async function guarded(
    leased: LeasedConversation,
    work: (leased: LeasedConversation) => Promise<RunEnd>,
  ): Promise<WorkEnd> {
    try {
      return await work(leased);
    } catch (error) {
      reportFault(context, leased, error);
    }
    const { delayMs, isLast } = failures.count(leased);
    if (isLast) {
      try {
        await giveUpStep(context, leased);
        failures.forget(leased);
        return { kind: 'failed', retryAt: undefined };
      } catch (error) {
        reportFault(context, leased, error);
      }
    }
    return { kind: 'failed', retryAt: context.clock.now() + delayMs };
  }

  return async ({ work: claimedFor, conversation }, run) => {
    const { brand, customerNumber } = conversation;
    const { worker } = run;
    let work = claimedFor;
    let end = await guarded({ ...conversation, worker }, (leased) => runUntilEffects(leased, run));
    if (end.kind === 'effects' && work === 'step' && !run.stopping.aborted && slots.moveToEffects(brand)) {
      work = 'effects';
      signal.notify();
    }
    if (end.kind === 'effects' && work === 'effects') {
      const paused = end;
      end = await guarded(paused.leased, () => runEffects(paused, run));
    }
    if (end.kind === 'lost' || end.kind === 'finished') {
      slots.leave(work, brand);
      // The next message causes the next claim, unless conversations wait for a slot.
      const isAwaited = end.kind === 'lost' || work === 'effects' || slots.mayHaveLeftSteps();
      return isAwaited ? undefined : async () => nothingToClaim;
    }
    const notBefore = end.kind === 'failed' ? end.retryAt : undefined;
    return async () => {
      await conversationQueue.release(worker, [{ brand, customerNumber }], notBefore);
      slots.leave(work, brand);
    };
  };
}

function reportFault(context: ConversationContext, { brand, customerNumber }: ConversationKey, error: unknown): void {
  context.onFault({ conversation: { brand, customerNumber }, error });
}

interface FailureCounts {
  /** Counts one more failure in a row. */
  count(conversation: ConversationKey): { readonly delayMs: number; readonly isLast: boolean };
  forget(conversation: ConversationKey): void;
}

const firstDelayMs = 1_000;
const maxFailures = 5;

/** Counts failures in a row by conversation, in this process only. @spec CV25, CV26 */
function countFailures(): FailureCounts {
  const counts = new Map<number, number>();
  return {
    count({ customerNumber }) {
      const count = (counts.get(customerNumber) ?? 0) + 1;
      counts.set(customerNumber, count);
      return { delayMs: Math.min(firstDelayMs * 2 ** (count - 1), longestWaitMs), isLast: count >= maxFailures };
    },
    forget: ({ customerNumber }) => void counts.delete(customerNumber),
  };
}
