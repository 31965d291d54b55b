import type { PlanTier } from '../../domain/blocks/block-definition.ts';
import { applyCustomerChange } from '../../domain/customer/apply-customer-change.ts';
import { type BotFieldWrite, botFieldsOf, writeBotFields } from '../../domain/customer/bot-fields.ts';
import type { CustomerChange } from '../../domain/customer/customer.ts';
import { decideCustomerAction } from '../../domain/customer/decide-customer-action.ts';
import { contentOfBotMessage } from '../../domain/message/bot-message.ts';
import { type EventContent, type Sender, systemSender } from '../../domain/message/message.ts';
import type { BotRecord } from '../../ports/bot-store.ts';
import type { RunnerEffect, RunnerStep } from '../../ports/conversation-runner.ts';
import { fieldBoundsOf, sendBoundsOf } from '../limits.ts';
import { type NewMessage, recordMessages } from '../messages/record-messages.ts';
import type { Desk } from './desk.ts';
import { encodePending, pendingOf } from './pending-effects.ts';
import type { Scene, StepTurn } from './turn.ts';

/**
 * Takes a step and writes all that comes of it.
 *
 * @spec CV16, CV19, CV30, CV31, CV32, CV33, CV34, CU62
 */
export async function writeStep(desk: Desk, scene: Scene, turn: StepTurn, plan: PlanTier): Promise<void> {
  const { tx, customer, channel } = scene;
  const step = await takeStep(desk, scene, turn);
  const { change, events } = comesOf(desk, scene, turn, step);
  if (Object.keys(change).length > 0) await tx.customers.update(customer.number, change);

  const said = step.messages.map(
    (message): NewMessage => ({
      content: contentOfBotMessage(message),
      sender: message.type === 'event' ? systemSender : senderOf(turn.speaker),
      ...(turn.speaker !== undefined && { botId: turn.speaker.id }),
    }),
  );
  const place = { customer: applyCustomerChange(customer, change), channel, plan };
  await recordMessages(desk, tx, place, [...said, ...events.map(eventOf)]);
  await tx.conversations.put({
    customerNumber: customer.number,
    stateJson: JSON.stringify(step.state),
    ...encodePending(pendingOf(step.effects)),
  });
}

/** @spec CV16 */
async function takeStep(desk: Desk, { tx, runner, customer, state }: Scene, turn: StepTurn): Promise<RunnerStep> {
  const { bot, speaker, input } = turn;
  const before = state ?? runner.createConversation(desk.ids.uuid(), bot.number);
  const feedback = speaker && (await tx.feedback.find(speaker.id));
  const bounds = { work: desk.limits.maxStepWork, fields: fieldBoundsOf(desk.limits) };
  const context = { now: desk.clock.now(), fields: botFieldsOf(customer), bounds };
  return runner.step(bot, before, input, { ...context, ...(feedback !== undefined && { feedback }) });
}

/** What a step does to the customer, and the events that it causes. */
function comesOf(
  { limits }: Desk,
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
