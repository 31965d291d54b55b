import type { Message } from '../domain/message/message.ts';
import type { AccountConnectionRecord, AccountRecord } from '../ports/account-store.ts';
import type { ChannelRecord } from '../ports/channel-store.ts';
import type { CustomerRecord } from '../ports/customer-store.ts';
import type { HookRecord } from '../ports/hook-store.ts';
import type { AttemptRow } from './account-connection-store.ts';
import type { BotShelf } from './bot-shelf.ts';
import type { BrandChanges, BrandView } from './brand-state.ts';
import type { ConversationShelf } from './conversation-shelf.ts';
import type { FiledDelivery } from './filed-delivery.ts';
import { continueLog, type GrowingLog } from './message-log.ts';
import type { NumberedKind } from './number-source.ts';
import { createWorkingNumberedTable, type WorkingNumberedTable } from './numbered-table.ts';
import {
  type ChannelGroup,
  type CustomerGroup,
  channelGroups,
  customerGroups,
  type HookGroup,
  hookGroups,
} from './record-tables.ts';
import type { RequestRow } from './request-store.ts';
import { createWorkingTable, type WorkingTable } from './table.ts';

/** What one transaction sees and changes: its own writes over committed state. */
export interface WorkingState extends BrandView, Outside {
  readonly changes: BrandChanges;
  /** Bots that this transaction claimed or inserted. */
  readonly held: Set<string>;
  /** Customers, likewise. */
  readonly heldCustomers: Set<number>;
  readonly channels: WorkingNumberedTable<ChannelRecord, ChannelGroup>;
  readonly customers: WorkingNumberedTable<CustomerRecord, CustomerGroup>;
  readonly hooks: WorkingNumberedTable<HookRecord, HookGroup>;
  putShelf(botId: string, shelf: BotShelf | undefined): void;
  /** @throws When the brand has no such bot. */
  changeShelf(botId: string, change: (shelf: BotShelf) => BotShelf): void;
  addMessage(customerNumber: number, message: Message): void;
  putConversation(customerNumber: number, shelf: ConversationShelf): void;
  putRequest(key: string, row: RequestRow | undefined): void;
  readonly accounts: WorkingTable<AccountRecord>;
  readonly accountConnections: WorkingTable<AccountConnectionRecord>;
  readonly attempts: WorkingTable<AttemptRow>;
  putDelivery(filed: FiledDelivery): void;
}

/** What a transaction needs to know beyond its brand. */
export interface Outside {
  /** Never given twice, whatever becomes of the transaction. */
  nextNumber(kind: NumberedKind): number;
  /** Tells whether a channel of another brand has this token. */
  isTokenElsewhere(tokenHash: string): boolean;
  /** Tells whether a worker has the conversation of this customer. */
  isLeasedTo(customerNumber: number, worker: string): boolean;
}

export function createWorkingState(committed: BrandView, outside: Outside): WorkingState {
  const shelves = new Map<string, BotShelf | undefined>();
  const channels = createWorkingNumberedTable(committed.channels, channelGroups);
  const customers = createWorkingNumberedTable(committed.customers, customerGroups);
  const hooks = createWorkingNumberedTable(committed.hooks, hookGroups);
  const messages = new Map<number, GrowingLog>();
  const conversations = new Map<number, ConversationShelf>();
  const requests = new Map<string, RequestRow | undefined>();
  const accounts = createWorkingTable(committed.accounts, ({ id }) => id);
  const accountConnections = createWorkingTable(committed.accountConnections, ({ id }) => id);
  const attempts = createWorkingTable(committed.attempts, ({ stateHash }) => stateHash);
  const deliveries = new Map<string, FiledDelivery>();

  function shelf(botId: string): BotShelf | undefined {
    return shelves.has(botId) ? shelves.get(botId) : committed.shelf(botId);
  }

  function* allShelves(): Iterable<BotShelf> {
    for (const each of committed.shelves()) if (!shelves.has(each.bot.id)) yield each;
    for (const each of shelves.values()) if (each !== undefined) yield each;
  }

  function* allDeliveries(): Iterable<FiledDelivery> {
    for (const each of committed.deliveries()) if (!deliveries.has(each.record.id)) yield each;
    yield* deliveries.values();
  }

  return {
    ...outside,
    changes: {
      shelves,
      channels: channels.changes,
      customers: customers.changes,
      hooks: hooks.changes,
      messages,
      conversations,
      requests,
      accounts: accounts.changes,
      accountConnections: accountConnections.changes,
      attempts: attempts.changes,
      deliveries,
    },
    accounts,
    accountConnections,
    attempts,
    held: new Set(),
    heldCustomers: new Set(),
    channels,
    customers,
    hooks,
    shelf,
    shelves: allShelves,
    shelfByNumber(number) {
      for (const each of shelves.values()) if (each?.bot.number === number) return each;
      const found = committed.shelfByNumber(number);
      return found === undefined || shelves.has(found.bot.id) ? undefined : found;
    },
    messages(number) {
      if (customers.find(number) === undefined) return undefined;
      return messages.get(number) ?? committed.messages(number);
    },
    conversation(number) {
      if (customers.find(number) === undefined) return undefined;
      return conversations.get(number) ?? committed.conversation(number);
    },
    request: (key) => (requests.has(key) ? requests.get(key) : committed.request(key)),
    delivery: (id) => deliveries.get(id) ?? committed.delivery(id),
    deliveries: allDeliveries,
    fileDelivery: committed.fileDelivery,
    putShelf: (botId, next) => void shelves.set(botId, next),
    changeShelf(botId, change) {
      const present = shelf(botId);
      if (present === undefined) throw new Error('A write names a bot that the brand does not have.');
      shelves.set(botId, change(present));
    },
    addMessage(number, message) {
      const log = messages.get(number) ?? continueLog(committed.messages(number));
      log.add(message);
      messages.set(number, log);
    },
    putConversation(number, shelf) {
      if (customers.find(number) === undefined)
        throw new Error('A write names a customer that the brand does not have.');
      conversations.set(number, shelf);
    },
    putRequest: (key, row) => void requests.set(key, row),
    putDelivery: (filed) => void deliveries.set(filed.record.id, filed),
  };
}
