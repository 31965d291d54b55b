import type { AccountConnectionRecord, AccountRecord } from '../ports/account-store.ts';
import type { AttemptRow } from './account-connection-store.ts';
import type { BotShelf } from './bot-shelf.ts';
import type { BrandChanges, BrandView } from './brand-state.ts';
import type { FiledDelivery } from './filed-delivery.ts';
import type { RequestRow } from './request-store.ts';
import { createWorkingTable, type WorkingTable } from './table.ts';

/** What one transaction sees and changes: its own writes over committed state. */
export interface WorkingState extends BrandView {
  readonly changes: BrandChanges;
  /** Bots that this transaction claimed or inserted. */
  readonly held: Set<string>;
  putShelf(botId: string, shelf: BotShelf | undefined): void;
  /** @throws When the brand has no such bot. */
  changeShelf(botId: string, change: (shelf: BotShelf) => BotShelf): void;
  putRequest(key: string, row: RequestRow | undefined): void;
  readonly accounts: WorkingTable<AccountRecord>;
  readonly accountConnections: WorkingTable<AccountConnectionRecord>;
  readonly attempts: WorkingTable<AttemptRow>;
  putDelivery(filed: FiledDelivery): void;
  /** Never given twice, whatever becomes of the transaction. */
  nextBotNumber(): number;
}

export function createWorkingState(committed: BrandView, nextBotNumber: () => number): WorkingState {
  const shelves = new Map<string, BotShelf | undefined>();
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
    changes: {
      shelves,
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
    nextBotNumber,
    shelf,
    shelves: allShelves,
    shelfByNumber(number) {
      for (const each of shelves.values()) if (each?.bot.number === number) return each;
      const found = committed.shelfByNumber(number);
      return found === undefined || shelves.has(found.bot.id) ? undefined : found;
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
    putRequest: (key, row) => void requests.set(key, row),
    putDelivery: (filed) => void deliveries.set(filed.record.id, filed),
  };
}
