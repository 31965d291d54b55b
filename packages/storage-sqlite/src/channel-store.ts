import type { ChannelListQuery, ChannelReader, ChannelRecord, ChannelStore } from '@botwright/core/ports';
import {
  bit,
  type ChannelRow,
  channelColumns,
  clearable,
  decodeChannel,
  encodeChannel,
} from '@botwright/storage-sql/rows';
import type { BrandConnection, Sync, Transaction } from './access.ts';
import { type Connection, justWritten } from './connection.ts';
import { columnList, insertionOf } from './insertion.ts';
import { type PageSql, readSlice } from './read-slice.ts';
import { assignmentsOf } from './update-columns.ts';

export const findChannelSql = `SELECT ${columnList(channelColumns)} FROM channels WHERE number = ? AND brand = ?`;

export const channelsOfBotSql = `SELECT ${columnList(channelColumns)} FROM channels WHERE brand = ? AND bot_id = ? ORDER BY created_at, id`;

const insertChannel = insertionOf('channels', ['brand', ...channelColumns]);

export function channelReader({ connection, brand }: BrandConnection): Sync<ChannelReader> {
  return {
    listByBot: (botId) => connection.all<ChannelRow>(channelsOfBotSql, brand, botId).map(decodeChannel),

    find: (number) => findChannel(connection, brand, number),

    list: (query) =>
      readSlice(connection, channelListSql(query), channelListParams(brand, query), {
        range: query,
        decode: decodeChannel,
      }),
  };
}

export function channelStore(transaction: Transaction): Sync<ChannelStore> {
  const { connection, brand, nextNumber } = transaction;
  return {
    ...channelReader(transaction),

    insert: (channel) => {
      const number = channel.number ?? nextNumber('channel');
      insertChannel(connection, { brand, ...encodeChannel({ ...channel, number }) });
      return justWritten(findChannel(connection, brand, number));
    },

    nextNumber: () => nextNumber('channel'),

    update: (number, change) => {
      const webhook = clearable(change, 'webhook');
      const { sql, values } = assignmentsOf({
        name: change.name,
        active: bit(change.active),
        configured: bit(change.configured),
        token_hash: clearable(change, 'tokenHash'),
        webhook_origin: webhook === null ? null : webhook?.origin,
        sealed_webhook_url: webhook === null ? null : webhook?.encryptedUrl,
        default_bot: clearable(change, 'defaultBot'),
      });
      requireChannel(connection, brand, number);
      if (sql !== '') connection.run(`UPDATE channels SET ${sql} WHERE number = ?`, ...values, number);
    },
  };
}

function findChannel(connection: Connection, brand: string, number: number): ChannelRecord | undefined {
  const row = connection.get<ChannelRow>(findChannelSql, number, brand);
  return row === undefined ? undefined : decodeChannel(row);
}

/**
 * Throws when the brand has no such channel. A foreign key cannot check this, as numbers are unique in the file and not
 * per brand.
 */
export function requireChannel(connection: Connection, brand: string, number: number): void {
  if (connection.get(findChannelSql, number, brand) === undefined) throw new Error('The brand has no such channel.');
}

/**
 * Parameters: brand, then a JSON list of workspaces, type, activity and origin if the query has them. A brand has few
 * channels: SQLite filters them while it reads the index in order.
 *
 * @spec SQ13
 */
export function channelListSql(query: ChannelListQuery): PageSql {
  const conditions = [
    "brand = ? AND purpose = 'live'",
    query.workspaces === undefined ? [] : 'workspace IN (SELECT value FROM json_each(?))',
    query.type === undefined ? [] : 'type = ?',
    query.active === undefined ? [] : 'active = ?',
    query.configured === undefined ? [] : 'configured = ?',
    query.hasWebhook === undefined ? [] : `sealed_webhook_url IS ${query.hasWebhook ? 'NOT ' : ''}NULL`,
  ]
    .flat()
    .join(' AND ');
  const from = `FROM channels INDEXED BY channels_live WHERE ${conditions}`;
  return {
    page: `SELECT ${columnList(channelColumns)} ${from} ORDER BY number LIMIT ? OFFSET ?`,
    count: `SELECT count(*) AS total ${from}`,
  };
}

export function channelListParams(brand: string, query: ChannelListQuery): readonly (string | number)[] {
  const { workspaces, type, active, configured } = query;
  return [
    brand,
    workspaces === undefined ? [] : JSON.stringify(workspaces),
    type ?? [],
    bit(active) ?? [],
    bit(configured) ?? [],
  ].flat();
}
