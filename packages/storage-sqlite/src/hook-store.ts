import type { HookListQuery, HookReader, HookRecord, HookStore } from '@botwright/core/ports';
import { bit, decodeHook, encodeHook, type HookRow, hookColumns } from '@botwright/storage-sql/rows';
import type { BrandConnection, Sync, Transaction } from './access.ts';
import { requireChannel } from './channel-store.ts';
import { type Connection, justWritten } from './connection.ts';
import { columnList, insertionOf } from './insertion.ts';
import { type PageSql, readSlice } from './read-slice.ts';
import { assignmentsOf } from './update-columns.ts';

export const findHookSql = `SELECT ${columnList(hookColumns)} FROM hooks WHERE number = ? AND brand = ?`;

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
    page: `SELECT ${columnList(hookColumns)} ${from} ORDER BY number LIMIT ? OFFSET ?`,
    count: `SELECT count(*) AS total ${from}`,
  };
}

const insertHook = insertionOf('hooks', ['brand', ...hookColumns]);

export function hookReader({ connection, brand }: BrandConnection): Sync<HookReader> {
  return {
    find: (number) => findHook(connection, brand, number),

    list(query = {}) {
      const { channelNumber, active, ...range } = query;
      const params = [channelNumber ?? [], brand, bit(active) ?? []].flat();
      return readSlice(connection, hookListSql(query), params, { range, decode: decodeHook });
    },
  };
}

export function hookStore(transaction: Transaction): Sync<HookStore> {
  const { connection, brand, nextNumber } = transaction;
  return {
    ...hookReader(transaction),

    insert: (hook) => {
      requireChannel(connection, brand, hook.channelNumber);
      const number = hook.number ?? nextNumber('hook');
      insertHook(connection, { brand, ...encodeHook({ ...hook, number }) });
      return justWritten(findHook(connection, brand, number));
    },

    nextNumber: () => nextNumber('hook'),

    update: (number, change) => {
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
    },

    delete: (number) => {
      const deleted = connection.run('DELETE FROM hooks WHERE number = ? AND brand = ?', number, brand);
      return deleted === 0 ? 'absent' : 'deleted';
    },
  };
}

function findHook(connection: Connection, brand: string, number: number): HookRecord | undefined {
  const row = connection.get<HookRow>(findHookSql, number, brand);
  return row === undefined ? undefined : decodeHook(row);
}
