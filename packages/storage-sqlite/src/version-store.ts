import type { VersionReader, VersionRecord, VersionStore } from '@botwright/core/ports';
import type { RunQuery, Transaction } from './access.ts';
import type { Connection } from './connection.ts';
import { inOneSnapshot } from './in-one-snapshot.ts';
import { divideVersionList, listVersions } from './version-list.ts';
import { decodeVersion, type VersionRow, versionColumns } from './version-row.ts';

const ofBot = 'FROM versions WHERE brand = ? AND bot_id = ?';
const isRevealed = 'reserved_at IS NULL';
const isReserved = 'reserved_at IS NOT NULL';

export const findVersionSql = `SELECT ${versionColumns} ${ofBot} AND id = ? AND ${isRevealed}`;
export const latestVersionSql = `SELECT ${versionColumns} ${ofBot} AND ${isRevealed} ORDER BY id DESC LIMIT 1`;

export function versionReader(brand: string, run: RunQuery): VersionReader {
  return {
    list: (botId, range) =>
      run((connection) => inOneSnapshot(connection, () => listVersions(connection, { brand, botId }, range))),
    find: (botId, versionId) =>
      run((connection) => decodeFound(connection.get<VersionRow>(findVersionSql, brand, botId, versionId))),
    latest: (botId) => run((connection) => decodeFound(connection.get<VersionRow>(latestVersionSql, brand, botId))),
  };
}

export function versionStore({ brand, run }: Transaction): VersionStore {
  return {
    ...versionReader(brand, run),

    reserve: (version, reservedAt) => run((connection) => insertVersion(connection, brand, { version, reservedAt })),

    reveal: (botId, versionId, publishedAt) =>
      run((connection) => {
        const reserved = connection.get(`SELECT 1 ${ofBot} AND id = ? AND ${isReserved}`, brand, botId, versionId);
        if (reserved === undefined) return 'gone';
        const sql =
          'UPDATE versions SET reserved_at = NULL, published_at = ? WHERE brand = ? AND bot_id = ? AND id = ?';
        connection.run(sql, publishedAt, brand, botId, versionId);
        divideVersionList(connection, brand, botId, versionId);
        return 'revealed';
      }),

    dropReservation: (botId, versionId) =>
      run((connection) => void connection.run(`DELETE ${ofBot} AND id = ? AND ${isReserved}`, brand, botId, versionId)),

    label: (botId, versionId, name) =>
      run((connection) => {
        const sql = `UPDATE versions SET name = ? WHERE brand = ? AND bot_id = ? AND id = ? AND ${isRevealed}`;
        return connection.run(sql, name ?? null, brand, botId, versionId) === 0 ? 'absent' : 'labelled';
      }),

    delete: (botId, versionId) =>
      run((connection) => {
        const sql = `DELETE ${ofBot} AND id = ? AND ${isRevealed}`;
        return connection.run(sql, brand, botId, versionId) === 0 ? 'absent' : 'deleted';
      }),
  };
}

function insertVersion(
  connection: Connection,
  brand: string,
  { version, reservedAt }: { readonly version: VersionRecord; readonly reservedAt: number },
): void {
  connection.run(
    `INSERT INTO versions (brand, reserved_at, ${versionColumns}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    brand,
    reservedAt,
    version.botId,
    version.id,
    version.name ?? null,
    version.publishedAt,
    version.publishedBy,
    version.restoredFrom ?? null,
    version.builder,
    version.channel === undefined ? null : JSON.stringify(version.channel),
    version.requiredTier ?? null,
    version.diagramJson,
  );
}

function decodeFound(row: VersionRow | undefined): VersionRecord | undefined {
  return row === undefined ? undefined : decodeVersion(row);
}
