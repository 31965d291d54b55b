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
import type { ChannelRecord } from '../../ports/channel-store.ts';
import type { Clock } from '../../ports/clock.ts';
import type { InboxItem } from '../../ports/conversation-store.ts';
import type { CustomerRecord } from '../../ports/customer-store.ts';
import type { LeaseHolder } from '../../ports/delivery-store.ts';
import type { IdSource } from '../../ports/id-source.ts';
import { placeOfCustomer } from '../customers/customer-records.ts';
import { EngineError } from '../engine-error.ts';
import type { EventActor } from '../events/engine-events.ts';
import type { EngineStorage, EngineTransaction } from '../events/engine-storage.ts';
import type { BrandPlans, ReadPlan } from '../hook-plans.ts';
import { type EngineLimits, fieldBoundsOf } from '../limits.ts';
import { recordMessages } from '../messages/record-messages.ts';
import { requireFieldBounds } from '../read-input.ts';
import { makeRoomForVisitor } from '../web-chat/visitor-room.ts';
import { hasExpired } from '../web-chat/web-visitor.ts';
import type { DirectLeases, ReservedSlot } from './direct-leases.ts';

export interface IntakeDependencies {
  readonly storage: EngineStorage;
  readonly clock: Clock;
  readonly ids: IdSource;
  readonly plans: BrandPlans;
  readonly limits: EngineLimits;
  readonly directLeases: DirectLeases;
}

/** A checked inbound message, or the opening of a conversation. */
export interface Inbound {
  readonly brand: string;
  readonly channelNumber: number;
  /** Token of the customer on this channel. */
  readonly token: string;
  readonly update: CustomerUpdate;
  /** On whose behalf it comes in. */
  readonly by: EventActor;
  /** Absent: the customer only opens the conversation. */
  readonly content?: SpokenContent;
  /** Block to open it at. */
  readonly node?: string;
  /** Of the message: one that is stored already is not stored again. Default: a new one. @spec VI6 */
  readonly uuid?: string;
  /** `uuid` of the dialog whose button was pressed, where the client says so. @spec VI19 */
  readonly answers?: string;
  /**
   * A visitor of the web chat: one who begins, or one who must be there. Of one who has begun already nothing is stored
   * again. Absent: whoever it is.
   *
   * @spec VI15
   */
  readonly visit?: { readonly kind: 'begins'; readonly isExternal: boolean } | { readonly kind: 'goes_on' };
}

export interface Received {
  readonly customer: CustomerRecord;
  readonly isNew: boolean;
  /** Absent when there was no message. */
  readonly message?: Message;
}

/**
 * How often to try again when another call creates the customer first. A second time can only happen if the customer is
 * deleted in between.
 */
const maxRaces = 10;

/**
 * Stores an inbound message or opening, and adds it to the inbox of the conversation.
 *
 * Race rule: of concurrent calls with a new token one creates the customer, and all messages are stored.
 *
 * @throws {EngineError} `channel_not_found`, `customer_blocked`; of a visit also `not_authenticated`,
 *   `too_many_requests`, `conversation_too_long`
 * @spec CV1, CV2, CV4, CV6, CV73
 */
export async function receiveInbound(dependencies: IntakeDependencies, inbound: Inbound): Promise<Received> {
  const { storage, plans, directLeases } = dependencies;
  const { brand, by } = inbound;
  const readPlan = await plans.readPlan(brand);
  for (let races = 0; races < maxRaces; races += 1) {
    let slot: ReservedSlot | undefined;
    /** Nothing of it is stored when it rejects by itself. */
    let hasRejected = false;
    const reserve = (): LeaseHolder | undefined => {
      slot = directLeases.reserve(brand);
      return slot?.holder;
    };
    const work = async (tx: EngineTransaction): Promise<Stored | 'token_taken'> => {
      // Of a run before this one nothing is stored.
      slot?.cancel(false);
      slot = undefined;
      hasRejected = false;
      try {
        return await store(dependencies, tx, inbound, { readPlan, reserve });
      } catch (error) {
        hasRejected = true;
        throw error;
      }
    };
    const stored = await storage.transaction(brand, work, by).catch((error: unknown) => {
      slot?.cancel(!hasRejected);
      throw error;
    });
    if (stored !== 'token_taken' && stored.isLeased) slot?.use({ brand, customerNumber: stored.customer.number });
    else slot?.cancel(false);
    if (stored !== 'token_taken') return stored;
  }
  throw new Error('The customer could be neither found nor made.');
}

