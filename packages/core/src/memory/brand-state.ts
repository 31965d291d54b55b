import type { TextSplice } from '../domain/edits/splices.ts';
import type { FeedbackConfiguration } from '../domain/feedback.ts';
import type { Message } from '../domain/message/message.ts';
import type { AccountConnectionRecord, AccountRecord, AuthorizationAttempt } from '../ports/account-store.ts';
import type { BotRecord, TestDeploymentRecord } from '../ports/bot-store.ts';
import type { ChannelRecord } from '../ports/channel-store.ts';
import type { CustomerRecord } from '../ports/customer-store.ts';
import type { LeaseHolder, NewDelivery } from '../ports/delivery-store.ts';
import type { DraftRecord, RevisionRecord } from '../ports/draft-store.ts';
import type { HookRecord } from '../ports/hook-store.ts';
import type { RequestRecord } from '../ports/request-store.ts';
import type { VersionRecord } from '../ports/version-store.ts';
import { type BotOrder, botListOrders } from './bot-lists.ts';
import type { ConversationWork } from './conversation-work.ts';
import type { StoredConversation } from './conversation-work-index.ts';
import { type CustomerOrder, customerListOrders } from './customer-lists.ts';
import type { DeliveryIndex } from './delivery-index.ts';
import { type ListedView, type ListView, withLists } from './listed-table.ts';
import { newDelivery, type SharedBody, type StoredDelivery } from './stored-delivery.ts';
import {
  createNumberedTable,
  createTable,
  type NumberedView,
  type TableChanges,
  type TableDefinition,
  type TableView,
} from './table.ts';
import { createTextIndex } from './text-index.ts';

/**
 * A bot and everything that belongs to it. It is replaced and never changed in place, so that a rollback only discards
 * the new one.
 */
export interface BotRow {
  readonly bot: BotRecord;
  readonly draft?: StoredDraft;
  /** Newest first. */
  readonly revisions: readonly StoredRevision[];
  /** How many of `revisions` count as past states; left out: all. */
  readonly pastStates?: number;
  /** By ascending id, including reservations. */
  readonly versions: readonly StoredVersion[];
  readonly feedback?: FeedbackConfiguration;
  readonly testDeployment?: TestDeploymentRecord;
}

/** Either its whole text, or the splices that make it from the text of the state before. */
interface StoredText {
  readonly diagramJson?: string;
  readonly textSplices?: readonly TextSplice[];
}

export interface StoredDraft extends Omit<DraftRecord, 'diagramJson'>, StoredText {
  /** UTF-8 bytes of the text. Left out of a whole text, as they are counted when the state is past. */
  readonly bytes?: number;
}

export interface StoredRevision {
  readonly record: Omit<RevisionRecord, 'diagramJson'> & StoredText;
  readonly bytes: number;
}

export interface StoredVersion {
  readonly record: VersionRecord;
  /** Present while it is a reservation. */
  readonly reservedAt?: number;
}

/** One `Idempotency-Key`: in use by a run until it is completed or the lease ends. */
export interface RequestRow extends RequestRecord {
  /** A JSON list of person, path and key. */
  readonly key: string;
  readonly run: string;
}

export interface AttemptRow extends AuthorizationAttempt {
  readonly isTaken: boolean;
}

export type ChannelIndex = 'bot' | 'id' | 'token';
export type CustomerIndex = 'channel' | 'expiring' | 'token';

export const botTable: TableDefinition<string, BotRow, 'number'> = {
  keyOf: ({ bot }) => bot.id,
  indexes: { number: ({ bot }) => bot.number },
};

export const channelTable: TableDefinition<number, ChannelRecord, ChannelIndex> = {
  keyOf: ({ number }) => number,
  indexes: { bot: ({ botId }) => botId, id: ({ id }) => id, token: ({ tokenHash }) => tokenHash },
};

export const customerTable: TableDefinition<number, CustomerRecord, CustomerIndex> = {
  keyOf: ({ number }) => number,
  indexes: {
    channel: ({ channelNumber }) => channelNumber,
    expiring: ({ channelNumber, expiresAt }) => (expiresAt === undefined ? undefined : channelNumber),
    token: ({ channelNumber, token }) => (token === undefined ? undefined : customerTokenKey(channelNumber, token)),
  },
};

