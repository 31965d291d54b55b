import type { PlanTier } from '../../domain/blocks/block-definition.ts';
import { applyCustomerChange } from '../../domain/customer/apply-customer-change.ts';
import { draftCustomer } from '../../domain/customer/draft-customer.ts';
import type { CustomerUpdate } from '../../domain/customer/read-customer-update.ts';
import { updateCustomer } from '../../domain/customer/update-customer.ts';
import type { Fields } from '../../domain/field/field.ts';
import type { Message, SpokenContent } from '../../domain/message/message.ts';
import { visitorInputOf } from '../../domain/message/visitor-message.ts';
import type { ChannelRecord } from '../../ports/channel-store.ts';
import type { InboxItem } from '../../ports/conversation-store.ts';
import type { CustomerRecord } from '../../ports/customer-store.ts';
import type { BrandTransaction } from '../../ports/storage.ts';
import { EngineError } from '../engine-error.ts';
import { requireFieldBounds } from '../input/require-field-bounds.ts';
import { type EngineLimits, fieldBoundsOf } from '../limits.ts';
import { recordMessages } from '../messages/record-messages.ts';
import type { Parts } from '../scope.ts';
import { chooseBot } from './choose-bot.ts';

/** What comes in from a customer. */
export interface Inbound {
  readonly brand: string;
  readonly channelNumber: number;
  /** Of the customer, on this channel. */
  readonly token: string;
  readonly update: CustomerUpdate;
  /** Absent: the customer only opens the conversation. */
  readonly content?: SpokenContent;
  /** Block to open it at. */
  readonly node?: string;
}

export interface Received {
  readonly customer: CustomerRecord;
  readonly isNew: boolean;
  /** Absent where nothing was said. */
  readonly message?: Message;
}

type Intake = Pick<Parts, 'storage' | 'clock' | 'ids' | 'plans' | 'limits'>;

/** Losing a race for a token once is common, and twice means that the customer was deleted in between. */
const maxRaces = 10;

/**
 * Takes in what a customer says or does.
 *
 * Race rule: of calls at once for a token that is new one makes the customer, and all are taken in.
 *
 * @throws {EngineError} `channel_not_found`, `customer_blocked`
 * @spec CV1, CV2, CV4, CV6
 */
export async function receive(parts: Intake, inbound: Inbound): Promise<Received> {
  const plan = await parts.plans.planOf(inbound.brand);
  for (let races = 0; races < maxRaces; races += 1) {
    const received = await parts.storage.transaction(inbound.brand, (tx) => takeIn(parts, tx, inbound, plan));
    if (received !== 'token_taken') return received;
  }
  throw new Error('The customer could be neither found nor made.');
}

async function takeIn(
  parts: Intake,
  tx: BrandTransaction,
  inbound: Inbound,
  plan: PlanTier,
): Promise<Received | 'token_taken'> {
  const channel = await tx.channels.find(inbound.channelNumber);
  if (channel?.active !== true) throw new EngineError('channel_not_found');
  const found = await findOrMake(parts, tx, channel, inbound);
  if (found === 'token_taken') return found;
  if (found.customer.blocked) throw new EngineError('customer_blocked');

  const customer = await withBot(tx, channel, found.customer, inbound.content === undefined);
  const { content, node } = inbound;
  if (content === undefined) {
    await push(parts, tx, customer, { kind: 'start', ...(node !== undefined && { node }) });
    return { ...found, customer };
  }
  const sender = { id: customer.number, name: customer.name, type: 'customer' } as const;
  const recorded = await recordMessages(parts, tx, { customer, channel, plan }, [{ content, sender }]);
  const [message] = recorded.messages;
  const heard = visitorInputOf(content);
  if (heard !== undefined) await push(parts, tx, customer, { kind: 'message', message: heard });
  return { ...found, customer: recorded.customer, ...(message !== undefined && { message }) };
}

/** A customer is of the purpose of the channel: that of a test channel is in no list. @spec CV2, CV3, CV15, CU61 */
async function findOrMake(
  { clock, limits }: Intake,
  tx: BrandTransaction,
  channel: ChannelRecord,
  { token, update }: Inbound,
): Promise<{ readonly customer: CustomerRecord; readonly isNew: boolean } | 'token_taken'> {
  const present = await tx.customers.claimByToken(channel.number, token);
  if (present !== undefined) {
    const change = present.blocked ? {} : updateCustomer(present, update);
    requireRoom(limits, present.fields, change.fields, update);
    return { customer: await applyChange(tx, present, change), isNew: false };
  }
  const { number: channelNumber, workspace, purpose } = channel;
  const drafted = draftCustomer(update, { at: clock.now(), token });
  requireRoom(limits, {}, drafted.fields, update);
  const made = await tx.customers.insert({ ...drafted, channelNumber, workspace, purpose });
  return made === 'token_taken' ? made : { customer: made, isNew: true };
}

/** @throws {EngineError} `invalid_parameters`, naming the member of `customer` */
function requireRoom(limits: EngineLimits, before: Fields, after: Fields | undefined, update: CustomerUpdate): void {
  if (after === undefined) return;
  const names = update.fields.map(([name]) => name);
  requireFieldBounds(fieldBoundsOf(limits), { before, after, names, fieldOf: (name) => `customer.${name}` });
}

/**
 * Gives a customer a bot to whom nobody was ever assigned: one from whom the bot was taken has a conversation, or
 * has word of it in the inbox. Who opens a conversation with a bot on its own channel gets that one, unless a person
 * has them.
 *
 * A bot that was destroyed is taken from its customers here, as each of them writes: who had one is given another as a
 * new customer would be. While there is no other, the record keeps its id, so that the next message looks again.
 *
 * @spec CV7, CV8, CV9, CV10, CV44, CU64
 */
async function withBot(
  tx: BrandTransaction,
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
    const wasTalkedTo = (await tx.conversations.find(number)) ?? (await tx.conversations.next(number));
    if (wasTalkedTo !== undefined) return customer;
  }
  const chosen = await chooseBot(tx, channel);
  if (chosen !== undefined) return applyChange(tx, customer, { botId: chosen });
  return applyCustomerChange(customer, { botId: undefined });
}

async function applyChange(
  tx: BrandTransaction,
  customer: CustomerRecord,
  change: Parameters<BrandTransaction['customers']['update']>[1],
): Promise<CustomerRecord> {
  if (Object.keys(change).length === 0) return customer;
  await tx.customers.update(customer.number, change);
  return applyCustomerChange(customer, change);
}

/** @spec CV1, CV11 */
async function push({ clock }: Intake, tx: BrandTransaction, customer: CustomerRecord, item: InboxItem): Promise<void> {
  if (customer.botId !== undefined) await tx.conversations.push(customer.number, item, clock.now());
}
