import { visitorInputOf } from '../../domain/conversation/messages.ts';
import {
  applyCustomerChange,
  type CustomerChange,
  type CustomerUpdate,
  draftCustomer,
  updateCustomer,
} from '../../domain/customer/customer.ts';
import type { Fields } from '../../domain/field/field.ts';
import type { Message, SpokenContent } from '../../domain/message/message.ts';
import type { InboxItem } from '../../ports/conversation-store.ts';
import type { LeaseHolder } from '../../ports/work-queue.ts';
import type { ChannelRecord } from '../../records/channels.ts';
import type { CustomerRecord } from '../../records/customers.ts';
import { placeOfCustomer } from '../customers/customer-records.ts';
import { EngineError } from '../engine-error.ts';
import type { EngineParts } from '../engine-parts.ts';
import type { EventActor } from '../events/engine-events.ts';
import type { LoadPlan } from '../hook-plans.ts';
import { type EngineLimits, fieldBoundsOf } from '../limits.ts';
import { loadMessageHooks, planMessages } from '../messages/record-messages.ts';
import { invalidParameters, requireFieldBounds } from '../read-input.ts';
import type { Committed } from '../use-case/run-program.ts';
import { type Changes, decided, load, noChanges, type Part, type UseCase } from '../use-case/use-case.ts';
import { makeRoomForVisitor } from '../web-chat/visitor-room.ts';
import { hasExpired } from '../web-chat/web-visitor.ts';
import type { ReservedSlot } from './direct-leases.ts';

/** A checked inbound message, or the opening of a conversation. */
export interface Inbound {
  readonly brand: string;
  readonly channelNumber: number;
  /** Token of the customer on this channel. */
  readonly token: string;
  readonly update: CustomerUpdate;
  /** The actor on whose behalf the message is stored. */
  readonly by: EventActor;
  /** Absent: the customer only opens the conversation. */
  readonly content?: SpokenContent;
  /** Block to open it at. */
  readonly node?: string;
  /** Id of the message. A message with a stored id is not stored again. Default: a new id. @spec VI6 */
  readonly uuid?: string;
  /** The `uuid` of the dialog whose button was pressed, if the client says so. @spec VI19 */
  readonly answers?: string;
  /**
   * The visit of a web chat visitor: a new visitor begins, or a known visitor, who must exist, continues. If the
   * customer of a `begins` exists, nothing more is stored. Absent: any customer.
   *
   * @spec VI15
   */
  readonly visit?: { readonly kind: 'begins'; readonly isExternal: boolean } | { readonly kind: 'goes_on' };
}

export interface Received {
  readonly customer: CustomerRecord;
  readonly isNew: boolean;
  /** Absent if no message was stored. */
  readonly message?: Message;
}

interface Stored extends Received {
  /** Whether its conversation is leased to the holder. */
  readonly isLeased?: Committed['isLeased'];
}

/**
 * Stores an inbound message or opening, and adds it to the inbox of the conversation.
 *
 * Race rule: one of several concurrent calls with a new token creates the customer, and all messages are stored.
 *
 * @throws {EngineError} `channel_not_found`, `customer_blocked`; for a visit also `not_authenticated`,
 *   `too_many_requests`, `conversation_too_long`
 * @spec CV1, CV2, CV4, CV6, CV73
 */
export async function receiveInbound(parts: EngineParts, inbound: Inbound): Promise<Received> {
  const { storage, plans, directLeases } = parts;
  const { brand, by } = inbound;
  const loadPlan = await plans.loadPlan(brand);
  let slot: ReservedSlot | undefined;
  const reserve = (): LeaseHolder | undefined => {
    slot = directLeases.reserve(brand);
    return slot?.holder;
  };
  /** Whether the use-case refused, so that the store wrote nothing. */
  let hasRefused = false;
  function* attempt(): UseCase<Stored> {
    // An earlier run has stored nothing.
    slot?.cancel(false);
    slot = undefined;
    hasRefused = false;
    try {
      return yield* intake(parts, inbound, loadPlan, reserve);
    } catch (error) {
      hasRefused = true;
      throw error;
    }
  }
  try {
    const { isLeased = false, ...received } = await storage.perform(brand, attempt, by);
    if (isLeased === true) slot?.use({ brand, customerNumber: received.customer.number });
    else slot?.cancel(isLeased === 'unknown');
    return received;
  } catch (error) {
    slot?.cancel(!hasRefused);
    throw error;
  }
}