interface Stored extends Received {
  /** Its conversation is leased to the holder. */
  readonly isLeased?: boolean;
}

async function store(
  dependencies: IntakeDependencies,
  tx: EngineTransaction,
  inbound: Inbound,
  { readPlan, reserve }: { readonly readPlan: ReadPlan; readonly reserve: () => LeaseHolder | undefined },
): Promise<Stored | 'token_taken'> {
  const { content, node, uuid } = inbound;
  const [channel, present, plan] = await Promise.all([
    tx.channels.find(inbound.channelNumber),
    tx.customers.lockByToken(inbound.channelNumber, inbound.token),
    readPlan(tx),
  ]);
  if (channel?.active !== true) throw new EngineError('channel_not_found');
  const found = await findOrMakeCustomer(dependencies, tx, { channel, present }, inbound);
  if (found === 'token_taken') return found;
  if (found.customer.blocked) throw new EngineError('customer_blocked');
  const stored = uuid === undefined ? undefined : await tx.messages.find(found.customer.number, uuid);
  if (stored !== undefined) return { ...found, message: stored };
  if (inbound.visit?.kind === 'begins' && !found.isNew) return found;
  requireRoomForMessage(dependencies.limits, found.customer);

  const customer = await withBot(tx, channel, found.customer, content === undefined);
  const now = dependencies.clock.now();
  if (content === undefined) {
    const isLeased = await push(tx, customer, { kind: 'start', ...(node !== undefined && { node }) }, { now, reserve });
    return { ...found, customer, isLeased };
  }
  const sender = { id: customer.number, name: customer.name, type: 'customer' } as const;
  const said = { content, sender, ...(uuid !== undefined && { uuid }) };
  const message = visitorInputOf(content);
  const seq = await seqOfPress(tx, customer, inbound);
  const input = message && ({ kind: 'message', message, ...(seq !== undefined && { seq }) } as const);
  const [recorded, isLeased = false] = await Promise.all([
    recordMessages(dependencies, tx, { customer, channel, plan }, [said]),
    input && push(tx, customer, input, { now, reserve }),
  ]);
  const [first] = recorded.messages;
  return { ...found, customer: recorded.customer, isLeased, ...(first !== undefined && { message: first }) };
}

/**
 * @returns The number of the dialog that a press answers where the client says which, else of the message itself;
 *   `undefined` when no button was pressed.
 * @throws {EngineError} `invalid_parameters`, naming `answers`
 * @spec CV78, VI19
 */
