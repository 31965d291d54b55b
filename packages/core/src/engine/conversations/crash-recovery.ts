import { systemSender } from '../../domain/message/message.ts';
import type { BrandTransaction } from '../../ports/storage.ts';
import { recordMessages } from '../messages/record-messages.ts';
import type { ConversationContext, LeasedConversation } from './conversation-context.ts';
import { resetConversation, type StepResult, stepConversation } from './conversation-step.ts';
import type { EffectsResult } from './effects.ts';
import { findNextStep, loadConversation } from './next-step.ts';
import { type RunnableVersion, readDiagram } from './runnable-version.ts';
import { prepareStep } from './step-writes.ts';

/** After so many deaths a step is not tried any more. */
const maxDeaths = 3;

/** A step that two processes may have died of is tried by one that has had the conversation so long, in milliseconds. */
const secondTrialAfterMs = 1_000;

/**
 * Takes the next step of a conversation. Where processes died while they had it, the step is tried alone first, or given
 * up.
 *
 * @param stopping - Ends a wait.
 * @returns `'stopped'`: the lease remains, and nothing was done.
 * @throws What kept the step from being taken; nothing of it is stored.
 * @spec CV20, CV50, CV51, CV52
 */
export async function takeNextStep(
  context: ConversationContext,
  leased: LeasedConversation,
  result: EffectsResult | undefined,
  stopping: AbortSignal,
): Promise<StepResult | { readonly kind: 'stopped' }> {
  const { deaths, brand, customerNumber } = leased;
  if (deaths >= maxDeaths) {
    await giveUpStep(context, leased);
    const error = new Error(`A step was given up: the process died ${deaths} times of it.`);
    context.onFault({ conversation: { brand, customerNumber }, error });
    return { kind: 'stepped' };
  }
  if (deaths > 1) await context.timer.sleep(secondTrialAfterMs, stopping);
  if (deaths > 0) {
    if (stopping.aborted && result === undefined) return { kind: 'stopped' };
    if ((await tryStepAlone(context, leased, result)) === 'lost') return { kind: 'lost' };
  }
  return context.schedule.gate.together(() => stepConversation(context, leased, result));
}

/**
 * Gives up what cannot be worked: the next entry, or the effects whose result cannot be handed in.
 *
 * @spec CV26, CV51
 */
export async function giveUpStep(context: ConversationContext, leased: LeasedConversation): Promise<void> {
  const plan = await context.plans.planOf(leased.brand);
  await context.storage.transaction(leased.brand, async (tx) => {
    const conversation = await loadConversation(tx, leased);
    if (conversation === undefined) return;
    const { customer, channel, record } = conversation;
    const data = { action: 'error', code: 'step_failed', detail: 'The conversation could not be worked.' } as const;
    await recordMessages(context, tx, { customer, channel, plan }, [
      { content: { type: 'event', data }, sender: systemSender },
    ]);
    const entry = record?.effectsJson === undefined ? await tx.conversations.next(customer.number) : undefined;
    if (entry !== undefined) await tx.conversations.drop(customer.number, entry.number);
    await resetConversation(context, conversation);
    await tx.conversations.clearDeaths(customer.number);
  });
}

type Trial =
  | { readonly kind: 'lost' }
  | { readonly kind: 'nothing' }
  | { readonly kind: 'prepare'; readonly version: RunnableVersion }
  | { readonly kind: 'step'; compute(): unknown };

/**
 * Computes the next step of a conversation that a process died over, alone in this process, and stores nothing of it: a
 * death meanwhile is counted, and a death at any other moment is not. When the process survives, the step is shown to
 * be harmless, so that only deaths in a row count.
 *
 * All that the step needs is read before, so that the others wait for a short time only.
 *
 * @throws What the step throws.
 * @spec CV50, CV52
 */
async function tryStepAlone(
  context: ConversationContext,
  leased: LeasedConversation,
  result: EffectsResult | undefined,
): Promise<'tried' | 'lost'> {
  const { storage, preparedBots } = context;
  for (;;) {
    const trial = await storage.transaction(leased.brand, (tx) => findTrial(context, tx, leased, result));
    if (trial.kind === 'lost') return 'lost';
    if (trial.kind === 'nothing') return 'tried';
    if (trial.kind === 'step') return computeAlone(context, leased, trial.compute, 1);
    const { version } = trial;
    const diagramJson = await readDiagram(storage.reader(leased.brand), version);
    if (diagramJson === undefined) continue;
    const prepare = () => preparedBots.prepare(version, diagramJson);
    if ((await computeAlone(context, leased, prepare, leased.deaths)) === 'lost') return 'lost';
  }
}

async function findTrial(
  context: ConversationContext,
  tx: BrandTransaction,
  leased: LeasedConversation,
  result: EffectsResult | undefined,
): Promise<Trial> {
  const next = await findNextStep(context, tx, leased, result);
  if (next.kind === 'lost') return next;
  if (next.kind !== 'action') return { kind: 'nothing' };
  const { conversation, action } = next;
  if (action.kind === 'prepare') return action;
  if (action.kind !== 'step') return { kind: 'nothing' };
  return { kind: 'step', compute: await prepareStep(context, conversation, action) };
}

/** @param deathsLeft - Deaths that stay counted when the process survives. */
function computeAlone(
  { storage, schedule }: ConversationContext,
  leased: LeasedConversation,
  compute: () => unknown,
  deathsLeft: number,
): Promise<'tried' | 'lost'> {
  const queue = storage.conversationQueue;
  return schedule.gate.alone(async () => {
    if (!(await queue.enterStep(leased, leased.worker))) return 'lost';
    try {
      schedule.pace.measure(compute);
    } finally {
      await queue.leaveStep(leased, leased.worker, deathsLeft);
    }
    return 'tried';
  });
}