function* intake(
  parts: EngineParts,
  inbound: Inbound,
  loadPlan: LoadPlan,
  reserve: () => LeaseHolder | undefined,
): UseCase<Stored> {
  const { content, node, uuid, visit } = inbound;
  const [channel, present, ...planned] = yield* load(
    { kind: 'channel', number: inbound.channelNumber },
    { kind: 'customerByToken', channel: inbound.channelNumber, token: inbound.token },
    ...loadPlan.loads,
  );
  if (channel?.active !== true) throw new EngineError('channel_not_found');
  const changes = noChanges();
  const found = yield* findOrMakeCustomer(parts, changes, { channel, present }, inbound);
  if (found.customer.blocked) throw new EngineError('customer_blocked');
  if (uuid !== undefined && !found.isNew) {
    const [message] = yield* load({ kind: 'message', customer: found.customer.number, uuid });
    if (message !== undefined) return decided(changes, () => ({ ...found, message }));
  }
  if (visit?.kind === 'begins' && !found.isNew) return decided(changes, () => found);
  requireRoomForMessage(parts.limits, found.customer);

  const customer = yield* withBot(changes, channel, found.customer, {
    isOpening: content === undefined,
    isNew: found.isNew,
  });
  const now = parts.clock.now();
  const enqueue = (item: InboxItem): void => {
    if (customer.botId === undefined) return;
    const holder = reserve();
    changes.operations.push({ kind: 'enqueue', customer: customer.number, item, at: now, ...(holder && { holder }) });
  };
  if (content === undefined) {
    enqueue({ kind: 'start', ...(node !== undefined && { node }) });
    return decided(changes, ({ isLeased }) => ({ ...found, customer, isLeased }));
  }
  const sender = { id: customer.number, name: customer.name, type: 'customer' } as const;
  const said = { content, sender, ...(uuid !== undefined && { uuid }) };
  const message = visitorInputOf(content);
  const seq = yield* seqOfPress(customer, inbound);
  const plan = loadPlan.from(planned);
  const hooks = yield* loadMessageHooks(plan, channel);
  const recorded = planMessages(parts, changes, { customer, channel, plan, hooks }, [said]);
  if (message !== undefined) enqueue({ kind: 'message', message, ...(seq !== undefined && { seq }) });
  const [first] = recorded.messages;
  return decided(changes, ({ isLeased }) => ({
    ...found,
    customer: recorded.customer,
    isLeased,
    ...(first !== undefined && { message: first }),
  }));
}

/**
 * @returns The number of the dialog that a press answers if the client says which; otherwise the number of the message
 *   itself; `undefined` when no button was pressed.
 * @throws {EngineError} `invalid_parameters`, naming `answers`
 * @spec CV78, VI19
 */
function* seqOfPress({ number, lastSeq }: CustomerRecord, { content, answers }: Inbound): Part<number | undefined> {
  if (answers !== undefined) {
    const [dialog] = yield* load({ kind: 'message', customer: number, uuid: answers });
    if (dialog?.type === 'dialog' || dialog?.type === 'media_dialog') return dialog.seq;
    throw invalidParameters('answers', 'The conversation has no dialog with this uuid.');
  }
  return content?.type === 'text' && content.data.payload !== undefined ? lastSeq + 1 : undefined;
}

/** @throws {EngineError} `conversation_too_long` @spec VI9 */
function requireRoomForMessage({ maxVisitorMessages }: EngineLimits, { expiresAt, lastSeq }: CustomerRecord): void {
  if (expiresAt !== undefined && lastSeq >= maxVisitorMessages) throw new EngineError('conversation_too_long');
}

/**
 * A customer has the purpose of the channel: customers of test channels are in no list.
 *
 * @spec CV2, CV3, CV15, CU61, VI7, VI14
 */
