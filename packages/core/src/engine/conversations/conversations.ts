import type { EffectOutcome } from '../../domain/conversation/effects.ts';
import { customerTokenFaults } from '../../domain/inputs/customers.ts';
import { findJsonFault } from '../../domain/json/find-json-fault.ts';
import { isJsonObject, ownMember } from '../../domain/json/json-value.ts';
import { isServing } from '../../domain/lifecycle/bot-state.ts';
import type { MediaType, Message } from '../../domain/message/message.ts';
import type { InboxItem } from '../../ports/conversation-store.ts';
import type { CustomerRecord } from '../../ports/customer-store.ts';
import { findBot } from '../bots/bot-records.ts';
import { type Caller, type PermissionsOf, permitted } from '../caller.ts';
import { EngineError } from '../engine-error.ts';
import { invalidInput, invalidParameters } from '../read-input.ts';
import type { ConversationContext } from './conversation-context.ts';
import { runUntilIdle } from './conversation-run.ts';
import { type IntakeDependencies, readInboundSend, receiveInbound } from './message-intake.ts';

/** A visitor on a channel that belongs to a bot. */
export interface BotVisitor {
  /** Uuid of the bot. */
  readonly bot: string;
  /**
   * Whether to talk to the live version on the bot's web channel (the default), or to the test deployment on its test
   * channel.
   */
  readonly deployment?: 'live' | 'test';
  /** The host's id of the visitor, in the form of a customer token. */
  readonly visitor: string;
}

/** A visitor's message, in the form in which APIchat receives messages. */
export interface InboundMessage extends BotVisitor {
  readonly message:
    | { readonly type: 'text'; readonly message: string; readonly payload?: string }
    | { readonly type: MediaType; readonly url: string; readonly message?: string }
    | { readonly type: 'location'; readonly latitude: number; readonly longitude: number };
  /** Data about the visitor: name, email, phone, and Fields. */
  readonly customer?: Readonly<Record<string, string | number | boolean | null>>;
}

/** A position in a conversation, to list the messages after it. */
export interface ConversationPlace {
  readonly customer: number;
  readonly after: number;
}

/**
 * Conversations for a host that embeds the engine: on a page of its own, in a terminal, in a test.
 *
 * @throws {EngineError} `customer_not_found` on every method that takes a customer of a workspace outside the caller's.
 */
export interface Conversations {
  /**
   * Stores a visitor's message. Resolves when it is stored; the bot responds afterwards.
   *
   * @throws {EngineError} `bot_not_found` also when it is in the trash, `channel_not_found` when it has none,
   *   `customer_blocked`, `invalid_parameters`
   */
  receive(inbound: InboundMessage): Promise<ConversationPlace>;
  /** Begins the conversation, at the greeting or at a block, without a message of the visitor. Throws as `receive`. */
  start(opening: BotVisitor & { readonly node?: string }): Promise<ConversationPlace>;
  /**
   * Processes the conversation in this call, until it waits for the visitor or for an outcome that the host hands in
   * later.
   */
  runUntilIdle(customer: number): Promise<void>;
  /** The messages after a sequence number, oldest first. Default: all messages. */
  messages(customer: number, after?: number): Promise<readonly Message[]>;
  /** Ends the conversation. */
  close(customer: number): Promise<void>;
  /**
   * Hands in the outcome of an effect for which the effect host returned `'later'`. Does nothing when the effect is not
   * awaited.
   *
   * @throws {EngineError} `invalid_parameters` for a malformed outcome.
   */
  resolve(customer: number, effectId: string, outcome: EffectOutcome): Promise<void>;
}

export const conversationPermissions: PermissionsOf<Conversations> = {
  receive: 'anyone',
  start: 'anyone',
  runUntilIdle: 'anyone',
  messages: 'anyone',
  close: 'anyone',
  resolve: 'anyone',
};

export interface ConversationDependencies extends IntakeDependencies {
  /** Absent: the engine has no runner and processes no conversations. */
  readonly conversationContext: ConversationContext | undefined;
}

