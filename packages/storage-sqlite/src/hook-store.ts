import type { HookReader, HookRecord, HookStore } from '@botwright/core';
import type { Ask, Transaction } from './access.ts';
import { atOneMoment } from './at-one-moment.ts';
import { findChannelSql } from './channel-store.ts';
import type { Connection } from './connection.ts';
import { assignmentsOf, bit } from './update-columns.ts';

const hookColumns =
  'number, channel, name, sealed_url, origin, sealed_token, active, disabled_by_plan, created_at, updated_at';

export const findHookSql = `SELECT ${hookColumns} FROM hooks WHERE number = ? AND brand = ?`;
const hooksOfChannelSql = 'FROM hooks INDEXED BY hooks_channel WHERE channel = ? AND brand = ?';
export const hooksSql = {
  page: `SELECT ${hookColumns} ${hooksOfChannelSql} ORDER BY number LIMIT ? OFFSET ?`,
  count: `SELECT count(*) AS total ${hooksOfChannelSql}`,
  active: `SELECT ${hookColumns} ${hooksOfChannelSql} AND active = 1 ORDER BY number`,
  all: `SELECT ${hookColumns} FROM hooks INDEXED BY hooks_brand WHERE brand = ? ORDER BY number`,
} as const;

interface HookRow {
  readonly number: number;
  readonly channel: number;
  readonly name: string;
  readonly sealed_url: string;
  readonly origin: string;
  readonly sealed_token: string;
  /** 0 or 1. */
  readonly active: number;
  readonly disabled_by_plan: number;
  readonly created_at: number;
  readonly updated_at: number;
}

export function hookReader(brand: string, ask: Ask): HookReader {
  return {
    find: (number) => ask((connection) => findHook(connection, brand, number)),

    listByChannel(channelNumber, range) {
      const { offset, limit } = range;
      return ask((connection) =>
        atOneMoment(connection, () => ({
          items: connection.all<HookRow>(hooksSql.page, channelNumber, brand, limit, offset).map(decodeHook),
          total: connection.get<{ total: number }>(hooksSql.count, channelNumber, brand)?.total ?? 0,
        })),
      );
    },

    listActive: (channelNumber) =>
      ask((connection) => connection.all<HookRow>(hooksSql.active, channelNumber, brand).map(decodeHook)),

    listAll: () => ask((connection) => connection.all<HookRow>(hooksSql.all, brand).map(decodeHook)),
  };
}

export function hookStore({ brand, ask, nextNumber }: Transaction): HookStore {
  return {
    ...hookReader(brand, ask),

    insert: (hook) =>
      ask((connection) => {
        if (connection.get(findChannelSql, hook.channelNumber, brand) === undefined) {
          throw new Error('A hook names a channel that the brand does not have.');
        }
        const number = nextNumber('hook');
        insertHook(connection, brand, { ...hook, number });
        const written = findHook(connection, brand, number);
        if (written === undefined) throw new Error('A hook that was just written is not there.');
        return written;
      }),

    update: (number, change) =>
      ask((connection) => {
        const { sql, values } = assignmentsOf({
          name: change.name,
          sealed_url: change.sealedUrl,
          origin: change.origin,
          sealed_token: change.sealedToken,
          active: bit(change.active),
          disabled_by_plan: bit(change.disabledByPlan),
          updated_at: change.updatedAt,
        });
        if (findHook(connection, brand, number) === undefined) return 'absent';
        if (sql !== '') connection.run(`UPDATE hooks SET ${sql} WHERE number = ?`, ...values, number);
        return 'updated';
      }),

    delete: (number) =>
      ask((connection) => {
        const deleted = connection.run('DELETE FROM hooks WHERE number = ? AND brand = ?', number, brand);
        return deleted === 0 ? 'absent' : 'deleted';
      }),
  };
}

function findHook(connection: Connection, brand: string, number: number): HookRecord | undefined {
  const row = connection.get<HookRow>(findHookSql, number, brand);
  return row === undefined ? undefined : decodeHook(row);
}

function insertHook(connection: Connection, brand: string, hook: HookRecord): void {
  connection.run(
    `INSERT INTO hooks (brand, ${hookColumns}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    brand,
    hook.number,
    hook.channelNumber,
    hook.name,
    hook.sealedUrl,
    hook.origin,
    hook.sealedToken,
    bit(hook.active),
    bit(hook.disabledByPlan),
    hook.createdAt,
    hook.updatedAt,
  );
}

function decodeHook(row: HookRow): HookRecord {
  return {
    number: row.number,
    channelNumber: row.channel,
    name: row.name,
    sealedUrl: row.sealed_url,
    origin: row.origin,
    sealedToken: row.sealed_token,
    active: row.active === 1,
    disabledByPlan: row.disabled_by_plan === 1,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}
