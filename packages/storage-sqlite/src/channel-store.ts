import type { ChannelListQuery, ChannelReader, ChannelRecord, ChannelStore } from '@botwright/core';
import type { Ask, Transaction } from './access.ts';
import { atOneMoment } from './at-one-moment.ts';
import { type ChannelRow, channelColumns, decodeChannel } from './channel-row.ts';
import type { Connection } from './connection.ts';
import { assignmentsOf, bit, clearable } from './update-columns.ts';

export const findChannelSql = `SELECT ${channelColumns} FROM channels WHERE number = ? AND brand = ?`;

export const channelsOfBotSql = `SELECT ${channelColumns} FROM channels WHERE brand = ? AND bot_id = ? ORDER BY created_at, id`;

const configuredSql =
  `SELECT ${channelColumns} FROM channels INDEXED BY channels_live ` +
  "WHERE brand = ? AND purpose = 'live' AND configured = 1 ORDER BY number";

const withWebhookSql =
  `SELECT ${channelColumns} FROM channels INDEXED BY channels_live ` +
  "WHERE brand = ? AND purpose = 'live' AND sealed_webhook_url IS NOT NULL ORDER BY number";

export function channelReader(brand: string, ask: Ask): ChannelReader {
  return {
    listByBot: (botId) =>
      ask((connection) => connection.all<ChannelRow>(channelsOfBotSql, brand, botId).map(decodeChannel)),

    find: (number) => ask((connection) => findChannel(connection, brand, number)),

    list(query) {
      const { offset, limit } = query;
      const sql = channelListSql(query);
      const params = channelListParams(brand, query);
      return ask((connection) =>
        atOneMoment(connection, () => ({
          items: connection.all<ChannelRow>(sql.page, ...params, limit, offset).map(decodeChannel),
          total: connection.get<{ total: number }>(sql.count, ...params)?.total ?? 0,
        })),
      );
    },

    listConfigured: () => ask((connection) => connection.all<ChannelRow>(configuredSql, brand).map(decodeChannel)),

    listWithWebhook: () => ask((connection) => connection.all<ChannelRow>(withWebhookSql, brand).map(decodeChannel)),
  };
}

export function channelStore({ brand, ask, nextNumber }: Transaction): ChannelStore {
  return {
    ...channelReader(brand, ask),

    insert: (channel) =>
      ask((connection) => {
        const number = nextNumber('channel');
        insertChannel(connection, brand, { ...channel, number });
        const written = findChannel(connection, brand, number);
        if (written === undefined) throw new Error('A channel that was just written is not there.');
        return written;
      }),

    update: (number, change) =>
      ask((connection) => {
        const webhook = clearable(change, 'webhook');
        const { sql, values } = assignmentsOf({
          name: change.name,
          active: bit(change.active),
          configured: bit(change.configured),
          token_hash: clearable(change, 'tokenHash'),
          webhook_origin: webhook === null ? null : webhook?.origin,
          sealed_webhook_url: webhook === null ? null : webhook?.sealedUrl,
          default_bot: clearable(change, 'defaultBot'),
        });
        if (findChannel(connection, brand, number) === undefined) throw new Error('The brand has no such channel.');
        if (sql !== '') connection.run(`UPDATE channels SET ${sql} WHERE number = ?`, ...values, number);
      }),
  };
}

function findChannel(connection: Connection, brand: string, number: number): ChannelRecord | undefined {
  const row = connection.get<ChannelRow>(findChannelSql, number, brand);
  return row === undefined ? undefined : decodeChannel(row);
}

function insertChannel(connection: Connection, brand: string, channel: ChannelRecord): void {
  connection.run(
    `INSERT INTO channels (brand, ${channelColumns}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    brand,
    channel.number,
    channel.id,
    channel.botId ?? null,
    channel.workspace,
    channel.purpose,
    channel.name,
    channel.type,
    bit(channel.active),
    bit(channel.configured),
    channel.tokenHash ?? null,
    channel.webhook?.origin ?? null,
    channel.webhook?.sealedUrl ?? null,
    channel.defaultBot ?? null,
    channel.createdAt,
  );
}

/**
 * Parameters: brand, a JSON list of workspaces, then type and activity where asked for; the page takes a limit and
 * an offset too. A brand has few channels: they are filtered while walking in order.
 *
 * @spec SQ13
 */
export function channelListSql(query: ChannelListQuery): { readonly page: string; readonly count: string } {
  const conditions = [
    "brand = ? AND purpose = 'live' AND workspace IN (SELECT value FROM json_each(?))",
    query.type === undefined ? [] : 'type = ?',
    query.active === undefined ? [] : 'active = ?',
  ]
    .flat()
    .join(' AND ');
  const from = `FROM channels INDEXED BY channels_live WHERE ${conditions}`;
  return {
    page: `SELECT ${channelColumns} ${from} ORDER BY number LIMIT ? OFFSET ?`,
    count: `SELECT count(*) AS total ${from}`,
  };
}

export function channelListParams(brand: string, query: ChannelListQuery): readonly (string | number)[] {
  return [brand, JSON.stringify(query.workspaces), query.type ?? [], bit(query.active) ?? []].flat();
}