export function conversations(dependencies: ConversationDependencies, caller: Caller): Conversations {
  const { storage, clock, conversationContext } = dependencies;
  const { brand, workspaces } = caller.principal;
  const reader = () => storage.reader(brand);

  async function findOwnChannel({ bot: botId, deployment = 'live' }: BotVisitor): Promise<number> {
    const bot = await findBot(caller, reader(), botId);
    if (!isServing(bot)) throw new EngineError('bot_not_found');
    const channels = await reader().channels.listByBot(bot.id);
    const own = channels.find(({ purpose }) => purpose === deployment);
    if (own === undefined) throw new EngineError('channel_not_found');
    return own.number;
  }

  /** A customer of a live or of a test channel. @spec CV48 */
  async function findCustomer(number: unknown): Promise<CustomerRecord> {
    const found = Number.isSafeInteger(number) ? await reader().customers.find(number as number) : undefined;
    if (found === undefined || !workspaces.includes(found.workspace)) throw new EngineError('customer_not_found');
    return found;
  }

  /** @spec CV24, CV47, CV48 */
  async function push(number: number, item: InboxItem): Promise<void> {
    const seen = await findCustomer(number);
    await storage.transaction(brand, async (tx) => {
      const customer = await tx.customers.lock(seen.number);
      if (customer === undefined) throw new EngineError('customer_not_found');
      await tx.conversations.push(customer.number, item, clock.now());
    });
  }

  return permitted(caller, conversationPermissions, {
    /** @spec CV5, CV43, CV48 */
    async receive(inbound) {
      const channelNumber = await findOwnChannel(inbound);
      const { visitor: token, message, customer } = inbound;
      const sent = { message, ...(customer !== undefined && { customer }) };
      const read = readInboundSend(dependencies, sent, { field: 'visitor', token });
      const said = { token, update: read.customer, content: read.message };
      return placeOf(await receiveInbound(dependencies, { brand, channelNumber, ...said }));
    },

    /** @spec CV43, CV44, CV48 */
    async start(opening) {
      const channelNumber = await findOwnChannel(opening);
      const { visitor: token, node } = opening;
      const faults = customerTokenFaults('visitor', token);
      if (faults.length > 0) throw invalidInput(faults);
      const opened = { brand, channelNumber, token, update: { fields: [] }, ...(node !== undefined && { node }) };
      return placeOf(await receiveInbound(dependencies, opened));
    },

    /** @spec CV45, CV48 */
    async runUntilIdle(customer) {
      const { number: customerNumber } = await findCustomer(customer);
      if (conversationContext === undefined)
        throw new TypeError('Working conversations takes a runner: give the engine one.');
      await runUntilIdle(conversationContext, { brand, customerNumber });
    },

    /** @spec CV46, CV48 */
    async messages(customer, after = 0) {
      const { number, lastSeq } = await findCustomer(customer);
      const limit = Math.max(0, lastSeq - after);
      const { items } = await reader().messages.list(number, { offset: 0, limit });
      return items.filter(({ seq }) => seq > after).toReversed();
    },

    close: (customer) => push(customer, { kind: 'closed' }),

    async resolve(customer, effect, outcome) {
      await push(customer, { kind: 'result', effect, outcome: readOutcome(outcome) });
    },
  });
}

/** @throws {EngineError} `invalid_parameters` */
function readOutcome(outcome: unknown): EffectOutcome {
  const fault = findJsonFault(outcome);
  if (fault === undefined && isJsonObject(outcome)) {
    const isDone = ownMember(outcome, 'ok') === true;
    const hasFailed = ownMember(outcome, 'ok') === false && typeof ownMember(outcome, 'reason') === 'string';
    if (isDone || hasFailed) return outcome as unknown as EffectOutcome;
  }
  throw invalidParameters('outcome', 'Expected { ok: true, value } or { ok: false, reason }, as JSON.');
}

function placeOf({ customer }: { readonly customer: CustomerRecord }): ConversationPlace {
  return { customer: customer.number, after: customer.lastSeq };
}
