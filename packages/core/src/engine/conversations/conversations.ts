import type { ConversationState, ExpectedInput } from '../../domain/conversation/conversation-state.ts';
import type { EffectOutcome } from '../../domain/conversation/effects.ts';
import type { JournaledConversation } from '../../domain/conversation/journal.ts';
import type { Fields } from '../../domain/field/field.ts';
import {
  type ConversationStart,
  conversationStartSchema,
  effectIdSchema,
  effectOutcomeSchema,
  type InboundMessage,
  journalQuerySchema,
  messagePositionSchema,
} from '../../domain/inputs/conversations.ts';
import type { Message } from '../../domain/message/message.ts';
import type { Page, PageRequest } from '../../domain/paging/page.ts';
import type { InboxItem } from '../../ports/conversation-store.ts';
import type { BotRecord } from '../../records/bots.ts';
import type { CustomerRecord } from '../../records/customers.ts';
import { assertAllowed } from '../bots/bot-decisions.ts';
import { findBot } from '../bots/bot-records.ts';
import { type Caller, type PermissionsOf, permitted } from '../caller.ts';
import { EngineError } from '../engine-error.ts';
import type { EngineParts } from '../engine-parts.ts';
import { allMessagesAfter, messagesAfter } from '../messages/messages-after.ts';
import { readInput } from '../read-input.ts';
import { type Changes, load, type Part, useCaseOf } from '../use-case/use-case.ts';
import type { ConversationContext } from './conversation-context.ts';
import { type ConversationPosition, positionOf, stateOf } from './conversation-position.ts';
import { runUntilIdle } from './conversation-run.ts';
import { expectedInputOf } from './expected-input.ts';
import { type ConversationNews, type FollowOptions, followConversation } from './follow-conversation.ts';
import { readJournals } from './journals.ts';
import { receiveInbound } from './message-intake.ts';
import { quickWordsOf } from './quick-words.ts';

/** A position in a conversation, to list the messages after it. */
export interface ConversationPlace {
  /** Number of the customer. */
  readonly customer: number;
  /** `seq` of a message; 0 before the first. */
  readonly after: number;
}

/** Where a visitor is in a bot, with the Fields of the customer. */
export interface ConversationStatus extends ConversationPosition, Pick<ConversationPlace, 'customer'> {
  /** How the block that waits expects the answer. */
  readonly expects?: ExpectedInput;
  /** The words that a page offers because the bot understands them now. */
  readonly quickWords?: readonly string[];
  /** Whether it uses the live deployment for visitors, or the test deployment of a draft. */
  readonly deployment: 'live' | 'test';
  /** The bot that it is in, or that begins it with the next message. Absent: none. */
  readonly bot?: Pick<BotRecord, 'id' | 'number' | 'name'>;
  /** The Fields of the customer by name. */
  readonly fields: Fields;
}

/**
 * Conversations for a host that embeds the engine: on a page, in a terminal, in a test.
 *
 * @throws {EngineError} `invalid_parameters`, `field_not_described`; `customer_not_found` on every method that takes a
 *   customer of a workspace outside the caller's.
 */
export interface Conversations {
  /**
   * Stores a visitor's message. Resolves when it is stored; the bot responds afterwards.
   *
   * @throws {EngineError} `bot_not_found` also when it is in the trash, `channel_not_found` when it has none,
   *   `customer_blocked`
   */
  receive(inbound: InboundMessage): Promise<ConversationPlace>;
  /** Begins the conversation, at the greeting or at a block, without a message of the visitor. Throws as `receive`. */
  start(opening: ConversationStart): Promise<ConversationPlace>;
  /**
   * Processes the conversation in this call, until it waits for the visitor or for an outcome that the host hands in
   * later.
   */
  runUntilIdle(customer: number): Promise<void>;
  /**
   * The conversations that began in a bot and are in the journal, newest first.
   *
   * @throws {EngineError} `bot_not_found`
   */
  journal(botId: string, request?: PageRequest & { readonly customer?: number }): Promise<Page<JournaledConversation>>;
  /** The messages after a sequence number, oldest first. Default: all messages. */
  messages(customer: number, after?: number): Promise<readonly Message[]>;
  /** The next messages: at most 100, and 128 KiB of JSON unless a single message is larger. */
  nextMessages(customer: number, after?: number): Promise<readonly Message[]>;
  /**
   * Yields the messages after a position, which is a `seq`, and the status: first the stored ones, then each news, also
   * of other processes. It ends when `signal` is aborted, and when the caller can no longer see the customer. A follower
   * that is slow holds one page of messages in memory, and gets the rest later.
   *
   * @throws {EngineError} `customer_not_found`, when the iteration begins.
   * @throws {TypeError} within a transaction of the host.
   */
  follow(customer: number, options?: FollowOptions): AsyncIterable<ConversationNews>;
  /** The position of the conversation after the last committed step. */
  status(customer: number): Promise<ConversationStatus>;
  /** Ends the conversation. */
  close(customer: number): Promise<void>;
  /**
   * Hands in the outcome of an effect for which the effect host returned `'later'`. Does nothing when the effect is not
   * awaited.
   */
  resolve(customer: number, effectId: string, outcome: EffectOutcome): Promise<void>;
}

