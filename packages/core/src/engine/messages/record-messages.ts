import type { PlanTier } from '../../domain/blocks/block-definition.ts';
import {
  applyCustomerChange,
  type CustomerChange,
  countMessage,
  nextMessagePlace,
} from '../../domain/customer/customer.ts';
import { channelOrder, hookOrder } from '../../domain/delivery/delivery-order.ts';
import { bodiesOfMessage } from '../../domain/delivery/delivery-target.ts';
import { hasMessageHooks } from '../../domain/delivery/message-hooks.ts';
import type { Message, MessageContent, Sender, SenderType } from '../../domain/message/message.ts';
import type { EpochMs } from '../../domain/time/epoch-ms.ts';
import type { NewDelivery } from '../../ports/delivery-store.ts';
import type { ChannelRecord } from '../../records/channels.ts';
import type { CustomerRecord } from '../../records/customers.ts';
import type { HookRecord } from '../../records/hooks.ts';
import { requireChannelOf } from '../channels/channel-records.ts';
import { placeOfCustomer } from '../customers/customer-records.ts';
import { transportAddress } from '../dispatch/transports.ts';
import type { EngineParts } from '../engine-parts.ts';
import type { EngineLimits } from '../limits.ts';
import { type Changes, load, type Part } from '../use-case/use-case.ts';

/** The customer and channel for which messages are recorded. */
export interface AddressedConversation {
  /** Including the change that the messages are about. */
  readonly customer: CustomerRecord;
  readonly channel: ChannelRecord;
  readonly plan: PlanTier;
  /** The hooks that also receive messages of the channel. */
  readonly hooks: readonly HookRecord[];
}

export interface NewMessage {
  readonly content: MessageContent;
  readonly sender: Sender;
  /** Default: a new one. The caller takes care that the customer has no message with it. */
  readonly uuid?: string;
  /** The bot that sends it. */
  readonly botId?: string;
  /** The human agent who sends it; absent when a bot does. */
  readonly agent?: { readonly name: string; readonly email: string };
}

type Recorder = Pick<EngineParts, 'clock' | 'ids' | 'transports' | 'capabilities'> & {
  readonly limits: Pick<EngineLimits, 'visitorLifeMs'>;
};

/** Loads the channel of a customer, and the hooks to which its messages are sent. */
export function* loadPlace(customer: CustomerRecord, plan: PlanTier): Part<AddressedConversation> {
  const { channelNumber } = customer;
  const addressed = hasMessageHooks(plan) ? [{ kind: 'hooks', channel: channelNumber } as const] : [];
  const [channel, hooks = []] = yield* load({ kind: 'channel', number: channelNumber }, ...addressed);
  return { customer, channel: requireChannelOf(customer, channel), plan, hooks };
}

/** Loads the hooks to which the messages of a channel are sent. */
export function* loadMessageHooks(plan: PlanTier, channel: ChannelRecord): Part<readonly HookRecord[]> {
  if (!hasMessageHooks(plan)) return [];
  const [hooks] = yield* load({ kind: 'hooks', channel: channel.number });
  return hooks;
}

/**
 * Numbers and counts messages of one customer in their order, and addresses their deliveries.
 *
 * @param changes - The writes and events are added here.
 * @param change - The change that the messages are about, written together with the counts.
 * @returns The customer after counting, and the messages with their numbers and moments.
 * @spec MS17, MS18, MS35, MS36, MS37, MS38, MS39, CU22, CU23, CU24, HK21
 */
