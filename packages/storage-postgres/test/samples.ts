import type { BotRecord, BrandTransaction, DraftRecord, NewDelivery } from '@botwright/core/ports';

export const brand = 'acme';

export const keepAll = { maxRevisions: 1_000, maxBytes: 1_000_000_000 } as const;

export const firstPage = { page: 1, pageSize: 50 } as const;

export function sampleBot(id: string, members: Partial<BotRecord> = {}): Omit<BotRecord, 'number'> {
  return {
    id,
    name: id,
    foldedName: id.toLowerCase(),
    workspace: 1,
    channelFamily: 'native',
    state: 'active',
    builder: 'current',
    channels: ['c1'],
    testChannel: 't1',
    createdAt: 1_000,
    editedAt: 1_000,
    ...members,
  };
}

export function sampleDraft(botId: string, revision: number, members: Partial<DraftRecord> = {}): DraftRecord {
  return {
    botId,
    revision,
    diagramJson: `{"revision":${revision}}`,
    violations: [],
    violationsTotal: 0,
    editedAt: 2_000 + revision,
    editedBy: 7,
    ...members,
  };
}

export async function insertBot(tx: BrandTransaction, id: string): Promise<void> {
  await tx.bots.insert(sampleBot(id));
  await tx.drafts.insert(sampleDraft(id, 1));
}

export const allActive = { state: 'active', workspaces: [1], order: 'created', ...firstPage } as const;

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

/** Inserts a customer on a separate channel. @returns Its number. */
export async function insertCustomer(tx: BrandTransaction): Promise<number> {
  const { number: channelNumber } = await tx.channels.insert({
    id: 'c0000000-0000-4000-8000-000000000001',
    workspace: 1,
    purpose: 'live',
    name: 'Shop',
    type: 'apichat',
    active: true,
    configured: true,
    createdAt: 1_000,
  });
  const customer = await tx.customers.insert({
    channelNumber,
    workspace: 1,
    purpose: 'live',
    name: 'Ada',
    email: '',
    phone: '',
    archived: false,
    blocked: false,
    optIn: true,
    registerDate: 1,
    unread: 0,
    lastSeq: 0,
    fields: {},
  });
  if (customer === 'token_taken') throw new Error(customer);
  return customer.number;
}
