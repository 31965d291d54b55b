import { equal } from 'node:assert/strict';
import type {
  BatchOperation,
  ClaimedConversation,
  CommitOutcome,
  ConversationClaim,
  InboxEntry,
  InboxItem,
  LeaseHolder,
  Request,
  Storage,
} from '@botwright/core/ports';
import { ask, put } from '../records/samples.ts';

export const brand = 'acme';
export const otherBrand = 'umbrella';

type Committed = Extract<CommitOutcome, { kind: 'committed' }>;

/** Commits, and fails where the store does not. */
export async function store(
  storage: Storage,
  operations: readonly BatchOperation[],
  brandName: string = brand,
): Promise<Committed> {
  const outcome = await storage.commit({ brand: brandName }, { conditions: [], operations });
  equal(outcome.kind, 'committed');
  return outcome as Committed;
}

/** A condition that no store meets. */
const unmet = { kind: 'bot', key: ['none'], version: 'none' } as const;

/** Commits a batch whose last condition does not hold. */
export async function storeInVain(storage: Storage, operations: readonly BatchOperation[]): Promise<void> {
  equal((await storage.commit({ brand }, { conditions: [unmet], operations })).kind, 'conflict');
}

export async function commit(
  storage: Storage,
  operations: readonly BatchOperation[],
  brandName: string = brand,
): Promise<CommitOutcome['kind']> {
  return (await storage.commit({ brand: brandName }, { conditions: [], operations })).kind;
}

/** An answer that a store gives in a brand. */
export function askIn<T>(storage: Storage, request: Request, brandName: string = brand): Promise<T> {
  return ask(storage, request, { brand: brandName });
}

export interface Place {
  readonly brandName?: string;
  /** The bot that owns the channel. */
  readonly botId?: string;
  readonly purpose?: 'live' | 'test';
  readonly defaultBot?: string;
}

/** Puts a new channel with this many customers. @returns The number of the channel, then theirs, which rise. */
export async function putChannel(storage: Storage, customers: number, place: Place = {}): Promise<readonly number[]> {
  const { brandName = brand, purpose = 'live', ...members } = place;
  const sequence = (name: string): Request => ({ do: 'number', sequence: name });
  const requests = [sequence('channel'), ...Array.from({ length: customers }, () => sequence('customer'))];
  const [channelNumber = 0, ...rest] = (await storage.read({ brand: brandName }, requests)) as number[];
  const numbers = rest.toSorted((a, b) => a - b);
  const where = { workspace: 1, purpose };
  const channel = {
    ...{ number: channelNumber, id: `channel ${channelNumber}`, name: 'Support', type: 'apichat' },
    ...{ active: true, configured: false, createdAt: 1_000, ...where, ...members },
  };
  const puts = numbers.map((number) => put('customer', sampleCustomer(number, channelNumber, where)));
  await store(storage, [put('channel', channel), ...puts], brandName);
  return [channelNumber, ...numbers];
}

function sampleCustomer(number: number, channelNumber: number, place: object): object {
  return {
    ...{ number, channelNumber, ...place, name: '', email: '', phone: '', archived: false, blocked: false },
    ...{ optIn: true, registerDate: 1_000, unread: 0, lastSeq: 0, fields: {} },
    ...{ folded_name: '', folded_email: '', folded_phone: '', folded_token: '' },
  };
}

type Customers = readonly [number, number, number, number, number, ...number[]];

/** Puts this many customers. The type has five, so that a case can destructure up to five. */
export async function putCustomers(storage: Storage, count: number, place?: Place): Promise<Customers> {
  return (await putChannel(storage, count, place)).slice(1) as readonly number[] as Customers;
}

/** A bot's uuid; a greater number sorts later. */
export function botId(number: number): string {
  return `b0000000-0000-4000-8000-${number.toString(16).padStart(12, '0')}`;
}

export async function putBot(storage: Storage, id: string, brandName: string = brand): Promise<void> {
  const number = await askIn<number>(storage, { do: 'number', sequence: 'bot' }, brandName);
  const bot = {
    ...{ id, number, name: 'Bot', foldedName: 'bot', workspace: 1, channelFamily: 'native', state: 'active' },
    ...{ builder: 'current', channels: [], testChannel: `test of ${id}`, createdAt: 1_000, editedAt: 1_000 },
  };
  await store(storage, [put('bot', bot)], brandName);
}

export function enqueue(customer: number, item: InboxItem, at: number, holder?: LeaseHolder): BatchOperation {
  return { do: 'enqueue', customer, item, at, ...(holder !== undefined && { holder }) };
}

/** Adds an entry. @returns Whether it leased the customer to the holder. */
export async function push(
  storage: Storage,
  customer: number,
  item: InboxItem,
  at: number,
  holder?: LeaseHolder,
): Promise<boolean> {
  return (await store(storage, [enqueue(customer, item, at, holder)])).isLeased === true;
}

export function firstEntry(
  storage: Storage,
  customer: number,
  brandName: string = brand,
): Promise<InboxEntry | undefined> {
  return askIn(storage, { do: 'inbox', customer }, brandName);
}

export function isLeasedTo(storage: Storage, customer: number, worker: string): Promise<boolean> {
  return askIn(storage, { do: 'lease', customer, worker });
}

/** Notes whether effects of a conversation wait, as the engine does with each state that it stores. */
export async function setEffects(
  storage: Storage,
  customer: number,
  effects: boolean,
  brandName: string = brand,
): Promise<void> {
  await store(storage, [{ do: 'settle', customer, effects }], brandName);
}

export async function dropFirst(storage: Storage, customer: number): Promise<void> {
  const entry = await firstEntry(storage, customer);
  if (entry === undefined) throw new Error('The inbox is empty.');
  await store(storage, [{ do: 'settle', customer, entry: entry.number }]);
}

/** The end of the first entry of a customer, by this worker. */
export async function settled(
  storage: Storage,
  customer: number,
  worker = 'w1',
): Promise<Extract<BatchOperation, { do: 'settle' }>> {
  return { do: 'settle', customer, worker, entry: (await firstEntry(storage, customer))?.number ?? 0 };
}

/** A lease that ends at 1,000, asked for at 500. */
export const lease = { worker: 'w1', now: 500, leaseUntil: 1_000 } as const;

/** Claims all conversations that wait for a step with this lease; members change the request. */
export function claimAll(
  storage: Storage,
  change: Partial<ConversationClaim> = {},
): Promise<readonly ClaimedConversation[]> {
  return storage.conversationQueue.claim({ ...lease, work: 'step', limit: 100, ...change });
}

export async function deleteCustomer(storage: Storage, customer: number, brandName?: string): Promise<void> {
  await store(storage, [{ do: 'delete', kind: 'customer', key: [customer] }], brandName);
}
