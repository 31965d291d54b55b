import type { VersionSummary } from '@botwright/core';
import type { Page, PageRange } from '@botwright/core/paging';
import type { VersionReader, VersionStore } from '@botwright/core/ports';
import { sql } from 'kysely';
import { hasBot } from './belonging.ts';
import { get, type Query, type RunQuery, run as write } from './query.ts';
import { statement } from './statement.ts';
import { requireWritten, type Transaction } from './transaction.ts';
import { decodeVersion, encodeVersion, type VersionRow, versionColumns } from './version-row.ts';
import { insertInto } from './writing.ts';

interface OfBot {
  readonly brand: string;
  readonly botId: string;
}

interface OfVersion extends OfBot {
  readonly id: string;
}

/** Database-specific work: counting versions without reading them. */
export interface VersionList {
  list(bot: OfBot, range: PageRange): Query<Page<VersionSummary>>;
  /** Called after a version was revealed. */
  added(version: OfVersion): Query<void>;
  /** Called after a revealed version was deleted. */
  removed(version: OfVersion): Query<void>;
}

const findVersion = statement<OfVersion>()(({ builder }, { brand, botId, id }) =>
  builder
    .selectFrom('versions')
    .select(versionColumns)
    .where('brand', '=', brand)
    .where('bot_id', '=', botId)
    .where('id', '=', id)
    .where('reserved_at', 'is', null),
);

const latestVersion = statement<OfBot>()(({ builder }, { brand, botId }) =>
  builder
    .selectFrom('versions')
    .select(versionColumns)
    .where('brand', '=', brand)
    .where('bot_id', '=', botId)
    .where('reserved_at', 'is', null)
    .orderBy('id', 'desc')
    .limit(sql.lit(1)),
);

const insertVersion = insertInto('versions', ['brand', 'reserved_at', ...versionColumns], { where: hasBot });

const revealVersion = statement<OfVersion & { readonly publishedAt: number }>()(
  ({ builder }, { brand, botId, id, publishedAt }) =>
    builder
      .updateTable('versions')
      .set({ reserved_at: sql.lit(null), published_at: publishedAt })
      .where('brand', '=', brand)
      .where('bot_id', '=', botId)
      .where('id', '=', id)
      .where('reserved_at', 'is not', null),
);

const dropReservation = statement<OfVersion>()(({ builder }, { brand, botId, id }) =>
  builder
    .deleteFrom('versions')
    .where('brand', '=', brand)
    .where('bot_id', '=', botId)
    .where('id', '=', id)
    .where('reserved_at', 'is not', null),
);

const labelVersion = statement<OfVersion & { readonly name: string | null }>()(
  ({ builder }, { brand, botId, id, name }) =>
    builder
      .updateTable('versions')
      .set({ name })
      .where('brand', '=', brand)
      .where('bot_id', '=', botId)
      .where('id', '=', id)
      .where('reserved_at', 'is', null),
);

const deleteVersion = statement<OfVersion>()(({ builder }, { brand, botId, id }) =>
  builder
    .deleteFrom('versions')
    .where('brand', '=', brand)
    .where('bot_id', '=', botId)
    .where('id', '=', id)
    .where('reserved_at', 'is', null),
);

export function versionReader(brand: string, run: RunQuery, { list }: Pick<VersionList, 'list'>): VersionReader {
  return {
    list: (botId, { page, pageSize }) => run(() => list({ brand, botId }, { page, pageSize }), { inOneSnapshot: true }),
    find: (botId, id) =>
      run(function* () {
        const row = yield* get(findVersion, { brand, botId, id });
        return row && decodeVersion(row as VersionRow);
      }),
    latest: (botId) =>
      run(function* () {
        const row = yield* get(latestVersion, { brand, botId });
        return row && decodeVersion(row as VersionRow);
      }),
  };
}

export function versionStore({ brand, run }: Transaction, versions: VersionList): VersionStore {
  return {
    ...versionReader(brand, run, versions),

    reserve: (version, reservedAt) => {
      const row = { brand, reserved_at: reservedAt, ...encodeVersion(version) };
      return run(function* () {
        requireWritten(yield* write(insertVersion, row), 'The brand has no such bot, or the bot has the version.');
      });
    },

    reveal: (botId, id, publishedAt) =>
      run(function* () {
        const version = { brand, botId, id };
        if ((yield* write(revealVersion, { ...version, publishedAt })) === 0) return 'gone';
        yield* versions.added(version);
        return 'revealed';
      }),

    dropReservation: (botId, id) =>
      run(function* () {
        yield* write(dropReservation, { brand, botId, id });
      }),

    label: (botId, id, name) =>
      run(function* () {
        return (yield* write(labelVersion, { brand, botId, id, name: name ?? null })) === 0 ? 'absent' : 'labelled';
      }),

    delete: (botId, id) =>
      run(function* () {
        const version = { brand, botId, id };
        if ((yield* write(deleteVersion, version)) === 0) return 'absent';
        yield* versions.removed(version);
        return 'deleted';
      }),
  };
}
