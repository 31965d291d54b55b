import type { PlanTier } from '../../domain/blocks/block-definition.ts';
import { createConversation } from '../../domain/conversation/conversation-state.ts';
import type { ConversationRecord } from '../../ports/conversation-store.ts';
import type { EngineTransaction } from '../events/engine-storage.ts';
import type { ReadPlan } from '../hook-plans.ts';
import type { ConversationContext, LeasedConversation } from './conversation-context.ts';
import { type EffectsResult, type PendingEffects, withoutPending } from './effects.ts';
import { type Action, findNextStep, type LoadedConversation } from './next-step.ts';
import { type RunnableVersion, readDiagram } from './runnable-version.ts';
import { prepareStep, type StepWrites, storeStep } from './step-writes.ts';

export type StepResult =
  /** The worker has lost its lease. */
  | { readonly kind: 'lost' }
  /** There is nothing to process. */
  | { readonly kind: 'idle' }
  /** A step is committed, and the lease has ended with it: there is nothing more to process. */
  | { readonly kind: 'finished' }
  /** A step is committed, and requests these effects. */
  | { readonly kind: 'stepped'; readonly pending?: PendingEffects }
  /** Effects have to be carried out first. */
  | { readonly kind: 'pending'; readonly pending: PendingEffects };

type Attempt =
  | StepResult
  | { readonly kind: 'prepare'; readonly version: RunnableVersion }
  /** Steps have run so long that other work of the process must run first. */
  | { readonly kind: 'pause' };

/**
 * Processes the next inbox entry of a conversation, or the result of its effects, in one transaction.
 *
 * Race rule: commits nothing unless the worker has the lease at that moment.
 *
 * @spec CV17, CV18, CV19, CV20, CV22, CV55
 */
export async function stepConversation(
  context: ConversationContext,
  leased: LeasedConversation,
  result: EffectsResult | undefined,
): Promise<StepResult> {
  const { storage, schedule, preparedBots } = context;
  const { brand } = leased;
  const readPlan = await context.plans.readPlan(brand);
  for (;;) {
    const attempt = await storage.transaction(brand, (tx) => attemptStep(context, tx, { leased, result, readPlan }));
    if (attempt.kind === 'pause') {
      await schedule.pace.pause(brand);
    } else if (attempt.kind === 'prepare') {
      const diagramJson = await readDiagram(storage.reader(brand), attempt.version);
      if (diagramJson !== undefined) preparedBots.prepare(attempt.version, diagramJson);
    } else {
      return attempt;
    }
  }
}

interface AttemptRequest {
  readonly leased: LeasedConversation;
  readonly result: EffectsResult | undefined;
  readonly readPlan: ReadPlan;
}

async function attemptStep(
  context: ConversationContext,
  tx: EngineTransaction,
  { leased, result, readPlan }: AttemptRequest,
): Promise<Attempt> {
  const [next, plan] = await Promise.all([findNextStep(context, tx, leased, result), readPlan(tx)]);
  if (next.kind !== 'action') return next;
  const { conversation, action, entry } = next;
  if (action.kind === 'prepare') return action;
  if (action.kind === 'step' && context.schedule.pace.isOver()) return { kind: 'pause' };

  const { record, pending = [], store } = await takeAction(context, conversation, action, plan);
  const { customer, channel } = conversation;
  if (leased.deaths > 0) await tx.conversations.clearDeaths(customer.number);
  const step = { ...(record !== undefined && { record }), ...(entry !== undefined && { entry }) };
  const [isFinished] = await Promise.all([tx.conversations.endStep(customer.number, leased.worker, step), store?.()]);
  if (isFinished) return { kind: 'finished' };
  if (pending.length === 0) return { kind: 'stepped' };
  return { kind: 'stepped', pending: { channelNumber: channel.number, effects: pending } };
}

interface TakenAction extends Partial<Pick<StepWrites, 'record' | 'pending'>> {
  /** Stores everything but the record. */
  store?(): Promise<void>;
}

/** @returns What is to be stored of the conversation. */
async function takeAction(
  context: ConversationContext,
  conversation: LoadedConversation,
  action: Exclude<Action, { readonly kind: 'prepare' }>,
  plan: PlanTier,
): Promise<TakenAction> {
  const { record } = conversation;
  switch (action.kind) {
    case 'ignore':
      return {};
    case 'stop_waiting':
      return record === undefined ? {} : { record: withoutPending(record) };
    case 'reset':
      return { record: newRecord(context, conversation, action.beginAt) };
    case 'step': {
      const compute = await prepareStep(context, conversation, action);
      const writes = context.schedule.pace.measure(compute);
      const { record, pending } = writes;
      return { record, pending, store: () => storeStep(context, conversation, writes, plan) };
    }
  }
}

/** Begins a conversation anew, under another id than before, so that ids of effects are not repeated. */
export function newRecord(
  { ids }: Pick<ConversationContext, 'ids'>,
  { customer }: Pick<LoadedConversation, 'customer'>,
  beginAt?: string,
): ConversationRecord {
  const stateJson = JSON.stringify(createConversation(ids.uuid(), 0));
  return { customerNumber: customer.number, stateJson, ...(beginAt !== undefined && { beginAt }) };
}
