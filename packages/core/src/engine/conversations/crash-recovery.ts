import { systemSender } from '../../domain/message/message.ts';
import { placeOfCustomer } from '../customers/customer-records.ts';
import type { LoadPlan } from '../hook-plans.ts';
import { loadMessageHooks, planMessages } from '../messages/record-messages.ts';
import { decided, needs, noChanges, type UseCase } from '../use-case/use-case.ts';
import type { ConversationContext, LeasedConversation } from './conversation-context.ts';
import { newRecord, type StepResult, withoutWake } from './conversation-step.ts';
import type { EffectsResult } from './effects.ts';
import { findNextStep, loadConversation, type StepRequest } from './next-step.ts';
import { type RunnableVersion, readDiagram } from './runnable-version.ts';
import { prepareStep } from './step-writes.ts';

/** The number of process deaths after which a step is given up. */
const maxDeaths = 3;

/**
 * Milliseconds that a process must have had the conversation before it tries a step that may have killed two processes.
 */
const secondTrialAfterMs = 1_000;

/**
 * Prepares the step of a conversation during which processes died: it runs with no other step, or is given up.
 *
 * @param stopping - Ends a wait.
 * @returns `undefined` when the step can be taken; `'stopped'`: the lease remains, and nothing was done.
 * @throws The failure of the step; nothing of it is stored.
 * @spec CV20, CV50, CV51, CV52
 */
export async function recoverStep(
  context: ConversationContext,
  leased: LeasedConversation,
  result: EffectsResult | undefined,
  stopping: AbortSignal,
): Promise<StepResult | { readonly kind: 'stopped' } | undefined> {
  const { deaths, brand, customerNumber } = leased;
  if (deaths >= maxDeaths) {
    await giveUpStep(context, leased);
    const error = new Error(`A step was given up: the process died ${deaths} times of it.`);
    context.onFault({ conversation: { brand, customerNumber }, error });
    return { kind: 'stepped' };
  }
  if (deaths > 1) await context.timer.sleep(secondTrialAfterMs, stopping);
  if (stopping.aborted && result === undefined) return { kind: 'stopped' };
  return (await tryStepAlone(context, leased, result)) === 'lost' ? { kind: 'lost' } : undefined;
}

/**
 * Gives up work that cannot be processed: the next inbox entry, or effects whose result cannot be processed.
 *
 * @spec CV26, CV51
 */
export async function giveUpStep(context: ConversationContext, leased: LeasedConversation): Promise<void> {
  const loadPlan = await context.plans.loadPlan(leased.brand);
  const isGivenUp = await context.storage.perform(leased.brand, () => givingUp(context, leased, loadPlan));
  if (isGivenUp) context.metrics.count('botwright.conversations.failed');
}

function* givingUp(context: ConversationContext, leased: LeasedConversation, loadPlan: LoadPlan): UseCase<boolean> {
  const conversation = yield* loadConversation(leased, loadPlan);
  const changes = noChanges();
  if (conversation === undefined) return decided(changes, () => false);
  const { customer, channel, plan, record, entry } = conversation;
  const hooks = yield* loadMessageHooks(plan, channel);
  const data = { action: 'error', code: 'step_failed', detail: 'The conversation could not be worked.' } as const;
  const content = { type: 'event', data } as const;
  planMessages(context, changes, { customer, channel, plan, hooks }, [{ content, sender: systemSender }]);
  changes.events.push({ type: 'conversation.failed', ...placeOfCustomer(customer) });
  const given = entry !== undefined && record?.effectsJson === undefined ? { entry: entry.number } : {};
  const step = { record: newRecord(context, conversation), ...given, ...withoutWake(conversation) };
  changes.operations.push({ kind: 'giveUpStep', customer: customer.number, step });
  return decided(changes, () => true);
}

/**
 * Computes the next step of a conversation during which a process has died, with no other step running in this process,
 * and stores nothing. A death of the process during the step counts for this conversation only. If it survives, the
 * step is known to be harmless and earlier deaths no longer count.
 *
 * Everything that the step needs is read before, so that other steps wait only briefly.
 *
 * @throws The failure of the step.
 * @spec CV50, CV52
 */
async function tryStepAlone(
  context: ConversationContext,
  leased: LeasedConversation,
  result: EffectsResult | undefined,
): Promise<'tried' | 'lost'> {
  const loadPlan = await context.plans.loadPlan(leased.brand);
  const request = { leased, result, loadPlan };
  const trial = await context.storage.perform(leased.brand, () => findTrial(context, request));
  return typeof trial === 'string' ? trial : computeAlone(context, leased, trial, 1);
}

/** @returns A function that computes the step; `'tried'`: nothing to compute. */
function* findTrial(context: ConversationContext, request: StepRequest): UseCase<(() => unknown) | 'tried' | 'lost'> {
  const next = yield* findNextStep(context, request);
  if (next.kind !== 'action') return decided(noChanges(), () => (next.kind === 'lost' ? 'lost' : 'tried'));
  const { conversation, action } = next;
  if (action.kind === 'prepare') return needs(() => prepareAlone(context, request.leased, action.version));
  if (action.kind !== 'step') return decided(noChanges(), () => 'tried');
  const compute = yield* prepareStep(context, conversation, action);
  return decided(noChanges(), () => compute);
}

/** The next load finds a lease that was lost during the call. */
async function prepareAlone(
  context: ConversationContext,
  leased: LeasedConversation,
  version: RunnableVersion,
): Promise<void> {
  const diagramJson = await context.storage.reads(leased.brand).run(readDiagram(version));
  if (diagramJson === undefined) return;
  await computeAlone(context, leased, () => context.preparedBots.prepare(version, diagramJson), leased.deaths);
}

/** @param deathsLeft - Deaths that stay counted when the process survives. */
function computeAlone(
  { storage, gate, pace }: ConversationContext,
  leased: LeasedConversation,
  compute: () => unknown,
  deathsLeft: number,
): Promise<'tried' | 'lost'> {
  const queue = storage.conversationQueue;
  return gate.runAlone(async () => {
    if (!(await queue.mark(leased, leased.worker, { isRunning: true }))) return 'lost';
    try {
      pace.measure(compute);
    } finally {
      await queue.mark(leased, leased.worker, { isRunning: false, deaths: deathsLeft });
    }
    return 'tried';
  });
}
