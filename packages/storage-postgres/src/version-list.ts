import {
  all,
  decodeSummary,
  offsetOfPage,
  run,
  statement,
  summaryColumns,
  table,
  type VersionList,
  type VersionSummaryRow,
} from '@botwright/storage-sql';
import { sql } from 'kysely';

interface OfBot {
  readonly brand: string;
  readonly botId: string;
}

const columns = sql.join(summaryColumns.map((column) => sql.ref(column)));

/** Each row has the total; a page without versions has one row of nulls. */
export const listVersions = statement<OfBot & { readonly limit: number; readonly offset: number }>()(
  (_dialect, { brand, botId, limit, offset }) => sql<{ readonly all: number } & VersionSummaryRow>`
    select coalesce((select total from ${table('version_totals')} where brand = ${brand} and bot_id = ${botId}), 0) as "all", v.*
    from (select 1) as one left join lateral (
      select ${columns} from ${table('versions')}
      where brand = ${brand} and bot_id = ${botId} and reserved_at is null order by id desc limit ${limit} offset ${offset}
    ) as v on true order by v.id desc`,
);

const changeTotal = statement<OfBot & { readonly change: number }>()(
  (_dialect, { brand, botId, change }) => sql<never>`
    insert into ${table('version_totals')} as t (brand, bot_id, total) values (${brand}, ${botId}, ${change})
    on conflict (brand, bot_id) do update set total = t.total + excluded.total`,
);

/** Transactions that reveal or delete a version have locked its bot, so two writers never change the same total. */
export const versionList: VersionList = {
  *list({ brand, botId }, { page, pageSize }) {
    const rows = yield* all(listVersions, { brand, botId, limit: pageSize, offset: offsetOfPage({ page, pageSize }) });
    const items = rows.filter(({ id }) => id !== null).map(decodeSummary);
    return { items, total: rows[0]?.all ?? 0, page, pageSize };
  },
  *added({ brand, botId }) {
    yield* run(changeTotal, { brand, botId, change: 1 });
  },
  *removed({ brand, botId }) {
    yield* run(changeTotal, { brand, botId, change: -1 });
  },
};
