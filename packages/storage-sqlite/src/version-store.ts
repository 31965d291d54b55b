import type { VersionReader, VersionRecord, VersionStore } from '@botwright/core/ports';
import { decodeVersion, encodeVersion, type VersionRow, versionColumns } from '@botwright/storage-sql/rows';
import type { BrandConnection, Sync, Transaction } from './access.ts';
import { inOneSnapshot } from './in-one-snapshot.ts';
import { columnList, insertionOf } from './insertion.ts';
import { divideVersionList, listVersions } from './version-list.ts';

const ofBot = 'FROM versions WHERE brand = ? AND bot_id = ?';
const isRevealed = 'reserved_at IS NULL';
const isReserved = 'reserved_at IS NOT NULL';

export const findVersionSql = `SELECT ${columnList(versionColumns)} ${ofBot} AND id = ? AND ${isRevealed}`;
export const latestVersionSql = `SELECT ${columnList(versionColumns)} ${ofBot} AND ${isRevealed} ORDER BY id DESC LIMIT 1`;

const insertVersion = insertionOf('versions', ['brand', 'reserved_at', ...versionColumns]);

export function versionReader({ connection, brand }: BrandConnection): Sync<VersionReader> {
  return {
    list: (botId, range) => inOneSnapshot(connection, () => listVersions(connection, { brand, botId }, range)),
    find: (botId, versionId) => decodeFound(connection.get<VersionRow>(findVersionSql, brand, botId, versionId)),
    latest: (botId) => decodeFound(connection.get<VersionRow>(latestVersionSql, brand, botId)),
  };
}

export function versionStore(transaction: Transaction): Sync<VersionStore> {
  const { connection, brand } = transaction;
  return {
    ...versionReader(transaction),

    reserve: (version, reservedAt) =>
      insertVersion(connection, { brand, reserved_at: reservedAt, ...encodeVersion(version) }),

    reveal: (botId, versionId, publishedAt) => {
      const reserved = connection.get(`SELECT 1 ${ofBot} AND id = ? AND ${isReserved}`, brand, botId, versionId);
      if (reserved === undefined) return 'gone';
      const sql = 'UPDATE versions SET reserved_at = NULL, published_at = ? WHERE brand = ? AND bot_id = ? AND id = ?';
      connection.run(sql, publishedAt, brand, botId, versionId);
      divideVersionList(connection, brand, botId, versionId);
      return 'revealed';
    },

    dropReservation: (botId, versionId) =>
      void connection.run(`DELETE ${ofBot} AND id = ? AND ${isReserved}`, brand, botId, versionId),

    label: (botId, versionId, name) => {
      const sql = `UPDATE versions SET name = ? WHERE brand = ? AND bot_id = ? AND id = ? AND ${isRevealed}`;
      return connection.run(sql, name ?? null, brand, botId, versionId) === 0 ? 'absent' : 'labelled';
    },

    delete: (botId, versionId) => {
      const sql = `DELETE ${ofBot} AND id = ? AND ${isRevealed}`;
      return connection.run(sql, brand, botId, versionId) === 0 ? 'absent' : 'deleted';
    },
  };
}

function decodeFound(row: VersionRow | undefined): VersionRecord | undefined {
  return row === undefined ? undefined : decodeVersion(row);
}