/** A token is unique on its channel. */
export function customerTokenKey(channelNumber: number, token: string): string {
  return `${channelNumber} ${token}`;
}

export const hookTable: TableDefinition<number, HookRecord, 'channel'> = {
  keyOf: ({ number }) => number,
  indexes: { channel: ({ channelNumber }) => channelNumber },
};

export const requestTable: TableDefinition<string, RequestRow, never> = { keyOf: ({ key }) => key, indexes: {} };
export const accountTable: TableDefinition<string, AccountRecord, never> = { keyOf: ({ id }) => id, indexes: {} };
export const accountConnectionTable: TableDefinition<string, AccountConnectionRecord, never> = {
  keyOf: ({ id }) => id,
  indexes: {},
};
export const attemptTable: TableDefinition<string, AttemptRow, never> = {
  keyOf: ({ stateHash }) => stateHash,
  indexes: {},
};

/** The state that reads see: the committed state, or the state of a transaction. */
export interface BrandView {
  readonly bots: ListedView<string, BotRow, 'number', BotOrder>;
  readonly channels: TableView<number, ChannelRecord, ChannelIndex>;
  readonly customers: NumberedView<CustomerRecord, CustomerIndex> & ListView<CustomerRecord, CustomerOrder>;
  readonly hooks: TableView<number, HookRecord, 'channel'>;
  readonly requests: TableView<string, RequestRow, never>;
  readonly accounts: TableView<string, AccountRecord, never>;
  readonly accountConnections: TableView<string, AccountConnectionRecord, never>;
  readonly attempts: TableView<string, AttemptRow, never>;
  /** The bots whose folded name may contain a text: all that do, and perhaps others. */
  botsNamed(search: string): Iterable<BotRow>;
  /** `undefined` if the customer has none. */
  messages(customerNumber: number): MessageLog | undefined;
  conversation(customerNumber: number): StoredConversation | undefined;
  delivery(id: string): StoredDelivery | undefined;
  deliveries(): Iterable<StoredDelivery>;
  /** Makes the stored delivery, in order after all that were added before. */
  newDelivery(added: NewDelivery, body: SharedBody): StoredDelivery;
}

/** The committed state of one brand. */
export interface BrandState extends BrandView {
  /** How often the settings were changed. */
  settingsRevision(): number;
  /** Applies the changes of a transaction in one step. */
  apply(changes: Partial<BrandChanges>): void;
  conversations(): Iterable<readonly [customerNumber: number, StoredConversation]>;
}

export interface BrandChanges {
  readonly bots: TableChanges<string, BotRow>;
  readonly channels: TableChanges<number, ChannelRecord>;
  readonly customers: TableChanges<number, CustomerRecord>;
  readonly hooks: TableChanges<number, HookRecord>;
  readonly requests: TableChanges<string, RequestRow>;
  readonly accounts: TableChanges<string, AccountRecord>;
  readonly accountConnections: TableChanges<string, AccountConnectionRecord>;
  readonly attempts: TableChanges<string, AttemptRow>;
  /** New messages, by the number of their customer. */
  readonly messages: ReadonlyMap<number, { readonly added: readonly Message[] }>;
  readonly conversations: ReadonlyMap<number, StoredConversation>;
  readonly deliveries: ReadonlyMap<string, StoredDelivery>;
  /** Workers that release a customer, by its number. */
  readonly finished: ReadonlyMap<number, string>;
  /** Customers that a worker is given, with it. */
  readonly leased: ReadonlyMap<number, LeaseHolder>;
}

/** The state that is shared by all brands. */
export interface SharedState {
  readonly deliveries: DeliveryIndex;
  readonly conversations: ConversationWork;
}

