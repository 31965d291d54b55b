import type { Message } from '../domain/message/message.ts';
import type { AccountConnectionRecord, AccountRecord } from '../ports/account-store.ts';
import type { ChannelRecord } from '../ports/channel-store.ts';
import type { CustomerRecord } from '../ports/customer-store.ts';
import type { LeaseHolder } from '../ports/delivery-store.ts';
import type { HookRecord } from '../ports/hook-store.ts';
import type { QueuedWork } from '../ports/queued-work.ts';
import { type BotOrder, botListOrders } from './bot-lists.ts';
import {
  type AttemptRow,
  accountConnectionTable,
  accountTable,
  attemptTable,
  type BotRow,
  type BrandChanges,
  type BrandView,
  botTable,
  type ChannelIndex,
  type CustomerIndex,
  channelTable,
  continueLog,
  customerTable,
  type GrowingLog,
  hookTable,
  type RequestRow,
  requestTable,
} from './brand-state.ts';
import type { StoredConversation } from './conversation-work-index.ts';
import { type CustomerOrder, customerListOrders } from './customer-lists.ts';
import { type ListView, withWorkingLists } from './listed-table.ts';
import type { StoredDelivery } from './stored-delivery.ts';
import { createWorkingNumberedTable, createWorkingTable, type NumberedView, type WorkingTable } from './table.ts';

/** The kinds of records that are numbered across all brands, each kind separately. */
export type NumberedKind = 'bot' | 'channel' | 'customer' | 'hook' | 'inbox';

/** Data from outside its brand that a transaction needs. */
export interface Outside {
  /** Gives 1, 2, … of each kind. No number is given twice, even after a rollback. */
  nextNumber(kind: NumberedKind): number;
  /** Whether a channel of another brand has this token. */
  isTokenElsewhere(tokenHash: string): boolean;
  /** Whether this worker has the lease of the customer's conversation. */
  isLeasedTo(customerNumber: number, worker: string): boolean;
  /** Whether a worker has the customer's conversation, or can find it. */
  isQueued(customerNumber: number): boolean;
}

/** The view of one transaction: its own writes over the committed state. */
export interface WorkingState extends BrandView, Outside {
  readonly bots: WorkingTable<string, BotRow, 'number'> & ListView<BotRow, BotOrder>;
  readonly channels: WorkingTable<number, ChannelRecord, ChannelIndex>;
  readonly customers: NumberedView<CustomerRecord, CustomerIndex> &
    WorkingTable<number, CustomerRecord, CustomerIndex> &
    ListView<CustomerRecord, CustomerOrder>;
  readonly hooks: WorkingTable<number, HookRecord, 'channel'>;
  readonly requests: WorkingTable<string, RequestRow, never>;
  readonly accounts: WorkingTable<string, AccountRecord, never>;
  readonly accountConnections: WorkingTable<string, AccountConnectionRecord, never>;
  readonly attempts: WorkingTable<string, AttemptRow, never>;
  readonly changes: BrandChanges;
  /** Customers that are released when this commits, each with the worker that has the lease. */
  readonly finished: Map<number, string>;
  /** Customers that are leased when this commits, each with the worker that gets the lease. */
  readonly leased: Map<number, LeaseHolder>;
  /** Kinds of work that this transaction added to a queue. */
  readonly queued: Set<keyof QueuedWork>;
  changeBot(botId: string, change: (row: BotRow) => BotRow): void;
  addMessage(customerNumber: number, message: Message): void;
  putConversation(customerNumber: number, conversation: StoredConversation): void;
  putDelivery(delivery: StoredDelivery): void;
}

export function createWorkingState(committed: BrandView, outside: Outside): WorkingState {
  const tables = {
    bots: withWorkingLists(createWorkingTable(committed.bots, botTable), committed.bots, botListOrders),
    channels: createWorkingTable(committed.channels, channelTable),
    customers: withWorkingLists(
      createWorkingNumberedTable(committed.customers, customerTable),
      committed.customers,
      customerListOrders,
    ),
    hooks: createWorkingTable(committed.hooks, hookTable),
    requests: createWorkingTable(committed.requests, requestTable),
    accounts: createWorkingTable(committed.accounts, accountTable),
    accountConnections: createWorkingTable(committed.accountConnections, accountConnectionTable),
    attempts: createWorkingTable(committed.attempts, attemptTable),
  };
  const messages = new Map<number, GrowingLog>();
  const conversations = new Map<number, StoredConversation>();
  const deliveries = new Map<string, StoredDelivery>();
  const finished = new Map<number, string>();
  const leased = new Map<number, LeaseHolder>();

  function* allDeliveries(): Iterable<StoredDelivery> {
    for (const each of committed.deliveries()) if (!deliveries.has(each.record.id)) yield each;
    yield* deliveries.values();
  }

  const view: BrandView = {
    ...tables,
    botsNamed: (search) => (tables.bots.changes.size === 0 ? committed.botsNamed(search) : tables.bots.rows()),
    messages(number) {
      if (tables.customers.get(number) === undefined) return undefined;
      return messages.get(number) ?? committed.messages(number);
    },
    conversation(number) {
      if (tables.customers.get(number) === undefined) return undefined;
      return conversations.get(number) ?? committed.conversation(number);
    },
    delivery: (id) => deliveries.get(id) ?? committed.delivery(id),
    deliveries: allDeliveries,
    newDelivery: committed.newDelivery,
  };
  const changes: BrandChanges = {
    bots: tables.bots.changes,
    channels: tables.channels.changes,
    customers: tables.customers.changes,
    hooks: tables.hooks.changes,
    requests: tables.requests.changes,
    accounts: tables.accounts.changes,
    accountConnections: tables.accountConnections.changes,
    attempts: tables.attempts.changes,
    messages,
    conversations,
    deliveries,
    finished,
    leased,
  };

  return {
    ...outside,
    ...view,
    ...tables,
    changes,
    finished,
    leased,
    queued: new Set(),
    changeBot(botId, change) {
      const row = tables.bots.get(botId);
      if (row !== undefined) tables.bots.put(change(row));
    },
    addMessage(number, message) {
      const log = messages.get(number) ?? continueLog(committed.messages(number));
      log.add(message);
      messages.set(number, log);
    },
    putConversation: (number, conversation) => void conversations.set(number, conversation),
    putDelivery: (stored) => void deliveries.set(stored.record.id, stored),
  };
}

/** Reads the state at one moment, after other callers have had their turn. */
export type Read = <T>(look: (view: BrandView) => T) => Promise<T>;

/** Changes the state while the transaction has the write lock, which it then keeps until it ends. */
export type Write = <T>(change: (state: WorkingState) => T) => Promise<T>;