export const conversationPermissions: PermissionsOf<Conversations> = {
  receive: 'anyone',
  start: 'anyone',
  runUntilIdle: 'anyone',
  journal: 'view_bots',
  messages: 'anyone',
  nextMessages: 'anyone',
  follow: 'anyone',
  status: 'anyone',
  close: 'anyone',
  resolve: 'anyone',
};

/** @param conversationContext - Absent: the engine has no runner and processes no conversations. */
export function conversations(
  parts: EngineParts,
  conversationContext: ConversationContext | undefined,
  caller: Caller,
): Conversations {
  const { storage, clock, brandGate, inboundMessage } = parts;
  const { brand, person, workspaces } = caller.principal;
  const by = { kind: 'person', person } as const;
  const { load: read, run } = storage.reads(brand);

  /** @spec CV58 */
  async function findOwnChannel(botId: unknown, deployment: 'live' | 'test' = 'live'): Promise<number> {
    const bot = await run(findBot(caller, botId));
    assertAllowed({ bot }, { kind: 'talk' });
    const channels = await read({ kind: 'channelsOfBot', botId: bot.id });
    const own = channels.find(({ purpose }) => purpose === deployment);
    if (own === undefined) throw noOwnChannel(bot.channelFamily);
    return own.number;
  }

  /** A customer of a live or of a test channel. @spec CV48 */
  async function findCustomer(number: unknown): Promise<CustomerRecord> {
    const found = Number.isSafeInteger(number) ? await read({ kind: 'customer', number: number as number }) : undefined;
    return requireVisible(caller, found);
  }

  /** Adds an entry to the inbox of a conversation. @spec CV24, CV47, CV48 */
  function enqueue(number: unknown, item: InboxItem): Promise<void> {
    function* plan({ operations }: Changes): Part<void> {
      const [found] = Number.isSafeInteger(number) ? yield* load({ kind: 'customer', number: number as number }) : [];
      const { number: customer } = requireVisible(caller, found);
      operations.push({ kind: 'enqueue', customer, item, at: clock.now() });
    }
    return storage.perform(brand, () => useCaseOf(plan), by);
  }

  return permitted(caller, conversationPermissions, {
    /** @spec CV5, CV43, CV48, CV57 */
    async receive(inbound) {
      const { bot, deployment, visitor: token, message: content, customer } = readInput(inboundMessage, inbound);
      const channelNumber = await findOwnChannel(bot, deployment);
      const update = customer ?? { fields: [] };
      return placeOf(await receiveInbound(parts, { brand, channelNumber, token, update, content, by }));
    },

    /** @spec CV43, CV44, CV48, CV57 */
    async start(opening) {
      const { bot, deployment, visitor: token, ...at } = readInput(conversationStartSchema, opening);
      const channelNumber = await findOwnChannel(bot, deployment);
      return placeOf(await receiveInbound(parts, { brand, channelNumber, token, update: { fields: [] }, by, ...at }));
    },

    /** @spec CV45, CV48 */
    async runUntilIdle(customer) {
      const { number: customerNumber } = await findCustomer(customer);
      if (conversationContext === undefined)
        throw new TypeError(
          'Work on conversations needs an engine with a runner, outside of a transaction of the host.',
        );
      await runUntilIdle(conversationContext, { brand, customerNumber });
    },

    /** @spec JR8 */
    async journal(botId, request = {}) {
      const query = readInput(journalQuerySchema, request);
      const { id } = await run(findBot(caller, botId));
      return run(readJournals({ ...query, botId: id }));
    },

    /** @spec CV46, CV48, CV57 */
    async messages(customer, position) {
      const after = readInput(messagePositionSchema, position, 'after');
      const { number, lastSeq } = await findCustomer(customer);
      return allMessagesAfter((range) => read({ kind: 'messages', customer: number, range }), after, lastSeq);
    },

    /** @spec CV74 */
    async nextMessages(customer, position) {
      const after = readInput(messagePositionSchema, position, 'after');
      const { number } = await findCustomer(customer);
      return messagesAfter((range) => read({ kind: 'messages', customer: number, range }), after);
    },

    /** @spec CV48, CV57, CV80, CV81, CV82, CV83 */
    async *follow(customer, { after: position, signal } = {}) {
      const after = readInput(messagePositionSchema, position, 'after');
      await brandGate.require(brand);
      const { number } = await findCustomer(customer);
      const isVisible = ({ workspace }: CustomerRecord) => workspaces.includes(workspace);
      const followed = { brand, customer: number, isVisible, isOpen: () => brandGate.serves(brand) };
      yield* followConversation(parts, followed, { after, ...(signal !== undefined && { signal }) });
    },

    /** @spec CV48, CV61 */
    async status(customer) {
      const found = await findCustomer(customer);
      const record = await read({ kind: 'conversation', customer: found.number });
      const state = stateOf(record);
      const bot = await run(findBotOf(workspaces, found, state));
      const position = positionOf(found, state, record);
      const isWaiting = position.status === 'waiting' && state !== undefined;
      const isOpen = position.status !== 'with_agent' && position.status !== 'working';
      return {
        customer: found.number,
        deployment: found.purpose,
        ...(bot !== undefined && { bot: { id: bot.id, number: bot.number, name: bot.name } }),
        ...position,
        ...(isWaiting && (await run(expectedInputOf(parts, found, { state, record })))),
        ...(isOpen && (await run(quickWordsOf(parts, found, { state, record })))),
        fields: found.fields,
      };
    },

    close: async (customer) => enqueue(customer, { kind: 'closed' }),

    /** @spec CV24, CV48, CV57 */
    async resolve(customer, effectId, given) {
      const effect = readInput(effectIdSchema, effectId, 'effectId');
      const outcome = readInput(effectOutcomeSchema, given, 'outcome');
      await enqueue(customer, { kind: 'result', effect, outcome });
    },
  });
}