export function planMessages(
  parts: Recorder,
  { operations, events }: Changes,
  place: AddressedConversation,
  newMessages: readonly NewMessage[],
  change: CustomerChange = {},
): { readonly customer: CustomerRecord; readonly messages: readonly Message[] } {
  const { customer: before } = place;
  if (newMessages.length === 0) {
    if (Object.keys(change).length > 0) operations.push({ kind: 'updateCustomer', number: before.number, change });
    return { customer: before, messages: [] };
  }
  const messages: Message[] = [];
  const deliveries: NewDelivery[] = [];
  let customer = before;

  for (const each of newMessages) {
    const at = nextMessagePlace(customer, parts.clock.now());
    const message: Message = { ...each.content, uuid: each.uuid ?? parts.ids.uuid(), sender: each.sender, ...at };
    customer = applyCustomerChange(customer, countMessage(customer, each.sender.type, at));
    customer = applyCustomerChange(customer, prolong(parts, customer, each.sender.type, at.at));
    const bodies = addressMessage(parts, message, each, { ...place, customer });
    messages.push(message);
    operations.push({ kind: 'insertMessage', customer: customer.number, message });
    const { uuid: messageUuid, seq } = message;
    events.push({ type: 'message.recorded', ...placeOfCustomer(customer), messageUuid, seq, sender: each.sender.type });
    if (isClosing(message)) events.push({ type: 'conversation.closed', ...placeOfCustomer(customer) });
    for (const body of bodies) deliveries.push(newDelivery(parts, customer, message, body));
  }

  const { unread, lastSeq, lastMessageAt, expiresAt } = customer;
  const counts = {
    ...change,
    unread,
    lastSeq,
    ...(lastMessageAt !== undefined && { lastMessageAt }),
    ...(expiresAt !== before.expiresAt && expiresAt !== undefined && { expiresAt }),
  };
  operations.push({ kind: 'updateCustomer', number: customer.number, change: counts });
  if (deliveries.length > 0) operations.push({ kind: 'addDeliveries', deliveries });
  return { customer, messages };
}

/** A visitor who expires stays for this long after their last word, or the last word of an agent. @spec VI7 */
function prolong({ limits }: Recorder, { expiresAt }: CustomerRecord, sender: SenderType, at: EpochMs): CustomerChange {
  const isWord = sender === 'customer' || sender === 'agent';
  return isWord && expiresAt !== undefined ? { expiresAt: Math.trunc(at) + limits.visitorLifeMs } : {};
}

function isClosing(message: Message): boolean {
  return message.type === 'event' && message.data.action === 'close';
}

type AddressedDelivery = Pick<NewDelivery, 'target' | 'origin' | 'body' | 'ordered'>;

/**
 * Writes the body for every target, with the origin and the order that the target has now.
 *
 * @spec WH26, WH27, WH28, TP1, TP4
 */
function addressMessage(
  { transports, capabilities }: Recorder,
  message: Message,
  { botId, agent }: NewMessage,
  place: AddressedConversation,
): readonly AddressedDelivery[] {
  const { channel, hooks } = place;
  const sent = { message, ...(botId !== undefined && { botId }), ...(agent !== undefined && { agent }) };
  const transported = transportAddress(transports, channel);
  const hasMarks = capabilities.get(channel.type)?.rich_text === 'messenger';
  const audience = { ...place, channel: { ...channel, hasTransport: transported !== undefined, hasMarks } };
  return bodiesOfMessage({ ...audience, ...sent }).flatMap(({ target, body }) => {
    const isChannel = target.kind === 'channel';
    const address = isChannel ? (transported ?? channel.webhook) : hooks.find(({ number }) => number === target.number);
    if (address === undefined) return [];
    const { origin, order = isChannel ? channelOrder : hookOrder } = address;
    return [{ target, origin, body, ...(order === 'customer' && { ordered: true }) }];
  });
}

function newDelivery(
  { clock, ids }: Recorder,
  customer: CustomerRecord,
  message: Message,
  addressed: AddressedDelivery,
): NewDelivery {
  const now = clock.now();
  return {
    ...addressed,
    id: ids.uuidAt(now),
    workspace: customer.workspace,
    customerNumber: customer.number,
    messageUuid: message.uuid,
    createdAt: now,
    dueAt: now,
  };
}
