import type { ChannelRecord } from '../ports/channel-store.ts';
import type { HookRecord } from '../ports/hook-store.ts';
import { ascending, recordKind } from '../ports/record-kind.ts';

const filters = {
  workspaces: { field: 'workspace', by: 'oneOf' },
  type: { field: 'type', by: 'equal' },
  active: { field: 'active', by: 'equal' },
  configured: { field: 'configured', by: 'equal' },
  hasWebhook: { field: 'webhook', by: 'present' },
} as const;

/** For a change of keys: numbers are unique across brands. */
const secrets = {
  scope: 'store',
  filters: { after: { field: 'number', by: 'after' } },
  orders: { key: [ascending('number')] },
} as const;

export const channels = recordKind<ChannelRecord>()({
  name: 'channel',
  key: ['number'],
  owner: { kind: 'bot', fields: ['botId'] },
  fields: {
    number: 'integer',
    id: 'text',
    name: 'text',
    type: 'text',
    botId: 'text?',
    workspace: 'integer',
    purpose: 'text',
    active: 'boolean',
    configured: 'boolean',
    tokenHash: 'text?',
    webhook: 'json?',
    defaultBot: 'text?',
    createdAt: 'integer',
  },
  unique: { id: { fields: ['id'] }, token: { fields: ['tokenHash'], scope: 'store' } },
  lists: {
    live: { only: { purpose: 'live' }, filters, orders: { number: [ascending('number')] } },
    ofBot: {
      within: ['botId'],
      filters: {},
      orders: { created: [ascending('createdAt'), ascending('id')] },
    },
    secrets,
  },
  encrypted: ['webhook.encryptedUrl'],
});

export const hooks = recordKind<HookRecord>()({
  name: 'hook',
  key: ['number'],
  owner: { kind: 'channel', fields: ['channelNumber'] },
  fields: {
    number: 'integer',
    channelNumber: 'integer',
    name: 'text',
    encryptedUrl: 'text',
    origin: 'text',
    encryptedToken: 'text',
    order: 'text?',
    active: 'boolean',
    disabledByPlan: 'boolean',
    createdAt: 'integer',
    updatedAt: 'integer',
  },
  lists: {
    hooks: {
      filters: { channelNumber: { field: 'channelNumber', by: 'equal' }, active: { field: 'active', by: 'equal' } },
      orders: { number: [ascending('number')] },
    },
    secrets,
  },
  encrypted: ['encryptedUrl', 'encryptedToken'],
});
