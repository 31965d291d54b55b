import { applyCustomerChange } from '../../domain/customer/apply-customer-change.ts';
import { type BotFieldWrite, botFieldsOf, writeBotFields } from '../../domain/customer/bot-fields.ts';
import type { CustomerChange } from '../../domain/customer/customer.ts';
import { decideCustomerAction } from '../../domain/customer/decide-customer-action.ts';
import { contentOfBotMessage } from '../../domain/message/bot-message.ts';
import { type EventContent, type Sender, systemSender } from '../../domain/message/message.ts';
import type { BotRecord } from '../../ports/bot-store.ts';
import type { RunnerEffect, RunnerStep } from '../../ports/conversation-runner.ts';
import type { ConversationRecord } from '../../ports/conversation-store.ts';
import type { CustomerRecord } from '../../ports/customer-store.ts';
import { type EngineLimits, fieldBoundsOf, sendBoundsOf } from '../limits.ts';
import type { NewMessage } from '../messages/record-messages.ts';
import type { Desk } from './desk.ts';
import { encodePending, type PendingEffect, pendingOf } from './pending-effects.ts';
import type { Scene, StepTurn } from './turn.ts';

/** All that is to be written of a step. */
export interface ComposedStep {
  readonly change: CustomerChange;
  /** As it is after the change. */
  readonly customer: CustomerRecord;
  readonly messages: readonly NewMessage[];
  readonly record: ConversationRecord;
  readonly pending: readonly PendingEffect[];
}

/**
 * Reads what a step takes.
 *
 * @returns Takes the step, and touches nothing but the processor: it can be done as often as one likes.
 * @spec CV16
 */
export async function planStep(desk: Desk, scene: Scene, turn: StepTurn): Promise<() => ComposedStep> {
  const { tx, runner, customer, state } = scene;
  const { bot, speaker, input } = turn;
  const before = state ?? runner.createConversation(desk.ids.uuid(), bot.number);
  const feedback = speaker && (await tx.feedback.find(speaker.id));
  const bounds = { work: desk.limits.maxStepWork, fields: fieldBoundsOf(desk.limits) };
  const given = { now: desk.clock.now(), fields: botFieldsOf(customer), bounds };
  const context = { ...given, ...(feedback !== undefined && { feedback }) };
  return () => composeStep(desk, scene, turn, runner.step(bot, before, input, context));
}

/** @spec CV30, CV31, CV32, CV33, CV34, CU62 */
function composeStep({ limits }: Desk, scene: Scene, turn: StepTurn, step: RunnerStep): ComposedStep {
  const { customer } = scene;
  const { change, events } = comesOf(limits, scene, turn, step);
  const said = step.messages.map(
    (message): NewMessage => ({
      content: contentOfBotMessage(message),
      sender: message.type === 'event' ? systemSender : senderOf(turn.speaker),
      ...(turn.speaker !== undefined && { botId: turn.speaker.id }),
    }),
  );
  const pending = pendingOf(step.effects);
  const stateJson = JSON.stringify(step.state);
  return {
    change,
    customer: applyCustomerChange(customer, change),
    messages: [...said, ...events.map(eventOf)],
    record: { customerNumber: customer.number, stateJson, ...encodePending(pending) },
    pending,
  };
}

/** What a step does to the customer, and the events that it causes. */
function comesOf(
  limits: EngineLimits,
  { customer }: Scene,
  { speaker, event }: StepTurn,
  { writes, effects }: RunnerStep,
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
      ...passedOverEvents(written.passedOver),
      ...(taken?.kind === 'change' && taken.event !== undefined ? [taken.event] : []),
      ...(isClosed ? [{ action: 'close' } as const] : []),
    ],
  };
}

/** A runner that keeps to its bounds never causes it. @spec CU62 */
function passedOverEvents(names: readonly string[]): readonly EventContent['data'][] {
  const [first] = names;
  if (first === undefined) return [];
  const others = names.length > 1 ? ` and ${names.length - 1} more` : '';
  const detail = `The Field ${JSON.stringify(first)}${others} did not fit, and stays as it was.`;
  return [{ action: 'error', code: 'field_too_large', detail }];
}

/** @spec CV33 */
function ratingWrites(effect: RunnerEffect): readonly BotFieldWrite[] {
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