/** The bot that has the conversation, perhaps another one after a link. */
function* findBotOf(
  workspaces: readonly number[],
  { botId }: CustomerRecord,
  state: ConversationState | undefined,
): Part<ConversationStatus['bot']> {
  if (botId === undefined) return undefined;
  const [linked] = state === undefined ? [[]] : yield* load({ kind: 'linkedBots', ids: [], numbers: [state.bot] });
  const [bot] = linked;
  if (bot !== undefined && workspaces.includes(bot.workspace)) return bot;
  const [assigned] = yield* load({ kind: 'bot', id: botId });
  return assigned;
}

/** @throws {EngineError} `customer_not_found` @spec CV48 */
function requireVisible({ principal }: Caller, customer: CustomerRecord | undefined): CustomerRecord {
  if (customer === undefined || !principal.workspaces.includes(customer.workspace)) {
    throw new EngineError('customer_not_found');
  }
  return customer;
}

/** Only bots of the web family have a separate channel for visitors. @spec CV58, ER16 */
function noOwnChannel(family: string): EngineError {
  const message =
    `Visitors of a bot on ${family} write to a channel of that family, not to the bot: ` +
    "send with engine.channel(…), or talk to what was deployed to its test channel with deployment: 'test'.";
  return new EngineError('channel_not_found', { message });
}

function placeOf({ customer }: { readonly customer: CustomerRecord }): ConversationPlace {
  return { customer: customer.number, after: customer.lastSeq };
}
