import type { ConversationKey } from '../../ports/conversation-store.ts';
import { keepAliveDuring } from '../keep-alive.ts';
import { renewLeases } from '../lease-worker.ts';
import type { ConversationContext, LeasedConversation } from './conversation-context.ts';
import { type StepResult, takeStep } from './conversation-step.ts';
import { recoverStep } from './crash-recovery.ts';
import { carryOutEffects } from './effect-execution.ts';
import { type EffectsResult, needsHost, type PendingEffects } from './effects.ts';

/** How long the lease of a conversation lasts, unless the host says otherwise. */
export const defaultLeaseMs = 30_000;

export interface RunOptions {
  /** Result of the effects that the conversation waits for. */
  readonly result?: EffectsResult;
  /** Whether to end when the result is processed, without processing the inbox. */
  readonly leavesInbox?: boolean;
  /** Ends the run between two steps; the result is still processed. */
  readonly stopping: AbortSignal;
  /** Called after every step that was committed. */
  onStep?(): void;
}

export type RunEnd =
  /** Nothing is left to process, or the lease is lost. */
  | Extract<StepResult, { readonly kind: 'idle' | 'finished' | 'lost' }>
  | { readonly kind: 'stopped' }
  /** Effects have to be carried out, under the same lease. */
  | { readonly kind: 'effects'; readonly leased: LeasedConversation; readonly pending: PendingEffects };

/**
 * Processes the inbox of a conversation in order, until it is empty or effects have to be carried out. The last step
 * releases the lease; otherwise the caller does.
 *
 * @throws The failure of a step; nothing of that step is stored.
 * @spec CV17, CV18, CV21, CV22, CV28
 */
export async function runConversation(
  context: ConversationContext,
  conversation: LeasedConversation,
  { stopping, onStep, leavesInbox = false, ...given }: RunOptions,
): Promise<RunEnd> {
  let leased = conversation;
  let { result }: { result?: EffectsResult | undefined } = given;
  let isHandedIn = false;
  for (;;) {
    if (result === undefined && (stopping.aborted || isHandedIn)) return { kind: 'stopped' };
    const recovered = leased.deaths === 0 ? undefined : await recoverStep(context, leased, result, stopping);
    const step = recovered ?? (await takeStep(context, leased, result));
    isHandedIn = leavesInbox && result !== undefined;
    result = undefined;
    if (step.kind === 'stepped' || step.kind === 'finished') onStep?.();
    if (step.kind !== 'stepped' && step.kind !== 'pending') return step;
    if (step.kind === 'stepped') leased = { ...leased, deaths: 0 };
    const { pending } = step;
    if (pending === undefined) continue;
    if (needsHost(pending.effects)) return { kind: 'effects', leased, pending };
    result = await completeEffects(context, leased, pending);
  }
}

const busyMs = 20;

/**
 * Processes one conversation in this call, until it waits for the visitor or for an outcome that the host hands in
 * later.
 *
 * Race rule: while a worker has the conversation, waits until the worker is done.
 *
 * @throws The failure of a step; the entry stays in the inbox.
 * @spec CV45
 */
export function runUntilIdle(context: ConversationContext, conversation: ConversationKey): Promise<void> {
  return keepAliveDuring(context.timer, () => runUnderLeases(context, conversation));
}

async function runUnderLeases(context: ConversationContext, conversation: ConversationKey): Promise<void> {
  const { storage, clock, timer } = context;
  const queue = storage.conversationQueue;
  const onFault = (error: unknown) => context.onFault({ error });
  const leases = renewLeases(queue, { ...context, leaseMs: defaultLeaseMs, onFault });
  const { worker } = leases;
  try {
    for (;;) {
      const taken = await queue.take(conversation, { ...leases.holder(), now: clock.now() });
      if (taken === 'idle') return;
      if (taken === 'busy') {
        await timer.sleep(busyMs);
        continue;
      }
      let isReleased = false;
      try {
        const end = await runWithEffects(context, { ...taken, worker });
        isReleased = end.kind === 'finished';
      } finally {
        if (!isReleased) await queue.release(worker, [conversation]);
      }
    }
  } finally {
    leases.end();
  }
}

async function runWithEffects(context: ConversationContext, conversation: LeasedConversation): Promise<RunEnd> {
  const stopping = new AbortController().signal;
  let end = await runConversation(context, conversation, { stopping });
  while (end.kind === 'effects') {
    const { leased, pending } = end;
    const result = await completeEffects(context, leased, pending);
    end = await runConversation(context, leased, { stopping, ...(result !== undefined && { result }) });
  }
  return end;
}

/** Carries out effects to their end. */
async function completeEffects(
  context: ConversationContext,
  leased: LeasedConversation,
  pending: PendingEffects,
): Promise<EffectsResult | undefined> {
  const result = await carryOutEffects(context, leased, pending, new AbortController().signal);
  return result === 'abandoned' ? undefined : result;
}
