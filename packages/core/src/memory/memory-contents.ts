import type { Message } from '../domain/message/message.ts';
import type { AccountConnectionRecord, AccountRecord } from '../ports/account-store.ts';
import type { ChannelRecord } from '../ports/channel-store.ts';
import type { CustomerRecord } from '../ports/customer-store.ts';
import type { HookRecord } from '../ports/hook-store.ts';
import type { AttemptRow, BotRow, BrandState, RequestRow, SharedState } from './brand-state.ts';
import type { StoredConversation, WorkRow } from './conversation-work-index.ts';
import { type StoredDelivery, shareBodies } from './stored-delivery.ts';
import type { TenantContents } from './tenant-registry.ts';
import type { NumberedKind } from './working-state.ts';

type OfBrand<T> = T & { readonly brand: string };

/** Everything that a memory store has committed, except the counts of its rate limiter, as plain data. */
export interface MemoryContents extends TenantContents {
  /** With their drafts, revisions, versions and reservations, feedback configurations and test deployments. */
  readonly bots: readonly OfBrand<BotRow>[];
  readonly channels: readonly OfBrand<ChannelRecord>[];
  /** With their messages, oldest first. */
  readonly customers: readonly OfBrand<CustomerRecord & { readonly messages: readonly Message[] }>[];
  readonly hooks: readonly OfBrand<HookRecord>[];
  readonly conversations: readonly OfBrand<StoredConversation & { readonly customerNumber: number }>[];
  readonly requests: readonly OfBrand<RequestRow>[];
  readonly accounts: readonly OfBrand<AccountRecord>[];
  readonly accountConnections: readonly OfBrand<AccountConnectionRecord>[];
  readonly attempts: readonly OfBrand<AttemptRow>[];
  readonly deliveries: readonly StoredDelivery[];
  /** Customers whose conversations wait for a worker or are leased to one. */
  readonly conversationWork: readonly WorkRow[];
  /** The last number that was given, by kind. */
  readonly numbers: Readonly<Record<NumberedKind, number>>;
}

export function dumpContents(
  states: ReadonlyMap<string, BrandState>,
  shared: Pick<MemoryContents, 'brands' | 'tokens' | 'deliveries' | 'conversationWork' | 'numbers'>,
): MemoryContents {
  const ofAll = <T extends object>(list: (state: BrandState) => Iterable<T>): OfBrand<T>[] =>
    [...states].flatMap(([brand, state]) => Array.from(list(state), (row) => ({ ...row, brand })));
  return {
    ...shared,
    bots: ofAll((state) => state.bots.rows()),
    channels: ofAll((state) => state.channels.rows()),
    customers: ofAll((state) =>
      Iterator.from(state.customers.rows()).map((customer) => ({
        ...customer,
        messages: messagesOf(state, customer.number),
      })),
    ),
    hooks: ofAll((state) => state.hooks.rows()),
    conversations: ofAll((state) =>
      Iterator.from(state.conversations()).map(([customerNumber, stored]) => ({ ...stored, customerNumber })),
    ),
    requests: ofAll((state) => state.requests.rows()),
    accounts: ofAll((state) => state.accounts.rows()),
    accountConnections: ofAll((state) => state.accountConnections.rows()),
    attempts: ofAll((state) => state.attempts.rows()),
  };
}

function messagesOf(state: BrandState, customerNumber: number): readonly Message[] {
  const log = state.messages(customerNumber);
  return Array.from({ length: log?.length ?? 0 }, (_, index) => log?.at(index)).filter((each) => each !== undefined);
}

/** @param contents - Frozen, as the store uses these rows without copying them. */
export function loadContents(
  contents: MemoryContents,
  { stateOf, deliveries, conversations }: SharedState & { stateOf(brand: string): BrandState },
): void {
  const byKey = <TKey, T extends object>(rows: readonly OfBrand<T>[], brand: string, keyOf: (row: T) => TKey) =>
    new Map(
      rows
        .filter((row) => row.brand === brand)
        .map(({ brand: _, ...row }) => Object.freeze(row) as unknown as T)
        .map((row) => [keyOf(row), row] as const),
    );
  const names = [contents.bots, contents.channels, contents.requests, contents.accounts, contents.accountConnections]
    .flat()
    .map(({ brand }) => brand);
  for (const brand of new Set(names)) {
    const customers = byKey(contents.customers, brand, ({ number }) => number);
    stateOf(brand).apply({
      bots: byKey(contents.bots, brand, ({ bot }) => bot.id),
      channels: byKey(contents.channels, brand, ({ number }) => number),
      customers: new Map(
        [...customers].map(([number, { messages: _, ...customer }]) => [number, Object.freeze(customer)]),
      ),
      hooks: byKey(contents.hooks, brand, ({ number }) => number),
      // A run that had not completed its key ended with the process that had these contents.
      requests: byKey(
        contents.requests.filter(({ completed }) => completed !== undefined),
        brand,
        ({ key }) => key,
      ),
      accounts: byKey(contents.accounts, brand, ({ id }) => id),
      accountConnections: byKey(contents.accountConnections, brand, ({ id }) => id),
      attempts: byKey(contents.attempts, brand, ({ stateHash }) => stateHash),
      messages: new Map([...customers].map(([number, { messages }]) => [number, { added: messages }])),
      conversations: new Map(
        [...byKey(contents.conversations, brand, ({ customerNumber }) => customerNumber)].map(
          ([number, { customerNumber: _, ...conversation }]) => [number, Object.freeze(conversation)],
        ),
      ),
    });
  }
  const bodyOf = shareBodies();
  for (const delivery of contents.deliveries) {
    const { record, body } = delivery;
    // Deliveries with equal bodies share one again.
    const shared = body && bodyOf({ customerNumber: record.customerNumber, body: body.text });
    deliveries.put(shared === undefined ? delivery : Object.freeze({ ...delivery, body: shared }));
  }
  conversations.restore(contents.conversationWork);
}
