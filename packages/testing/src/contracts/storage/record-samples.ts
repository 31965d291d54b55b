import type { Message } from '@botwright/core/conversation';
import type {
  BrandReader,
  BrandTransaction,
  CustomerListQuery,
  CustomerRecord,
  HookRecord,
  Storage,
} from '@botwright/core/ports';
import { brand, type NewChannel } from './samples.ts';

export type NewCustomer = Omit<CustomerRecord, 'number'>;
export type NewHook = Omit<HookRecord, 'number'>;

/** More than any list of a case has. */
export const firstSlice = { offset: 0, limit: 100 } as const;

/** A channel without an owner. */
export function ownChannel(index: number, members: Partial<NewChannel> = {}): NewChannel {
  return {
    id: `f0000000-0000-4000-8000-${index.toString(16).padStart(12, '0')}`,
    workspace: 1,
    purpose: 'live',
    name: `Channel ${index}`,
    type: 'apichat',
    active: true,
    configured: false,
    createdAt: 5_000 + index,
    ...members,
  };
}

export function sampleCustomer(channelNumber: number, members: Partial<NewCustomer> = {}): NewCustomer {
  return {
    channelNumber,
    workspace: 1,
    purpose: 'live',
    name: '',
    email: '',
    phone: '',
    archived: false,
    blocked: false,
    optIn: false,
    registerDate: 6_000,
    unread: 0,
    lastSeq: 0,
    fields: {},
    ...members,
  };
}

export function sampleMessage(seq: number, body = `Message ${seq}`): Message {
  return {
    type: 'text',
    data: { body },
    uuid: `a0000000-0000-4000-8000-${seq.toString(16).padStart(12, '0')}`,
    seq,
    sender: { id: 1, name: 'Ada', type: 'customer' },
    at: 7_000 + seq,
  };
}

export function sampleHook(channelNumber: number, members: Partial<NewHook> = {}): NewHook {
  return {
    channelNumber,
    name: 'Crm',
    encryptedUrl: 'encrypted url',
    origin: 'https://crm.example.com',
    encryptedToken: 'encrypted token',
    active: true,
    disabledByPlan: false,
    createdAt: 8_000,
    updatedAt: 8_000,
    ...members,
  };
}

/** @throws When the token is taken. */
export async function insertCustomer(tx: BrandTransaction, customer: NewCustomer): Promise<CustomerRecord> {
  const inserted = await tx.customers.insert(customer);
  if (inserted === 'token_taken') throw new Error('The token is taken.');
  return inserted;
}

/** Commits a channel without an owner, with this number of customers. @returns The number of the channel, then theirs. */
export function openChannel(
  storage: Storage,
  index: number,
  options: { readonly customers?: number; readonly brandName?: string } = {},
): Promise<readonly number[]> {
  const { customers = 0, brandName = brand } = options;
  return storage.transaction(brandName, async (tx) => {
    const { number } = await tx.channels.insert(ownChannel(index));
    const numbers = [number];
    for (let count = 0; count < customers; count += 1) {
      numbers.push((await insertCustomer(tx, sampleCustomer(number))).number);
    }
    return numbers;
  });
}

/** The numbers of the listed records, and the total. */
export async function listNumbers(
  reader: BrandReader,
  query: Partial<CustomerListQuery>,
): Promise<readonly [readonly number[], number]> {
  const { items, total } = await reader.customers.list({ workspaces: [1], ...firstSlice, ...query });
  return [items.map(({ number }) => number), total];
}

/** All readable records of a channel, its first customers and hooks. */
export async function readWholeChannel(
  storage: Storage,
  brandName: string,
  numbers: { readonly channel: number; readonly customers: readonly number[]; readonly hooks: readonly number[] },
): Promise<unknown> {
  const reader = storage.reader(brandName);
  const { channel } = numbers;
  return {
    channel: await reader.channels.find(channel),
    channels: await reader.channels.list({ workspaces: [1], ...firstSlice }),
    configured: await reader.channels.list({ configured: true }),
    customers: await Promise.all(numbers.customers.map((number) => reader.customers.find(number))),
    byToken: await reader.customers.findByToken(channel, 'token'),
    list: await reader.customers.list({ workspaces: [1], ...firstSlice }),
    ofChannel: await reader.customers.list({ workspaces: [1], channelNumber: channel, ...firstSlice }),
    messages: await Promise.all(numbers.customers.map((number) => reader.messages.list(number, firstSlice))),
    hooks: await Promise.all(numbers.hooks.map((number) => reader.hooks.find(number))),
    hooksOfChannel: await reader.hooks.list({ channelNumber: channel, ...firstSlice }),
    activeHooks: await reader.hooks.list({ channelNumber: channel, active: true }),
    allHooks: await reader.hooks.list(),
  };
}

/** A channel with two customers, one of whom has a token and two messages, and two hooks. */
export async function insertFullChannel(
  tx: BrandTransaction,
  channel: NewChannel,
): Promise<Parameters<typeof readWholeChannel>[2]> {
  const { number, workspace, purpose } = await tx.channels.insert(channel);
  const first = await insertCustomer(tx, sampleCustomer(number, { workspace, purpose, token: 'token', lastSeq: 2 }));
  const second = await insertCustomer(tx, sampleCustomer(number, { workspace, purpose }));
  for (const seq of [1, 2]) await tx.messages.insert(first.number, sampleMessage(seq));
  const hooks = [await tx.hooks.insert(sampleHook(number)), await tx.hooks.insert(sampleHook(number))];
  return { channel: number, customers: [first.number, second.number], hooks: hooks.map((hook) => hook.number) };
}