export function createBrandState(brand: string, { deliveries: board, conversations: work }: SharedState): BrandState {
  const tables = {
    bots: withLists(createTable(botTable), botListOrders),
    channels: createTable(channelTable),
    customers: withLists(createNumberedTable(customerTable), customerListOrders),
    hooks: createTable(hookTable),
    requests: createTable(requestTable),
    accounts: createTable(accountTable),
    accountConnections: createTable(accountConnectionTable),
    attempts: createTable(attemptTable),
  };
  const messages = new Map<number, GrowingLog>();
  const conversations = new Map<number, StoredConversation>();
  const botNames = createTextIndex(() =>
    Iterator.from(tables.bots.rows()).map(({ bot }) => [bot.number, bot.foldedName] as const),
  );

  function* botsNamed(search: string): Iterable<BotRow> {
    const numbers = botNames.candidates(search);
    if (numbers === undefined) yield* tables.bots.rows();
    else for (const number of numbers) yield* tables.bots.rowsOf('number', number);
  }

  function applyBots(changes: BrandChanges['bots']): void {
    for (const [id, after] of changes) {
      const before = tables.bots.get(id);
      const number = (after ?? before)?.bot.number;
      if (number !== undefined) botNames.put(number, before?.bot.foldedName, after?.bot.foldedName);
    }
    tables.bots.apply(changes);
    botNames.tidy();
  }

  function addMessages(customerNumber: number, added: readonly Message[]): void {
    const log = messages.get(customerNumber) ?? continueLog(undefined);
    for (const message of added) log.add(message);
    messages.set(customerNumber, log);
  }

  function putConversation(customerNumber: number, conversation: StoredConversation): void {
    conversations.set(customerNumber, conversation);
    work.committed(brand, customerNumber, conversation);
  }

  /** Removes the messages and the conversation of a deleted customer. @spec CQ13 */
  function forget(customerNumber: number): void {
    messages.delete(customerNumber);
    conversations.delete(customerNumber);
    work.committed(brand, customerNumber, undefined);
  }

  let settingsRevision = 0;

  return {
    ...tables,
    settingsRevision: () => settingsRevision,
    botsNamed,
    messages: (customerNumber) => messages.get(customerNumber),
    conversation: (customerNumber) => conversations.get(customerNumber),
    conversations: () => conversations.entries(),
    delivery: (id) => board.find(brand, id),
    deliveries: () => board.ofBrand(brand),
    newDelivery: (added, body) => newDelivery(added, { brand, body, place: board.nextPlace() }),
    apply(changes) {
      const { bots, channels, hooks } = changes;
      if ([bots, channels, hooks].some((each) => each !== undefined && each.size > 0)) settingsRevision += 1;
      applyBots(changes.bots ?? new Map());
      tables.channels.apply(changes.channels ?? new Map());
      tables.customers.apply(changes.customers ?? new Map());
      tables.hooks.apply(changes.hooks ?? new Map());
      tables.requests.apply(changes.requests ?? new Map());
      tables.accounts.apply(changes.accounts ?? new Map());
      tables.accountConnections.apply(changes.accountConnections ?? new Map());
      tables.attempts.apply(changes.attempts ?? new Map());
      for (const [number, { added }] of changes.messages ?? []) addMessages(number, added);
      for (const [number, conversation] of changes.conversations ?? []) putConversation(number, conversation);
      for (const [number, customer] of changes.customers ?? []) if (customer === undefined) forget(number);
      for (const [number, worker] of changes.finished ?? []) work.finished(brand, number, worker);
      for (const [number, holder] of changes.leased ?? []) work.leased(brand, number, holder);
      for (const delivery of changes.deliveries?.values() ?? []) board.put(delivery);
    },
  };
}

/** The messages of one customer, oldest first. */
export interface MessageLog {
  readonly length: number;
  at(index: number): Message | undefined;
  find(uuid: string): Message | undefined;
}

export interface GrowingLog extends MessageLog {
  readonly added: readonly Message[];
  add(message: Message): void;
}

/** Starts a log that continues another one without changing it. */
export function continueLog(before: MessageLog | undefined): GrowingLog {
  const added: Message[] = [];
  const byUuid = new Map<string, Message>();
  const start = before?.length ?? 0;
  return {
    added,
    get length() {
      return start + added.length;
    },
    at: (index) => (index < start ? before?.at(index) : added[index - start]),
    find: (uuid) => byUuid.get(uuid) ?? before?.find(uuid),
    add(message) {
      added.push(message);
      byUuid.set(message.uuid, message);
    },
  };
}
