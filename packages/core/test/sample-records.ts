import type { Message } from '../src/domain/message/message.ts';
import type { NewAccount } from '../src/records/accounts.ts';
import type { BotRecord } from '../src/records/bots.ts';
import type { ChannelRecord } from '../src/records/channels.ts';
import type { CustomerRecord } from '../src/records/customers.ts';
import type { DraftRecord } from '../src/records/drafts.ts';
import type { HookRecord } from '../src/records/hooks.ts';
import type { VersionRecord } from '../src/records/versions.ts';

/** Records that belong together: a bot with its draft and a version, a channel with a hook and a customer. */
export const sampleBot: BotRecord = {
  id: 'b1',
  number: 1,
  name: 'Sales',
  foldedName: 'sales',
  workspace: 1,
  channelFamily: 'native',
  state: 'active',
  builder: 'current',
  channels: [],
  testChannel: 't1',
  createdAt: 1,
  editedAt: 1,
};

export const sampleDraft: DraftRecord = {
  botId: 'b1',
  revision: 1,
  diagramJson: '{"one":1}',
  violations: [],
  violationsTotal: 0,
  editedAt: 1,
  editedBy: 7,
};

export const sampleVersion: VersionRecord = {
  botId: 'b1',
  id: 'v1',
  publishedAt: 1,
  publishedBy: 7,
  builder: 'current',
  diagramJson: '{"one":1}',
};

export const sampleChannel: ChannelRecord = {
  number: 1,
  id: 'c1',
  workspace: 1,
  purpose: 'live',
  name: 'Chat',
  type: 'apichat',
  active: true,
  configured: false,
  createdAt: 1,
};

export const sampleHook: HookRecord = {
  number: 1,
  channelNumber: 1,
  name: 'CRM',
  encryptedUrl: 'url',
  origin: 'https://crm.example.com',
  encryptedToken: 'token',
  active: true,
  disabledByPlan: false,
  createdAt: 1,
  updatedAt: 1,
};

export const sampleCustomer: CustomerRecord = {
  number: 1,
  channelNumber: 1,
  workspace: 1,
  purpose: 'live',
  token: 'ada',
  name: 'Ada',
  email: 'ada@example.org',
  phone: '',
  archived: false,
  blocked: false,
  optIn: true,
  registerDate: 1,
  unread: 0,
  lastSeq: 0,
  fields: {},
};

export const sampleAccount: NewAccount = {
  id: 'a1',
  kind: 'google_sheets',
  externalId: 'ada@example.org',
  name: 'Ada',
  person: 7,
  connectedAt: 1,
  scopes: ['sheets'],
  encryptedTokens: 'first',
};

export function sampleMessage(seq: number): Message {
  const sender = { id: 1, name: 'Ada', type: 'customer' } as const;
  return { type: 'text', data: { body: 'Hi' }, uuid: `m${seq}`, seq, sender, at: seq };
}
