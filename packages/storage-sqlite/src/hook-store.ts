import type { HookListQuery, HookReader, HookRecord, HookStore } from '@botwright/core/ports';
import type { RunQuery, Transaction } from './access.ts';
import { requireChannel } from './channel-store.ts';
import { type Connection, justWritten } from './connection.ts';
import { type PageSql, readSlice } from './read-slice.ts';
import { assignmentsOf, bit } from './update-columns.ts';

const hookColumns =
  'number, channel, name, sealed_url, origin, sealed_token, active, disabled_by_plan, created_at, updated_at';

export const findHookSql = `SELECT ${hookColumns} FROM hooks WHERE number = ? AND brand = ?`;

/** Parameters: the channel if given, the brand, and `active` if given. */
export function hookListSql({ channelNumber, active }: HookListQuery): PageSql {
  const conditions = [
    channelNumber === undefined ? [] : 'channel = ?',
    'brand = ?',
    active === undefined ? [] : 'active = ?',
  ]
    .flat()
    .join(' AND ');
  const index = channelNumber === undefined ? 'hooks_brand' : 'hooks_channel';
  const from = `FROM hooks INDEXED BY ${index} WHERE ${conditions}`;
  return {
    page: `SELECT ${hookColumns} ${from} ORDER BY number LIMIT ? OFFSET ?`,
    count: `SELECT count(*) AS total ${from}`,
  };
}

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

export function hookReader(brand: string, run: RunQuery): HookReader {
  return {
    find: (number) => run((connection) => findHook(connection, brand, number), `hook ${number} of ${brand}`),

    list(query = {}) {
      const { channelNumber, active, ...range } = query;
      const params = [channelNumber ?? [], brand, bit(active) ?? []].flat();
      return run((connection) => readSlice(connection, hookListSql(query), params, { range, decode: decodeHook }));
    },
  };
}

export function hookStore({ brand, run, nextNumber }: Transaction): HookStore {
  return {
    ...hookReader(brand, run),

    insert: (hook) =>
      run((connection) => {
        requireChannel(connection, brand, hook.channelNumber);
        const number = nextNumber('hook');
        insertHook(connection, brand, { ...hook, number });
        return justWritten(findHook(connection, brand, number));
      }),

    update: (number, change) =>
      run((connection) => {
        const { sql, values } = assignmentsOf({
          name: change.name,
          sealed_url: change.encryptedUrl,
          origin: change.origin,
          sealed_token: change.encryptedToken,
          active: bit(change.active),
          disabled_by_plan: bit(change.disabledByPlan),
          updated_at: change.updatedAt,
        });
        if (findHook(connection, brand, number) === undefined) return 'absent';
        if (sql !== '') connection.run(`UPDATE hooks SET ${sql} WHERE number = ?`, ...values, number);
        return 'updated';
      }),

    delete: (number) =>
      run((connection) => {
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
    hook.encryptedUrl,
    hook.origin,
    hook.encryptedToken,
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
    encryptedUrl: row.sealed_url,
    origin: row.origin,
    encryptedToken: row.sealed_token,
    active: row.active === 1,
    disabledByPlan: row.disabled_by_plan === 1,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}