function* findOrMakeCustomer(
  { clock, limits }: EngineParts,
  changes: Changes,
  { channel, present }: { readonly channel: ChannelRecord; readonly present: CustomerRecord | undefined },
  { token, update, visit }: Inbound,
): Part<{ readonly customer: CustomerRecord; readonly isNew: boolean }> {
  if (present !== undefined) {
    // Only a visitor with an unexpired conversation can have begun with this token.
    if (visit?.kind === 'begins' && (present.expiresAt === undefined || hasExpired(present, clock))) {
      throw new EngineError('not_authenticated');
    }
    const change = present.blocked ? {} : updateCustomer(present, update);
    requireRoom(limits, present.fields, change.fields, update);
    return { customer: changeCustomer(changes, present, change), isNew: false };
  }
  if (visit?.kind === 'goes_on') throw new EngineError('not_authenticated');
  const { number: channelNumber, workspace, purpose } = channel;
  const now = clock.now();
  const visiting = visit && { isExternal: visit.isExternal, expiresAt: now + limits.silentVisitorLifeMs };
  const drafted = draftCustomer(update, { at: now, token });
  requireRoom(limits, {}, drafted.fields, update);
  if (visit !== undefined) yield* makeRoomForVisitor({ clock, limits }, changes, channelNumber);
  const [number] = yield* load({ kind: 'customerNumber' });
  const customer = { ...drafted, ...visiting, channelNumber, workspace, purpose, number };
  changes.operations.push({ kind: 'insertCustomer', customer });
  changes.events.push({ type: 'customer.created', ...placeOfCustomer(customer) });
  return { customer, isNew: true };
}

/** @throws {EngineError} `invalid_parameters`, naming the member of `customer` */
function requireRoom(limits: EngineLimits, before: Fields, after: Fields | undefined, update: CustomerUpdate): void {
  if (after === undefined) return;
  const names = update.fields.map(([name]) => name);
  requireFieldBounds(fieldBoundsOf(limits), { before, after, names, fieldOf: (name) => `customer.${name}` });
}

/**
 * Assigns a bot to a customer who never had anybody assigned. (A customer who was unassigned has a conversation, or an
 * inbox entry about it.) A customer who opens a conversation with a bot on its own channel is assigned to that bot,
 * unless an agent is assigned.
 *
 * A destroyed bot is replaced when its customer writes, by the bot that a new customer would get. If no such bot
 * exists, the record keeps the old id, so that the next message tries again.
 *
 * @spec CV7, CV8, CV9, CV10, CV44, CU64
 */
function* withBot(
  changes: Changes,
  channel: ChannelRecord,
  customer: CustomerRecord,
  { isOpening, isNew }: { readonly isOpening: boolean; readonly isNew: boolean },
): Part<CustomerRecord> {
  const { number, botId, agentId } = customer;
  if (agentId !== undefined) return customer;
  if (isOpening && channel.botId !== undefined) return changeCustomer(changes, customer, { botId: channel.botId });
  const [present] = botId === undefined ? [] : yield* load({ kind: 'bot', id: botId });
  const isOrphan = botId !== undefined && present === undefined;
  if (!isOrphan) {
    if (botId !== undefined) return customer;
    const [conversation, entry] = isNew
      ? []
      : yield* load({ kind: 'conversation', customer: number }, { kind: 'inboxEntry', customer: number });
    if (conversation !== undefined || entry !== undefined) return customer;
  }
  const chosen = yield* chooseBot(changes, channel);
  if (chosen !== undefined) return changeCustomer(changes, customer, { botId: chosen });
  return applyCustomerChange(customer, { botId: undefined });
}

/**
 * Chooses the bot of a new customer. A default bot that was destroyed is removed from the channel here: destroying a bot
 * does not search all channels.
 *
 * @returns `undefined` when there is none.
 * @spec CV7, CV8, CH28
 */
function* chooseBot(
  changes: Changes,
  { number, defaultBot, botId, type, workspace }: ChannelRecord,
): Part<string | undefined> {
  if (defaultBot !== undefined) {
    const [present] = yield* load({ kind: 'bot', id: defaultBot });
    if (present !== undefined) return defaultBot;
    changes.operations.push({ kind: 'updateChannel', number, change: { defaultBot: undefined } });
  }
  if (botId !== undefined) return botId;
  const query = { state: 'active', workspaces: [workspace], channelFamily: type, page: 1, pageSize: 1 } as const;
  const [{ items }] = yield* load({ kind: 'bots', query: { ...query, order: 'published' } });
  const [last] = items;
  return last?.liveVersion === undefined ? undefined : last.id;
}

/** @returns The customer after the change. */
function changeCustomer({ operations }: Changes, customer: CustomerRecord, change: CustomerChange): CustomerRecord {
  if (Object.keys(change).length === 0) return customer;
  operations.push({ kind: 'updateCustomer', number: customer.number, change });
  return applyCustomerChange(customer, change);
}
