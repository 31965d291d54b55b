import { type ConversationState, createConversation } from '../../domain/conversation/conversation-state.ts';
import type { AwaitedEffect, Effect } from '../../domain/conversation/effects.ts';
import { journalStep, type WrittenStep } from '../../domain/conversation/journal.ts';
import { contentOfBotMessage } from '../../domain/conversation/messages.ts';
import type { Step } from '../../domain/conversation/step.ts';
import {
  endOfWait,
  holdsMessages,
  isStillAt,
  placeNumber,
  waitingPlaceOf,
} from '../../domain/conversation/waiting-place.ts';
import { botFieldsOf, writeBotFields } from '../../domain/customer/bot-fields.ts';
import { applyCustomerChange, type CustomerChange } from '../../domain/customer/customer.ts';
import { decideCustomerAction } from '../../domain/customer/decide-customer-action.ts';
import type { FieldWrite } from '../../domain/field/field.ts';
import { type EventContent, type Sender, systemSender } from '../../domain/message/message.ts';
import type { EpochMs } from '../../domain/time/epoch-ms.ts';
import type { Wake } from '../../ports/conversation-store.ts';
import type { BotRecord } from '../../records/bots.ts';
import type { ConversationRecord, CustomerRecord } from '../../records/customers.ts';
import { placeOfCustomer } from '../customers/customer-records.ts';
import type { EventDetails } from '../events/engine-events.ts';
import { type EngineLimits, fieldBoundsOf, sendBoundsOf } from '../limits.ts';
import { loadMessageHooks, type NewMessage, planMessages } from '../messages/record-messages.ts';
import { type Changes, load, type Part } from '../use-case/use-case.ts';
import type { ConversationContext } from './conversation-context.ts';
import { encodePending, pendingOf } from './effects.ts';
import type { LoadedConversation, StepAction } from './next-step.ts';

/** Everything that a step stores. */
export interface StepWrites {
  readonly change: CustomerChange;
  /** The customer after the change. */
  readonly customer: CustomerRecord;
  readonly messages: readonly NewMessage[];
  readonly record: ConversationRecord;
  readonly pending: readonly AwaitedEffect[];
  /** Absent: as before. */
  readonly wake?: Wake | 'none';
  /** New entries of the journal. */
  readonly entries: WrittenStep['entries'];
  /** The conversation began again, because the bot no longer has the block at which it waited. */
  readonly restart?: ConversationRestart;
}

type ConversationRestart = Pick<EventDetails['conversation.restarted'], 'botId' | 'blockId' | 'change'>;

/**
 * Reads the input of a step.
 *
 * @returns A function that computes the step. It stores nothing and can be called repeatedly.
 * @spec CV16
 */
export function* prepareStep(
  context: ConversationContext,
  conversation: LoadedConversation,
  action: StepAction,
): Part<() => StepWrites> {
  const { runner, ids, clock, limits } = context;
  const { customer, state } = conversation;
  const { bot, speaker, input } = action;
  const before = state ?? createConversation(ids.uuid(), bot.number);
  const [feedback] = speaker === undefined ? [] : yield* load({ kind: 'feedback', botId: speaker.id });
  const bounds = { work: limits.maxStepWork, fields: fieldBoundsOf(limits) };
  const now = clock.now();
  // By the clock of the store, the wait is over.
  const stepAt = input.kind === 'timeout' ? Math.max(now, endOfWait(before) ?? now) : now;
  const given = { now: stepAt, fields: botFieldsOf(customer), lastSeq: customer.lastSeq, bounds };
  const stepContext = { ...given, ...(feedback !== undefined && { feedback }) };
  return () =>
    writesOf(context, conversation, action, { at: stepAt, before, step: runner.step(bot, before, input, stepContext) });
}

/** Adds the results of a step, except its record. @spec CV19 */
export function* planStep(
  context: ConversationContext,
  changes: Changes,
  { channel, plan }: LoadedConversation,
  { change, customer, messages, restart, entries }: StepWrites,
): Part<void> {
  for (const written of entries) {
    const entry = { customerNumber: customer.number, ...written };
    changes.operations.push({ kind: 'insertJournalEntry', entry });
  }
  const hooks = messages.length === 0 ? [] : yield* loadMessageHooks(plan, channel);
  planMessages(context, changes, { customer, channel, plan, hooks }, messages, change);
  const isHandedOver = messages.some(({ content }) => content.type === 'event' && content.data.action === 'unassign');
  if (restart !== undefined) {
    changes.events.push({ type: 'conversation.restarted', ...placeOfCustomer(customer), ...restart });
  }
  if (isHandedOver) changes.events.push({ type: 'customer.unassigned', ...placeOfCustomer(customer) });
}

/** A step, with the state before it. */
interface TakenStep {
  readonly at: EpochMs;
  readonly before: ConversationState;
  readonly step: Step;
}