async function seqOfPress(
  tx: EngineTransaction,
  { number, lastSeq }: CustomerRecord,
  { content, answers }: Inbound,
): Promise<number | undefined> {
  if (answers !== undefined) {
    const dialog = await tx.messages.find(number, answers);
    if (dialog?.type === 'dialog' || dialog?.type === 'media_dialog') return dialog.seq;
    throw new EngineError('invalid_parameters', {
      faults: [{ field: 'answers', message: 'The conversation has no dialog with this uuid.' }],
    });
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
async function findOrMakeCustomer(
  { clock, limits }: IntakeDependencies,
  tx: EngineTransaction,
  { channel, present }: { readonly channel: ChannelRecord; readonly present: CustomerRecord | undefined },
  { token, update, visit }: Inbound,
): Promise<{ readonly customer: CustomerRecord; readonly isNew: boolean } | 'token_taken'> {
  if (present !== undefined) {
    // Only a visitor who is not forgotten can have begun with this token.
    if (visit?.kind === 'begins' && (present.expiresAt === undefined || hasExpired(present, clock))) {
      throw new EngineError('not_authenticated');
    }
    const change = present.blocked ? {} : updateCustomer(present, update);
    requireRoom(limits, present.fields, change.fields, update);
    return { customer: await applyChange(tx, present, change), isNew: false };
  }
  if (visit?.kind === 'goes_on') throw new EngineError('not_authenticated');
  const { number: channelNumber, workspace, purpose } = channel;
  const now = clock.now();
  const visiting = visit && { isExternal: visit.isExternal, expiresAt: now + limits.silentVisitorLifeMs };
  const drafted = draftCustomer(update, { at: now, token });
  requireRoom(limits, {}, drafted.fields, update);
  const made = await tx.customers.insert({ ...drafted, ...visiting, channelNumber, workspace, purpose });
  if (made === 'token_taken') return made;
  if (visit !== undefined) await makeRoomForVisitor({ clock, limits }, tx, made);
  tx.raise({ type: 'customer.created', ...placeOfCustomer(made) });
  return { customer: made, isNew: true };
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
 * A destroyed bot is replaced when its customer writes, by the bot that a new customer would get. While there is none,
 * the record keeps the old id, so that the next message tries again.
 *
 * @spec CV7, CV8, CV9, CV10, CV44, CU64
 */
async function withBot(
  tx: EngineTransaction,
  channel: ChannelRecord,
  customer: CustomerRecord,
  isOpening: boolean,
): Promise<CustomerRecord> {
  const { number, botId, agentId } = customer;
  if (agentId !== undefined) return customer;
  if (isOpening && channel.botId !== undefined) return applyChange(tx, customer, { botId: channel.botId });
  const isOrphan = botId !== undefined && (await tx.bots.find(botId)) === undefined;
  if (!isOrphan) {
    if (botId !== undefined) return customer;
    const hasConversation = (await tx.conversations.find(number)) ?? (await tx.conversations.next(number));
    if (hasConversation !== undefined) return customer;
  }
  const chosen = await chooseBot(tx, channel);
  if (chosen !== undefined) return applyChange(tx, customer, { botId: chosen });
  return applyCustomerChange(customer, { botId: undefined });
}

/**
 * Chooses the bot of a new customer. A default bot that was destroyed is removed from the channel here: destroying a bot
 * does not search all channels.
 *
 * @returns `undefined` when there is none.
 * @spec CV7, CV8, CH28
 */
async function chooseBot(tx: EngineTransaction, channel: ChannelRecord): Promise<string | undefined> {
  const { defaultBot, botId, type, workspace } = channel;
  if (defaultBot !== undefined) {
    if ((await tx.bots.find(defaultBot)) !== undefined) return defaultBot;
    await tx.channels.update(channel.number, { defaultBot: undefined });
  }
  if (botId !== undefined) return botId;
  const { items } = await tx.bots.list({
    state: 'active',
    workspaces: [workspace],
    channelFamily: type,
    order: 'published',
    page: 1,
    pageSize: 1,
  });
  const [last] = items;
  return last?.liveVersion === undefined ? undefined : last.id;
}

async function applyChange(
  tx: EngineTransaction,
  customer: CustomerRecord,
  change: CustomerChange,
): Promise<CustomerRecord> {
  if (Object.keys(change).length === 0) return customer;
  await tx.customers.update(customer.number, change);
  return applyCustomerChange(customer, change);
}

/** @returns Whether the conversation is leased to the holder. @spec CV1, CV11, CV73 */
async function push(
  tx: EngineTransaction,
  { number, botId }: CustomerRecord,
  item: InboxItem,
  { now, reserve }: { readonly now: number; readonly reserve: () => LeaseHolder | undefined },
): Promise<boolean> {
  return botId !== undefined && (await tx.conversations.push(number, item, now, reserve()));
}
