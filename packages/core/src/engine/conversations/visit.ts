import { isCustomerToken } from '../../domain/customer/customer-token.ts';
import type { InputFault } from '../../domain/input/input-fault.ts';
import { type InboundSend, readInboundSend } from '../../domain/message/read-inbound-send.ts';
import { findBot } from '../bots/find-bot.ts';
import { EngineError } from '../engine-error.ts';
import { takeRead } from '../input/take-read.ts';
import { sendBoundsOf } from '../limits.ts';
import type { ConversationPlace, Visit, VisitMessage } from '../platform.ts';
import { readerOf, type Scope } from '../scope.ts';
import { type Received, receive } from './receive.ts';

/**
 * Takes in what a visitor says to a bot on its own channel.
 *
 * @throws {EngineError} `bot_not_found` also when it is in the trash, `channel_not_found` when it has none,
 *   `customer_blocked`, `invalid_parameters`
 * @spec CV5, CV43, CV48
 */
export async function receiveVisit(scope: Scope, visit: Visit & VisitMessage): Promise<ConversationPlace> {
  const channelNumber = await findOwnChannel(scope, visit);
  const { visitor: token, message, customer } = visit;
  const sent = { message, ...(customer !== undefined && { customer }) };
  const said = takeRead(withFaults(token, readInboundSend(sent, sendBoundsOf(scope.limits))));
  const { brand } = scope.principal;
  return placeOf(await receive(scope, { brand, channelNumber, token, update: said.customer, content: said.message }));
}

/** @spec CV43, CV44, CV48 */
export async function startVisit(scope: Scope, visit: Visit & { readonly node?: string }): Promise<ConversationPlace> {
  const channelNumber = await findOwnChannel(scope, visit);
  const { visitor: token, node } = visit;
  const opened = takeRead(withFaults(token, { ok: true, value: { fields: [] } }));
  const { brand } = scope.principal;
  const opening = { brand, channelNumber, token, update: opened, ...(node !== undefined && { node }) };
  return placeOf(await receive(scope, opening));
}

async function findOwnChannel(scope: Scope, { bot: botId, deployment = 'live' }: Visit): Promise<number> {
  const reader = readerOf(scope);
  const bot = await findBot(scope, reader, botId);
  if (bot.state === 'trashed') throw new EngineError('bot_not_found');
  const channels = await reader.channels.listByBot(bot.id);
  const own = channels.find(({ purpose }) => purpose === deployment);
  if (own === undefined) throw new EngineError('channel_not_found');
  return own.number;
}

function withFaults<T extends InboundSend | InboundSend['customer']>(
  visitor: unknown,
  read: { readonly ok: true; readonly value: T } | { readonly ok: false; readonly faults: readonly InputFault[] },
): typeof read {
  if (typeof visitor === 'string' && isCustomerToken(visitor)) return read;
  const fault = { field: 'visitor', message: 'Expected 1 to 128 of the characters A-Z a-z 0-9 _ . : + -.' };
  return { ok: false, faults: [fault, ...(read.ok ? [] : read.faults)] };
}

function placeOf({ customer }: Received): ConversationPlace {
  return { customer: customer.number, after: customer.lastSeq };
}
