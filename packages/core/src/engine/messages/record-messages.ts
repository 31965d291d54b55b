import type { PlanTier } from '../../domain/blocks/block-definition.ts';
import { applyCustomerChange } from '../../domain/customer/apply-customer-change.ts';
import { countMessage, nextMessagePlace } from '../../domain/customer/count-message.ts';
import { targetsOfMessage } from '../../domain/delivery/targets-of-message.ts';
import { encodeChatPayload } from '../../domain/message/chat-payload.ts';
import type { Message, MessageContent, Sender } from '../../domain/message/message.ts';
import { encodePlatformPayload } from '../../domain/message/platform-payload.ts';
import { hasMessageHooks } from '../../domain/plan/message-hooks.ts';
import type { ChannelRecord } from '../../ports/channel-store.ts';
import type { CustomerRecord } from '../../ports/customer-store.ts';
import type { NewDelivery } from '../../ports/delivery-store.ts';
import type { HookRecord } from '../../ports/hook-store.ts';
import type { BrandTransaction } from '../../ports/storage.ts';
import type { Parts } from '../scope.ts';

/** Where something is said. */
export interface Conversation {
  /** Held by the transaction, as the change left it that the messages tell of. */
  readonly customer: CustomerRecord;
  readonly channel: ChannelRecord;
  /** Asked before the transaction. */
  readonly plan: PlanTier;
}

export interface NewMessage {
  readonly content: MessageContent;
  readonly sender: Sender;
  /** Of the bot that says it. */
  readonly botId?: string;
  /** Of a human agent; who says it otherwise is a bot. */
  readonly agent?: { readonly name: string; readonly email: string };
}

type Recorder = Pick<Parts, 'clock' | 'ids'>;
type RecordedIn = Pick<BrandTransaction, 'customers' | 'messages' | 'hooks' | 'deliveries'>;

/**
 * Files messages of one customer in their order, counts them, and hands out what has to be delivered, all within the
 * caller's transaction, which holds the customer.
 *
 * @returns The customer as counting left it, and the messages in their places.
 * @spec MS17, MS18, MS35, MS36, MS37, MS38, MS39, CU22, CU23, CU24, HK21
 */
export async function recordMessages(
  parts: Recorder,
  tx: RecordedIn,
  { customer: before, channel, plan }: Conversation,
  said: readonly NewMessage[],
): Promise<{ readonly customer: CustomerRecord; readonly messages: readonly Message[] }> {
  if (said.length === 0) return { customer: before, messages: [] };
  const hooks = hasMessageHooks(plan) ? await tx.hooks.listActive(channel.number) : [];
  const messages: Message[] = [];
  const deliveries: NewDelivery[] = [];
  let customer = before;

  for (const each of said) {
    const place = nextMessagePlace(customer, parts.clock.now());
    const message: Message = { ...each.content, uuid: parts.ids.uuid(), sender: each.sender, ...place };
    customer = applyCustomerChange(customer, countMessage(customer, each.sender.type, place));
    const bodies = addressMessage(message, each, { customer, channel, plan, hooks });
    await tx.messages.insert(customer.number, message);
    messages.push(message);
    for (const body of bodies) deliveries.push(newDelivery(parts, customer, message, body));
  }

  const { unread, lastSeq, lastMessageAt } = customer;
  await tx.customers.update(customer.number, {
    unread,
    lastSeq,
    ...(lastMessageAt !== undefined && { lastMessageAt }),
  });
  if (deliveries.length > 0) await tx.deliveries.add(deliveries);
  return { customer, messages };
}

type AddressedBody = Pick<NewDelivery, 'target' | 'origin' | 'body'>;

/** Writes the body for every target. */
function addressMessage(
  message: Message,
  said: NewMessage,
  place: Conversation & { readonly hooks: readonly HookRecord[] },
): readonly AddressedBody[] {
  const { customer, channel, hooks } = place;
  const { botId } = said;
  const targets = targetsOfMessage(message.sender.type, place);
  const platformBody = targets.some(({ kind }) => kind === 'hook')
    ? encodePlatformPayload({ message, customer, channel, ...(botId !== undefined && { botId }) })
    : '';
  const bodies = hooks
    .filter(({ number }) => targets.some((target) => target.kind === 'hook' && target.number === number))
    .map(({ number, origin }): AddressedBody => ({ target: { kind: 'hook', number }, origin, body: platformBody }));

  const chat = targets.some(({ kind }) => kind === 'channel') ? chatBodyOf(message, said, place) : undefined;
  return chat === undefined ? bodies : [...bodies, chat];
}

/** @spec MS26, MS39 */
function chatBodyOf(
  message: Message,
  { content, agent }: NewMessage,
  { customer, channel }: Conversation,
): AddressedBody | undefined {
  const { token } = customer;
  if (token === undefined || channel.webhook === undefined || content.type === 'event') return undefined;
  const { id } = message.sender;
  const body = encodeChatPayload({
    content,
    at: message.at,
    customer: { ...customer, token },
    channel,
    agent: agent === undefined ? { kind: 'bot', number: id } : { kind: 'human', id, ...agent },
  });
  const { origin } = channel.webhook;
  return { target: { kind: 'channel', number: channel.number }, origin, body };
}

function newDelivery(
  { clock, ids }: Recorder,
  customer: CustomerRecord,
  message: Message,
  addressed: AddressedBody,
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
