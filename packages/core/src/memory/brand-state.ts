import type { Message } from '../domain/message/message.ts';
import type { AccountConnectionRecord, AccountRecord } from '../ports/account-store.ts';
import type { ChannelRecord } from '../ports/channel-store.ts';
import type { CustomerRecord } from '../ports/customer-store.ts';
import type { NewDelivery } from '../ports/delivery-store.ts';
import type { HookRecord } from '../ports/hook-store.ts';
import type { AttemptRow } from './account-connection-store.ts';
import type { BotShelf } from './bot-shelf.ts';
import type { ConversationShelf } from './conversation-shelf.ts';
import type { ConversationWork } from './conversation-work.ts';
import type { DeliveryBoard } from './delivery-board.ts';
import { type FiledDelivery, fileDelivery } from './filed-delivery.ts';
import type { KeptBody } from './kept-body.ts';
import { continueLog, type GrowingLog, type MessageLog } from './message-log.ts';
import { createNumberedTable, type NumberedChanges } from './numbered-table.ts';
import { channelGroups, customerGroups, hookGroups, type RecordTables } from './record-tables.ts';
import type { RequestRow } from './request-store.ts';
import { createTable, type Table, type TableChanges, type TableView } from './table.ts';

/** What a read can ask, of committed state and of a transaction alike. */
export interface BrandView extends RecordTables {
  shelf(botId: string): BotShelf | undefined;
  shelfByNumber(number: number): BotShelf | undefined;
  shelves(): Iterable<BotShelf>;
  /** `undefined` where there is none. */
  messages(customerNumber: number): MessageLog | undefined;
  conversation(customerNumber: number): ConversationShelf | undefined;
  request(key: string): RequestRow | undefined;
  readonly accounts: TableView<AccountRecord>;
  readonly accountConnections: TableView<AccountConnectionRecord>;
  /** By the hash of the state. */
  readonly attempts: TableView<AttemptRow>;
  delivery(id: string): FiledDelivery | undefined;
  deliveries(): Iterable<FiledDelivery>;
  /** Gives it its place, behind all that were filed before. */
  fileDelivery(added: NewDelivery, body: KeptBody): FiledDelivery;
}

/** Committed state of one brand. */
export interface BrandState extends BrandView {
  /** Takes over what a transaction changed, in one step; `undefined` removes. */
  apply(changes: Partial<BrandChanges>): void;
  conversations(): Iterable<readonly [customerNumber: number, ConversationShelf]>;
  requests(): Iterable<readonly [key: string, RequestRow]>;
  readonly accounts: Table<AccountRecord>;
  readonly accountConnections: Table<AccountConnectionRecord>;
  readonly attempts: Table<AttemptRow>;
}

export interface BrandChanges {
  readonly shelves: ReadonlyMap<string, BotShelf | undefined>;
  readonly channels: NumberedChanges<ChannelRecord>;
  readonly customers: NumberedChanges<CustomerRecord>;
  readonly hooks: NumberedChanges<HookRecord>;
  /** New ones, by the number of their customer. */
  readonly messages: ReadonlyMap<number, { readonly added: readonly Message[] }>;
  readonly conversations: ReadonlyMap<number, ConversationShelf>;
  readonly requests: ReadonlyMap<string, RequestRow | undefined>;
  readonly accounts: TableChanges<AccountRecord>;
  readonly accountConnections: TableChanges<AccountConnectionRecord>;
  readonly attempts: TableChanges<AttemptRow>;
  readonly deliveries: ReadonlyMap<string, FiledDelivery>;
}

/** What is kept of all brands together. */
export interface Boards {
  readonly deliveries: DeliveryBoard;
  readonly conversations: ConversationWork;
}

export function createBrandState(brand: string, boards: Boards): BrandState {
  const { deliveries: board, conversations: work } = boards;
  const shelves = new Map<string, BotShelf>();
  const botIds = new Map<number, string>();
  const channels = createNumberedTable(channelGroups);
  const customers = createNumberedTable(customerGroups);
  const hooks = createNumberedTable(hookGroups);
  const messages = new Map<number, GrowingLog>();
  const conversations = new Map<number, ConversationShelf>();
  const requests = new Map<string, RequestRow>();
  const accounts = createTable<AccountRecord>();
  const accountConnections = createTable<AccountConnectionRecord>();
  const attempts = createTable<AttemptRow>();

  function put(botId: string, shelf: BotShelf | undefined): void {
    const before = shelves.get(botId);
    if (before !== undefined) botIds.delete(before.bot.number);
    if (shelf === undefined) {
      shelves.delete(botId);
      return;
    }
    shelves.set(botId, shelf);
    botIds.set(shelf.bot.number, botId);
  }

  function addMessages(customerNumber: number, added: readonly Message[]): void {
    const log = messages.get(customerNumber) ?? continueLog(undefined);
    for (const message of added) log.add(message);
    messages.set(customerNumber, log);
  }

  function putConversation(customerNumber: number, shelf: ConversationShelf): void {
    conversations.set(customerNumber, shelf);
    work.committed(brand, customerNumber, shelf);
  }

  /** Of a customer. @spec CQ13 */
  function erase(customerNumber: number): void {
    messages.delete(customerNumber);
    conversations.delete(customerNumber);
    work.committed(brand, customerNumber, undefined);
  }

  return {
    channels,
    customers,
    hooks,
    shelf: (botId) => shelves.get(botId),
    shelfByNumber(number) {
      const botId = botIds.get(number);
      return botId === undefined ? undefined : shelves.get(botId);
    },
    shelves: () => shelves.values(),
    messages: (customerNumber) => messages.get(customerNumber),
    conversation: (customerNumber) => conversations.get(customerNumber),
    conversations: () => conversations.entries(),
    request: (key) => requests.get(key),
    requests: () => requests.entries(),
    accounts,
    accountConnections,
    attempts,
    delivery: (id) => board.find(brand, id),
    deliveries: () => board.ofBrand(brand),
    fileDelivery: (added, body) => fileDelivery(added, { brand, body, place: board.nextPlace() }),
    apply(changes) {
      for (const [botId, shelf] of changes.shelves ?? []) put(botId, shelf);
      channels.apply(changes.channels ?? new Map());
      customers.apply(changes.customers ?? new Map());
      hooks.apply(changes.hooks ?? new Map());
      for (const [number, { added }] of changes.messages ?? []) addMessages(number, added);
      for (const [number, shelf] of changes.conversations ?? []) putConversation(number, shelf);
      for (const [number, customer] of changes.customers ?? []) if (customer === undefined) erase(number);
      for (const [key, row] of changes.requests ?? []) {
        if (row === undefined) requests.delete(key);
        else requests.set(key, row);
      }
      accounts.apply(changes.accounts);
      accountConnections.apply(changes.accountConnections);
      attempts.apply(changes.attempts);
      for (const filed of changes.deliveries?.values() ?? []) board.put(filed);
    },
  };
}
