import type { ChannelRecord } from '../ports/channel-store.ts';
import type { HookRecord } from '../ports/hook-store.ts';
import { recordKind } from '../ports/record-kind.ts';

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
  orders: { key: [{ field: 'number', direction: 'ascending' }] },
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
    live: { only: { purpose: 'live' }, filters, orders: { number: [{ field: 'number', direction: 'ascending' }] } },
    ofBot: {
      within: ['botId'],
      filters: {},
      orders: {
        created: [
          { field: 'createdAt', direction: 'ascending' },
          { field: 'id', direction: 'ascending' },
        ],
      },
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
    active: 'boolean',
    disabledByPlan: 'boolean',
    createdAt: 'integer',
    updatedAt: 'integer',
  },
  lists: {
    hooks: {
      filters: { channelNumber: { field: 'channelNumber', by: 'equal' }, active: { field: 'active', by: 'equal' } },
      orders: { number: [{ field: 'number', direction: 'ascending' }] },
    },
    secrets,
  },
  encrypted: ['encryptedUrl', 'encryptedToken'],
});
