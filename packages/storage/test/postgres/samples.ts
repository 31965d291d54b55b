import { createHash, randomUUID } from 'node:crypto';
import type {
  BatchOperation,
  CommitOutcome,
  Condition,
  DeliveryRecord,
  ListAnswer,
  NewDelivery,
  QueueOperation,
  Request,
  Scalar,
  Storage,
  Stored,
} from '@botwright/core/ports';

export const brand = 'acme';

const scope = { brand };

export async function commit(
  storage: Storage,
  operations: readonly BatchOperation[],
  conditions: readonly Condition[] = [],
): Promise<CommitOutcome['kind']> {
  const outcome = await storage.commit(scope, { conditions, operations });
  if ('cause' in outcome) throw outcome.cause;
  return outcome.kind;
}

/** @throws When the batch is not committed. */
export async function store(storage: Storage, ...operations: readonly BatchOperation[]): Promise<void> {
  const kind = await commit(storage, operations);
  if (kind !== 'committed') throw new Error(kind);
}

export async function ask<T>(storage: Storage, request: Request): Promise<T> {
  const [answer] = await storage.read(scope, [request]);
  return answer as T;
}

export function find(storage: Storage, kind: string, ...key: readonly Scalar[]): Promise<Stored | undefined> {
  return ask(storage, { do: 'get', kind, key });
}

export function put(kind: string, record: object): BatchOperation {
  return { do: 'put', kind, record: record as Readonly<Record<string, unknown>>, version: randomUUID() };
}

/** A number of 48 bits. */
function numberOf(id: string): number {
  return createHash('sha256').update(id).digest().readUIntBE(0, 6);
}

/** Puts the record of a bot. Its number follows from its id. */
export function putBot(id: string, members: object = {}): BatchOperation {
  return put('bot', {
    ...{ id, number: numberOf(id) },
    ...{ name: id, foldedName: id.toLowerCase(), workspace: 1, channelFamily: 'native', state: 'active' },
    ...{ builder: 'current', channels: ['c1'], testChannel: 't1', createdAt: 1_000, editedAt: 1_000, ...members },
  });
}

export function draftOf(botId: string, revision: number): BatchOperation {
  const state = { diagramJson: `{"revision":${revision}}`, editedAt: 2_000, editedBy: 7 };
  return put('draft', { botId, revision, violations: [], violationsTotal: 0, ...state });
}

export async function countBots(storage: Storage): Promise<number> {
  return ask(storage, { do: 'count', kind: 'bot', list: 'bots', within: [], where: { state: 'active' }, upTo: 1_000 });
}

export async function listBots(storage: Storage, where: object): Promise<ListAnswer<{ readonly name: string }>> {
  const list = { do: 'list', kind: 'bot', list: 'bots', within: [], order: 'name', offset: 0, limit: 50 } as const;
  return ask(storage, { ...list, where: { state: 'active', workspaces: [1], ...where } });
}

/** A delivery to hook 1, due long ago; a greater number sorts after. */
export function sampleDelivery(number: number, members: Partial<NewDelivery> = {}): NewDelivery {
  return {
    id: `01910000-0000-7000-8000-${number.toString(16).padStart(12, '0')}`,
    target: { kind: 'hook', number: 1 },
    workspace: 1,
    customerNumber: 5,
    messageUuid: 'e0000000-0000-4000-8000-000000000001',
    origin: 'https://crm.example.com',
    createdAt: 900,
    dueAt: 1_000,
    body: '{"messages":[]}',
    ...members,
  };
}

export function addDeliveries(...deliveries: readonly NewDelivery[]): QueueOperation {
  return { do: 'addDeliveries', deliveries };
}

export async function progressOf(storage: Storage, { id }: Pick<NewDelivery, 'id'>) {
  return (await ask<DeliveryRecord | undefined>(storage, { do: 'delivery', id }))?.progress;
}

export function enqueue(customer: number): QueueOperation {
  return { do: 'enqueue', customer, item: { kind: 'start' }, at: 1 };
}

export function customerRecord(number: number, channelNumber: number, members: object = {}): object {
  return {
    ...{ number, channelNumber, workspace: 1, purpose: 'live', name: 'Ada', email: '', phone: '', archived: false },
    ...{ blocked: false, optIn: true, registerDate: 1, unread: 0, lastSeq: 0, fields: {} },
    ...{ folded_name: 'ada', folded_email: '', folded_phone: '', folded_token: '', ...members },
  };
}

/** Puts a customer on a separate channel. @returns Its number. */
export async function insertCustomer(storage: Storage): Promise<number> {
  const [channel, number] = (await storage.read(scope, [
    { do: 'number', sequence: 'channel' },
    { do: 'number', sequence: 'customer' },
  ])) as [number, number];
  const shop = { number: channel, id: `channel ${channel}`, name: 'Shop', type: 'apichat', purpose: 'live' };
  await store(
    storage,
    put('channel', { ...shop, workspace: 1, active: true, configured: true, createdAt: 1_000 }),
    put('customer', customerRecord(number, channel)),
  );
  return number;
}
