import type { ChannelRecord } from '../ports/channel-store.ts';
import type { CustomerRecord } from '../ports/customer-store.ts';
import type { HookRecord } from '../ports/hook-store.ts';
import type { Grouping, NumberedTable } from './numbered-table.ts';

export type ChannelGroup = 'bot' | 'id' | 'token';
export type CustomerGroup = 'channel' | 'token';
export type HookGroup = 'channel';

/** What stands in tables, and is found by number. */
export interface RecordTables {
  readonly channels: NumberedTable<ChannelRecord, ChannelGroup>;
  readonly customers: NumberedTable<CustomerRecord, CustomerGroup>;
  readonly hooks: NumberedTable<HookRecord, HookGroup>;
}

export const channelGroups: Grouping<ChannelRecord, ChannelGroup> = {
  bot: (channel) => channel.botId,
  id: (channel) => channel.id,
  token: (channel) => channel.tokenHash,
};

export const customerGroups: Grouping<CustomerRecord, CustomerGroup> = {
  channel: (customer) => customer.channelNumber,
  token: ({ channelNumber, token }) => (token === undefined ? undefined : customerTokenKey(channelNumber, token)),
};

export const hookGroups: Grouping<HookRecord, HookGroup> = { channel: (hook) => hook.channelNumber };

export function customerTokenKey(channelNumber: number, token: string): string {
  return `${channelNumber} ${token}`;
}
