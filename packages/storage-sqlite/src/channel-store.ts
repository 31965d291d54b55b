import type { ChannelReader, ChannelRecord, ChannelStore } from '@botwright/core';
import type { Ask, Transaction } from './access.ts';

const channelColumns = 'id, workspace, purpose, name, type, created_at';

const listChannelsSql = `SELECT ${channelColumns} FROM channels WHERE brand = ? AND bot_id = ? ORDER BY created_at, id`;

interface ChannelRow {
  readonly id: string;
  readonly workspace: number;
  readonly purpose: ChannelRecord['purpose'];
  readonly name: string;
  readonly type: string;
  readonly created_at: number;
}

export function channelReader(brand: string, ask: Ask): ChannelReader {
  return {
    listByBot: (botId) =>
      ask((connection) =>
        connection.all<ChannelRow>(listChannelsSql, brand, botId).map((row) => ({
          id: row.id,
          botId,
          workspace: row.workspace,
          purpose: row.purpose,
          name: row.name,
          type: row.type,
          createdAt: row.created_at,
        })),
      ),
  };
}

export function channelStore({ brand, ask }: Transaction): ChannelStore {
  return {
    ...channelReader(brand, ask),
    insert: (channel) =>
      ask((connection) => {
        connection.run(
          `INSERT INTO channels (brand, bot_id, ${channelColumns}) VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
          brand,
          channel.botId,
          channel.id,
          channel.workspace,
          channel.purpose,
          channel.name,
          channel.type,
          channel.createdAt,
        );
      }),
  };
}
