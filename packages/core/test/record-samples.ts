import type { RecordKind } from '../src/ports/record-kind.ts';
import { keyOf, type RecordStore, type Stored } from '../src/ports/record-store.ts';
import type { BotRecord } from '../src/records/bots.ts';
import type { ChannelRecord } from '../src/records/channels.ts';
import type { StoredCustomer } from '../src/records/customers.ts';

/** Stores records of one kind and brand, without conditions. */
export async function putRecords<TRecord, TKey extends keyof TRecord>(
  storage: Pick<RecordStore, 'commit'>,
  brand: string,
  kind: RecordKind<TRecord, TKey>,
  ...records: readonly NoInfer<TRecord>[]
): Promise<void> {
  const operations = records.map((record) => {
    return { do: 'put', kind: kind.name, record: record as Stored['record'], version: crypto.randomUUID() } as const;
  });
  const { kind: outcome } = await storage.commit({ brand }, { conditions: [], operations });
  if (outcome !== 'committed') throw new Error(`The records were not stored: ${outcome}.`);
}

/** Reads a record of a brand. */
export async function readRecord<TRecord, TKey extends keyof TRecord>(
  storage: Pick<RecordStore, 'read'>,
  brand: string,
  kind: RecordKind<TRecord, TKey>,
  key: NoInfer<Pick<TRecord, TKey>>,
): Promise<TRecord | undefined> {
  const [stored] = await storage.read({ brand }, [{ do: 'get', kind: kind.name, key: keyOf(kind, key) }]);
  return (stored as Stored<TRecord> | undefined)?.record;
}

export async function removeRecord<TRecord, TKey extends keyof TRecord>(
  storage: Pick<RecordStore, 'commit'>,
  brand: string,
  kind: RecordKind<TRecord, TKey>,
  key: NoInfer<Pick<TRecord, TKey>>,
): Promise<void> {
  const operations = [{ do: 'delete', kind: kind.name, key: keyOf(kind, key) } as const];
  await storage.commit({ brand }, { conditions: [], operations });
}

export function sampleBot(number: number, members: Partial<BotRecord> = {}): BotRecord {
  return {
    id: `b0000000-0000-4000-8000-${number.toString(16).padStart(12, '0')}`,
    number,
    name: `Bot ${number}`,
    foldedName: `bot ${number}`,
    workspace: 1,
    channelFamily: 'native',
    state: 'active',
    builder: 'current',
    channels: [],
    testChannel: `t${number}`,
    createdAt: number,
    editedAt: number,
    ...members,
  } as BotRecord;
}

export function sampleChannel(number: number, members: Partial<ChannelRecord> = {}): ChannelRecord {
  return {
    number,
    id: `c0000000-0000-4000-8000-${number.toString(16).padStart(12, '0')}`,
    name: `Channel ${number}`,
    type: 'apichat',
    workspace: 1,
    purpose: 'live',
    active: true,
    configured: false,
    createdAt: number,
    ...members,
  };
}

export function sampleCustomer(
  number: number,
  channelNumber: number,
  members: Partial<StoredCustomer> = {},
): StoredCustomer {
  return {
    number,
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
    folded_name: '',
    folded_email: '',
    folded_phone: '',
    folded_token: '',
    ...members,
  };
}
