import { createConversation } from '../../domain/conversation/conversation-state.ts';
import { endOfWait } from '../../domain/conversation/waiting-place.ts';
import type { ConversationRecord } from '../../records/customers.ts';
import { brandAttribute, traced } from '../tracing/trace.ts';
import { type Changes, decided, needs, noChanges, type Part, type UseCase } from '../use-case/use-case.ts';
import type { ConversationContext, LeasedConversation } from './conversation-context.ts';
import { type EffectsResult, type PendingEffects, withoutPending } from './effects.ts';
import { type Action, findNextStep, type LoadedConversation, type StepRequest } from './next-step.ts';
import { type RunnableVersion, readDiagram } from './runnable-version.ts';
import { planStep, prepareStep, type StepWrites } from './step-writes.ts';

export type StepResult =
  /** The worker has lost its lease. */
  | { readonly kind: 'lost' }
  /** Nothing to process. */
  | { readonly kind: 'idle' }
  /** A step is committed, and its commit ended the lease: nothing is left to process. */
  | { readonly kind: 'finished' }
  /** A step is committed, and requests these effects. */
  | { readonly kind: 'stepped'; readonly pending?: PendingEffects }
  /** Effects have to be carried out first. */
  | { readonly kind: 'pending'; readonly pending: PendingEffects };

/**
 * Processes the next inbox entry of a conversation, or the result of its effects, in one commit.
 *
 * Race rule: commits nothing unless the worker has the lease at that moment.
 *
 * @throws The failure of the step; nothing of it is stored.
 * @spec CV17, CV18, CV19, CV20, CV22, CV55, OT1, OT4
 */
export function takeStep(
  context: ConversationContext,
  leased: LeasedConversation,
  result: EffectsResult | undefined,
): Promise<StepResult> {
  const { brand, customerNumber } = leased;
  const attributes = { [brandAttribute]: brand, 'botwright.customer.number': customerNumber };
  const tracedStep = () =>
    traced(context.tracer, { name: 'conversation.step', kind: 'internal', attributes }, async (span) => {
      const loadPlan = await context.plans.loadPlan(brand);
      const taken = await context.storage.perform(brand, () => step(context, { leased, result, loadPlan }));
      span.add({ 'botwright.step.result': taken.kind });
      return taken;
    });
  return context.gate.runConcurrently(tracedStep);
}

function* step(context: ConversationContext, request: StepRequest): UseCase<StepResult> {
  const { leased } = request;
  const { brand, worker } = leased;
  const { pace } = context;
  const next = yield* findNextStep(context, request);
  const changes = noChanges();
  if (next.kind !== 'action') return decided(changes, () => next);
  const { conversation, action, entry } = next;
  if (action.kind === 'prepare') {
    return needs(() => prepareVersion(context, brand, action.version));
  }
  if (action.kind === 'step' && pace.isOver()) return needs(() => pace.pause(brand));

  const { customer, channel } = conversation;
  const { record, pending = [], wake } = yield* takeAction(context, changes, conversation, action);
  if (leased.deaths > 0) changes.operations.push({ kind: 'clearDeaths', customer: customer.number });
  const ended = {
    ...(record !== undefined && { record }),
    ...(entry !== undefined && { entry }),
    ...(wake !== undefined && { wake }),
  };
  changes.operations.push({ kind: 'endStep', customer: customer.number, worker, step: ended });
  return decided(changes, ({ isFinished }): StepResult => {
    if (wake !== undefined && wake !== 'none') context.nextWake.note(wake.at);
    if (isFinished) return { kind: 'finished' };
    if (pending.length === 0) return { kind: 'stepped' };
    return { kind: 'stepped', pending: { channel, effects: pending } };
  });
}

async function prepareVersion(
  { storage, preparedBots }: ConversationContext,
  brand: string,
  version: RunnableVersion,
): Promise<void> {
  const diagramJson = await storage.reads(brand).run(readDiagram(version));
  if (diagramJson !== undefined) preparedBots.prepare(version, diagramJson);
}

/** @returns The state of the conversation to store. */
function* takeAction(
  context: ConversationContext,
  changes: Changes,
  conversation: LoadedConversation,
  action: Exclude<Action, { readonly kind: 'prepare' }>,
): Part<Partial<Pick<StepWrites, 'record' | 'pending' | 'wake'>>> {
  const { record } = conversation;
  switch (action.kind) {
    case 'ignore':
      return {};
    case 'forget_wake':
      return { wake: 'none' };
    case 'stop_waiting':
      return record === undefined ? {} : { record: withoutPending(record) };
    case 'reset':
      return { record: newRecord(context, conversation, action.beginAt), ...withoutWake(conversation) };
    case 'step': {
      const compute = yield* prepareStep(context, conversation, action);
      const writes = context.pace.measure(compute);
      yield* planStep(context, changes, conversation, writes);
      return writes;
    }
  }
}

/** Ends the wait of a conversation, if it waits for a moment. */
export function withoutWake({ state }: Pick<LoadedConversation, 'state'>): Pick<StepWrites, 'wake'> {
  return state !== undefined && endOfWait(state) !== undefined ? { wake: 'none' } : {};
}

/** Restarts a conversation under a new id, so that ids of effects are not repeated. */
export function newRecord(
  { ids }: Pick<ConversationContext, 'ids'>,
  { customer, record }: Pick<LoadedConversation, 'customer' | 'record'>,
  beginAt?: string,
): ConversationRecord {
  const stateJson = JSON.stringify(createConversation(ids.uuid(), 0));
  const { journal } = record ?? {};
  return {
    customerNumber: customer.number,
    stateJson,
    ...(beginAt !== undefined && { beginAt }),
    ...(journal !== undefined && { journal }),
  };
}
