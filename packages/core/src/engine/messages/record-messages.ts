import type { PlanTier } from '../../domain/blocks/block-definition.ts';
import {
  applyCustomerChange,
  type CustomerChange,
  countMessage,
  nextMessagePlace,
} from '../../domain/customer/customer.ts';
import { bodiesOfMessage } from '../../domain/delivery/delivery-target.ts';
import { hasMessageHooks } from '../../domain/delivery/message-hooks.ts';
import type { Message, MessageContent, Sender, SenderType } from '../../domain/message/message.ts';
import type { EpochMs } from '../../domain/time/epoch-ms.ts';
import type { ChannelRecord } from '../../ports/channel-store.ts';
import type { Clock } from '../../ports/clock.ts';
import type { CustomerRecord } from '../../ports/customer-store.ts';
import type { NewDelivery } from '../../ports/delivery-store.ts';
import type { HookRecord } from '../../ports/hook-store.ts';
import type { IdSource } from '../../ports/id-source.ts';
import { placeOfCustomer } from '../customers/customer-records.ts';
import type { EngineTransaction } from '../events/engine-storage.ts';
import type { EngineLimits } from '../limits.ts';

/** The customer and channel for which messages are recorded. */
export interface Conversation {
  /** Locked by the transaction, including the change that the messages are about. */
  readonly customer: CustomerRecord;
  readonly channel: ChannelRecord;
  readonly plan: PlanTier;
}

export interface NewMessage {
  readonly content: MessageContent;
  readonly sender: Sender;
  /** Default: a new one. The caller takes care that the customer has no message with it. */
  readonly uuid?: string;
  /** Of the bot that sends it. */
  readonly botId?: string;
  /** Of the human agent who sends it; absent when a bot does. */
  readonly agent?: { readonly name: string; readonly email: string };
}

interface Recorder {
  readonly clock: Clock;
  readonly ids: IdSource;
  readonly limits: Pick<EngineLimits, 'visitorLifeMs'>;
}

type RecordedIn = Pick<EngineTransaction, 'customers' | 'messages' | 'hooks' | 'deliveries' | 'raise'>;

/**
 * Stores messages of one customer in their order, counts them, and queues their deliveries, all within the caller's
 * transaction, which has locked the customer.
 *
 * @param change - What the messages are about, written together with the counts.
 * @returns The customer after counting, and the messages with their numbers and moments.
 * @spec MS17, MS18, MS35, MS36, MS37, MS38, MS39, CU22, CU23, CU24, HK21
 */
export async function recordMessages(
  parts: Recorder,
  tx: RecordedIn,
  { customer: before, channel, plan }: Conversation,
  said: readonly NewMessage[],
  change: CustomerChange = {},
): Promise<{ readonly customer: CustomerRecord; readonly messages: readonly Message[] }> {
  if (said.length === 0) {
    if (Object.keys(change).length > 0) await tx.customers.update(before.number, change);
    return { customer: before, messages: [] };
  }
  const { items: hooks } = hasMessageHooks(plan)
    ? await tx.hooks.list({ channelNumber: channel.number, active: true })
    : { items: [] };
  const messages: Message[] = [];
  const deliveries: NewDelivery[] = [];
  let customer = before;

  // Nothing is written before all is known: the writes are made at once, and a store can send them together.
  for (const each of said) {
    const place = nextMessagePlace(customer, parts.clock.now());
    const message: Message = { ...each.content, uuid: each.uuid ?? parts.ids.uuid(), sender: each.sender, ...place };
    customer = applyCustomerChange(customer, countMessage(customer, each.sender.type, place));
    customer = applyCustomerChange(customer, prolong(parts, customer, each.sender.type, place.at));
    const bodies = addressMessage(message, each, { customer, channel, plan, hooks });
    messages.push(message);
    const { uuid: messageUuid, seq } = message;
    tx.raise({ type: 'message.recorded', ...placeOfCustomer(customer), messageUuid, seq, sender: each.sender.type });
    if (isClosing(message)) tx.raise({ type: 'conversation.closed', ...placeOfCustomer(customer) });
    for (const body of bodies) deliveries.push(newDelivery(parts, customer, message, body));
  }

  const { unread, lastSeq, lastMessageAt, expiresAt } = customer;
  await Promise.all([
    ...messages.map((message) => tx.messages.insert(customer.number, message)),
    tx.customers.update(customer.number, {
      ...change,
      unread,
      lastSeq,
      ...(lastMessageAt !== undefined && { lastMessageAt }),
      ...(expiresAt !== before.expiresAt && expiresAt !== undefined && { expiresAt }),
    }),
    ...(deliveries.length > 0 ? [tx.deliveries.add(deliveries)] : []),
  ]);
  return { customer, messages };
}

/** A visitor who expires is kept for so long after their last word, or that of an agent. @spec VI7 */
function prolong({ limits }: Recorder, { expiresAt }: CustomerRecord, sender: SenderType, at: EpochMs): CustomerChange {
  const isWord = sender === 'customer' || sender === 'agent';
  return isWord && expiresAt !== undefined ? { expiresAt: Math.trunc(at) + limits.visitorLifeMs } : {};
}

function isClosing(message: Message): boolean {
  return message.type === 'event' && message.data.action === 'close';
}

type AddressedDelivery = Pick<NewDelivery, 'target' | 'origin' | 'body'>;

/** Writes the body for every target, with the origin that the target has now. */
function addressMessage(
  message: Message,
  { botId, agent }: NewMessage,
  place: Conversation & { readonly hooks: readonly HookRecord[] },
): readonly AddressedDelivery[] {
  const { channel, hooks } = place;
  const said = { message, ...(botId !== undefined && { botId }), ...(agent !== undefined && { agent }) };
  return bodiesOfMessage({ ...place, ...said }).flatMap(({ target, body }) => {
    const origin =
      target.kind === 'channel'
        ? channel.webhook?.origin
        : hooks.find(({ number }) => number === target.number)?.origin;
    return origin === undefined ? [] : [{ target, origin, body }];
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