/** @spec CV30, CV31, CV32, CV33, CV34, CU62 */
function writesOf(
  context: ConversationContext,
  conversation: LoadedConversation,
  action: StepAction,
  taken: TakenStep,
): StepWrites {
  const { limits } = context;
  const { at: stepAt, step } = taken;
  const { customer, channel } = conversation;
  const { change, events } = changesOf(limits, customer, action, step);
  const said = step.messages.map(
    (message): NewMessage => ({
      content: contentOfBotMessage(message),
      sender: message.type === 'event' ? systemSender : senderOf(action.speaker),
      ...(action.speaker !== undefined && { botId: action.speaker.id }),
    }),
  );
  const pending = pendingOf(step.effects);
  const stateJson = JSON.stringify(step.state);
  const restart = restartOf(conversation, action, step);
  const place = channel.purpose === 'live' ? waitingPlaceOf(step.state) : undefined;
  const waitsAt = place && placeNumber(place);
  const botVersion = action.version ?? conversation.record?.botVersion;
  const customerAfter = applyCustomerChange(customer, change);
  const { place: journal, entries } = journalOf(context, conversation, action, { ...taken, customerAfter });
  return {
    change,
    customer: customerAfter,
    messages: [...said, ...events.map(eventOf)],
    record: {
      customerNumber: customer.number,
      stateJson,
      ...encodePending(pending),
      ...(botVersion !== undefined && { botVersion }),
      ...(waitsAt !== undefined && { waitsAt }),
      ...(journal !== undefined && { journal }),
    },
    pending,
    ...wakeAfter(conversation, action, step, stepAt),
    ...(restart !== undefined && { restart }),
    entries,
  };
}

/** The results in the journal, of a conversation with a visitor. @spec JR1, JR2 */
function journalOf(
  { journal: rules }: ConversationContext,
  { customer, channel, record }: LoadedConversation,
  { bot, speaker, version, input }: StepAction,
  taken: TakenStep & { readonly customerAfter: CustomerRecord },
): WrittenStep {
  if (rules === undefined || channel.purpose !== 'live') return { entries: [] };
  const { entries, ...place } = journalStep(
    { ...taken, bot, input, version, customer, hasBot: speaker !== undefined, place: record?.journal },
    rules.redact ?? {},
    rules.forMs,
  );
  const ofBot = speaker === undefined ? {} : { botId: speaker.id };
  return { ...place, entries: entries.map((entry) => ({ ...entry, ...(entry.turn === 0 && ofBot) })) };
}

/** A step that ignores its input leaves the wake, unless the wake was its input. @spec WT6, WT10 */
function wakeAfter(
  { state: before }: LoadedConversation,
  { input }: StepAction,
  { state }: Step,
  now: EpochMs,
): Pick<StepWrites, 'wake'> {
  const hasWake = before !== undefined && endOfWait(before) !== undefined;
  if (state.turn === before?.turn) return hasWake && input.kind === 'timeout' ? { wake: 'none' } : {};
  const at = endOfWait(state);
  if (at === undefined) return hasWake ? { wake: 'none' } : {};
  return { wake: { since: now, at, ...(holdsMessages(state) && { holdsInbox: true }) } };
}

/** @spec CV79 */
function restartOf(
  { state }: LoadedConversation,
  { bot, speaker, input }: StepAction,
  step: Step,
): ConversationRestart | undefined {
  const place = state && waitingPlaceOf(state);
  if (speaker === undefined || place?.bot !== bot.number || isStillAt(bot, place)) return undefined;
  // A step that ignores its input leaves the state.
  if ((input.kind !== 'message' && input.kind !== 'result') || step.state.turn === state?.turn) return undefined;
  const change = bot.findNode(place.node) === undefined ? 'removed' : 'retyped';
  return { botId: speaker.id, blockId: place.node, change };
}

/** The changes of a step to the customer, and the events that it causes. */
function changesOf(
  limits: EngineLimits,
  customer: CustomerRecord,
  { speaker, event }: StepAction,
  { writes, effects }: Step,
): { readonly change: CustomerChange; readonly events: readonly EventContent['data'][] } {
  const isHandedOver = effects.some(({ kind }) => kind === 'assign');
  const taken = isHandedOver ? decideCustomerAction(customer, { kind: 'unassign' }) : undefined;
  const hasJumped = speaker !== undefined && customer.botId !== undefined && customer.botId !== speaker.id;
  const isClosed = event === 'close' || effects.some(({ kind }) => kind === 'close');
  const written = writeBotFields(customer, [...writes, ...effects.flatMap(ratingWrites)], sendBoundsOf(limits));
  return {
    change: {
      ...written.change,
      ...(hasJumped && { botId: speaker.id }),
      ...(taken?.kind === 'change' && taken.change),
    },
    events: [
      ...skippedFieldEvents(written.passedOver),
      ...(taken?.kind === 'change' && taken.event !== undefined ? [taken.event] : []),
      ...(isClosed ? [{ action: 'close' } as const] : []),
    ],
  };
}

/** Events for Fields that did not fit. A runner that observes its bounds causes none. @spec CU62 */
function skippedFieldEvents(names: readonly string[]): readonly EventContent['data'][] {
  const [first] = names;
  if (first === undefined) return [];
  const others = names.length > 1 ? ` and ${names.length - 1} more` : '';
  const detail = `The Field ${JSON.stringify(first)}${others} did not fit, and stays as it was.`;
  return [{ action: 'error', code: 'field_too_large', detail }];
}

/** @spec CV33 */
function ratingWrites(effect: Effect): readonly FieldWrite[] {
  if (effect.kind !== 'feedback') return [];
  const { rating, comment } = effect;
  const name = 'feedback_comment';
  return [
    { kind: 'set', name: 'feedback_rating', type: 'string', value: rating },
    comment === undefined ? { kind: 'unset', name } : { kind: 'set', name, type: 'string', value: comment },
  ];
}

function senderOf(speaker: BotRecord | undefined): Sender {
  return speaker === undefined ? systemSender : { id: speaker.number, name: speaker.name, type: 'bot' };
}

function eventOf(data: EventContent['data']): NewMessage {
  return { content: { type: 'event', data }, sender: systemSender };
}
