import type { BotListQuery, BotRecord } from '@botwright/core/ports';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { listBots } from '../src/bot-list.ts';
import { listName, orderKeys, rowsSql } from '../src/bot-list-sql.ts';
import { botStore } from '../src/bot-store.ts';
import { type Connection, openConnection } from '../src/connection.ts';
import { divideLargeRange } from '../src/counted-ranges.ts';
import { type CountedDelivery, countDeliveries } from '../src/delivery-counts.ts';
import { deliveryRowsSql } from '../src/delivery-list-sql.ts';
import { deliveryStore } from '../src/delivery-store.ts';
import { migrate } from '../src/migrate.ts';
import { migrations } from '../src/migrations.ts';
import { openWriter } from '../src/open-writer.ts';
import { versionRowsSql } from '../src/version-list.ts';
import { versionStore } from '../src/version-store.ts';
import { sampleBot } from './sample-bot.ts';

const orders = ['published', 'created', 'name'] as const;
const mostInRange = 8;

/** For each order, compares the counters of its ranges with the bots in them. */
function expectAgreement(connection: Connection): void {
  for (const order of orders) {
    const counted = connection.all(
      'SELECT brand, list, first_key, first_id, part, total FROM counted_ranges WHERE list LIKE ? ' +
        'ORDER BY brand, list, first_key, first_id, part',
      `bots % ${order}`,
    );
    const rows = connection.all(
      `SELECT brand, list, r.first_key, r.first_id, part, count(*) AS total
        FROM (SELECT *, 'bots ' || state || ' ${order}' AS list, workspace || ' ' || channel_family AS part FROM bots) AS b
        JOIN (SELECT DISTINCT brand AS of_brand, list AS of_list, first_key, first_id FROM counted_ranges) AS r
          ON r.of_brand = b.brand AND r.of_list = b.list
          AND (r.first_key, r.first_id) = (SELECT first_key, first_id FROM counted_ranges AS c WHERE c.brand = b.brand
            AND c.list = b.list AND (c.first_key, c.first_id) <= (b.${orderKeys[order]}, b.id)
            ORDER BY c.first_key DESC, c.first_id DESC LIMIT 1)
        GROUP BY 1, 2, 3, 4, 5 ORDER BY 1, 2, 3, 4, 5`,
    );
    expect(counted).toEqual(rows);
  }
  expect(connection.all('SELECT * FROM bot_counts')).toEqual(
    connection.all(
      `SELECT brand, state, workspace, channel_family, count(*) AS total FROM bots
        GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4`,
    ),
  );
}

/** Reads whole lists page by page, so that most pages are deep in them. */
function expectPages(connection: Connection): void {
  for (const order of orders) {
    const query: BotListQuery = { state: 'active', workspaces: [1, 2], order, page: 1, pageSize: 30 };
    const expected = connection.all<{ id: string }>(
      `SELECT id FROM bots WHERE brand = 'acme' AND state = 'active' ORDER BY ${orderKeys[order]}, id`,
    );
    const ids: string[] = [];
    for (let page = 1; page <= Math.ceil(expected.length / 30); page += 1) {
      const { items, total } = listBots(connection, 'acme', { ...query, page });
      expect(total).toBe(expected.length);
      ids.push(...items.map(({ id }) => id));
    }
    expect(ids).toEqual(expected.map(({ id }) => id));
  }
}

const members = fc.record({
  foldedName: fc.constantFrom('', 'a', 'ab', 'ab c', 'b', 'bot', 'z'),
  workspace: fc.constantFrom(1, 2),
  channelFamily: fc.constantFrom('native', 'apichat'),
  state: fc.constantFrom('active' as const, 'active' as const, 'trashed' as const),
  createdAt: fc.nat(5),
  publishedAt: fc.option(fc.nat(9), { nil: undefined }),
});

type Members = Omit<Partial<BotRecord>, 'publishedAt'> & { readonly publishedAt: number | undefined };

function botOf(index: number, { publishedAt, ...others }: Members): Omit<BotRecord, 'number'> {
  const id = `${(index * 7919) % 1_000}`.padStart(4, '0');
  return sampleBot(`${id}-${index}`, { ...others, ...(publishedAt !== undefined && { publishedAt }) });
}

const step = fc.oneof(
  fc.record({ kind: fc.constant('insert' as const), members }),
  fc.record({ kind: fc.constant('publish' as const), bot: fc.nat(), at: fc.nat(40) }),
  fc.record({ kind: fc.constant('rename' as const), bot: fc.nat(), to: fc.constantFrom('', 'aa', 'new', 'zz') }),
  fc.record({ kind: fc.constant('move' as const), bot: fc.nat() }),
  fc.record({ kind: fc.constant('destroy' as const), bot: fc.nat() }),
);

it('[SQ27][SQ28] counters of ranges agree with the bots after any writes, however ranges were divided and joined', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(members, { minLength: 150, maxLength: 250 }),
      fc.array(step, { maxLength: 60 }),
      async (first, steps) => {
        const connection = openWriter(':memory:', { busyTimeoutMs: 100 });
        let number = 0;
        const store = botStore({
          brand: 'acme',
          connection,
          queued: new Set(),
          nextNumber: () => (number += 1),
        });
        const ids: string[] = [];
        const divide = (id: string): void => {
          for (const order of orders) {
            const row = connection.get<{ state: string; key: string }>(
              `SELECT state, ${orderKeys[order]} AS key FROM bots WHERE id = ?`,
              id,
            );
            if (row === undefined) return;
            const ranged = { brand: 'acme', list: listName(row.state, order), rowsSql: rowsSql(order) };
            const list = { ...ranged, rowParams: ['acme', row.state] };
            divideLargeRange(connection, list, { key: row.key, id, most: mostInRange });
          }
        };
        const insert = async (bot: Members): Promise<void> => {
          const { id } = store.insert(botOf(ids.length, bot));
          ids.push(id);
          divide(id);
        };
        for (const bot of first) await insert(bot);
        expectAgreement(connection);
        for (const each of steps) {
          if (each.kind === 'insert') {
            await insert(each.members);
            continue;
          }
          const id = ids[each.bot % ids.length] as string;
          const bot = store.find(id);
          if (bot === undefined) continue;
          if (each.kind === 'publish') store.update(id, { publishedAt: each.at });
          if (each.kind === 'rename') store.update(id, { foldedName: each.to });
          if (each.kind === 'move') store.update(id, { state: bot.state === 'active' ? 'trashed' : 'active' });
          if (each.kind === 'destroy') store.destroy(id);
          divide(id);
        }
        expectAgreement(connection);
        expectPages(connection);
        const ranges = connection.get<{ total: number }>(
          "SELECT count(DISTINCT first_key || '/' || first_id) AS total FROM counted_ranges WHERE list = 'bots active name'",
        );
        expect(ranges?.total).toBeGreaterThan(5);
        connection.close();
      },
    ),
    { seed: 20261124, numRuns: 15 },
  );
});

it('[SQ27] pages of versions are found through counters, whatever was revealed, dropped and deleted', async () => {
  const connection = openWriter(':memory:', { busyTimeoutMs: 100 });
  const parts = { brand: 'acme', connection, queued: new Set<never>(), nextNumber: () => 1 };
  botStore(parts).insert(sampleBot('b1'));
  const store = versionStore(parts);
  for (let index = 0; index < 1_200; index += 1) {
    const id = `v${String((index * 7_919) % 1_201).padStart(4, '0')}`;
    const version = {
      id,
      botId: 'b1',
      diagramJson: '{}',
      publishedAt: index,
      publishedBy: 7,
      builder: 'current',
    } as const;
    store.reserve(version, 1);
    if (index % 13 === 0) store.dropReservation('b1', id);
    else if (index % 17 !== 0) store.reveal('b1', id, index);
    if (index % 5 === 0) store.delete('b1', id);
    const ranged = { brand: 'acme', list: 'versions b1', rowsSql: versionRowsSql, rowParams: ['acme', 'b1'] };
    divideLargeRange(connection, ranged, { key: id, id: '', most: 40 });
  }
  const expected = connection
    .all<{ id: string }>('SELECT id FROM versions WHERE reserved_at IS NULL ORDER BY id DESC')
    .map(({ id }) => id);
  const ids: string[] = [];
  for (let page = 1; page <= Math.ceil(expected.length / 7); page += 1) {
    const found = store.list('b1', { page, pageSize: 7 });
    expect(found.total).toBe(expected.length);
    ids.push(...found.items.map(({ id }) => id));
  }
  expect(expected.length).toBeGreaterThan(800);
  expect(ids).toEqual(expected);
  const ranges = connection.all("SELECT total FROM counted_ranges WHERE list = 'versions b1'");
  expect(ranges.length).toBeGreaterThan(20);
  botStore(parts).destroy('b1');
  expect(connection.all('SELECT * FROM counted_ranges')).toEqual([]);
  connection.close();
});

it('[SQ27] pages of deliveries are found through counters, whatever was added, finished and pruned', async () => {
  const connection = openWriter(':memory:', { busyTimeoutMs: 100 });
  const store = deliveryStore({ brand: 'acme', connection, queued: new Set(), nextNumber: () => 1 });
  const stateOf = (index: number) => (['pending', 'delivered', 'dead'] as const)[index % 7 < 3 ? 1 : index % 3];
  const targets = [1, 2].map((number) => ({ kind: 'hook', number }) as const);
  for (let index = 1; index <= 1_400; index += 1) {
    const id = `d${String((index * 7_919) % 1_409).padStart(4, '0')}`;
    const target = targets[index % 2] as (typeof targets)[number];
    const about = { customerNumber: 1, messageUuid: id, origin: 'https://crm.example.com', body: '{}' };
    store.add([{ ...about, id, target, workspace: 1 + (index % 3), createdAt: 1, dueAt: index }]);
    if (index % 11 !== 0) {
      const finished = Math.max(1, index - 40);
      const found = 'SELECT brand, id, target, workspace, state AS "from" FROM deliveries WHERE number = ?';
      const before = connection.all<Omit<CountedDelivery, 'to'>>(found, finished);
      const to = stateOf(finished) ?? 'dead';
      connection.run('UPDATE deliveries SET state = ? WHERE number = ?', to, finished);
      countDeliveries(
        connection,
        before.map((delivery) => ({ ...delivery, to })),
      );
    }
    if (index % 5 === 0) connection.run('DELETE FROM deliveries WHERE number = ?', index >> 1);
    for (const list of [undefined, 1 + (index % 2)]) {
      const name = list === undefined ? 'deliveries' : `deliveries ${list}`;
      const ranged = {
        brand: 'acme',
        list: name,
        rowsSql: deliveryRowsSql(list),
        rowParams: ['acme', list ?? []].flat(),
      };
      divideLargeRange(connection, ranged, { key: id, id: '', most: 40 });
    }
  }
  const ranges = connection.all("SELECT DISTINCT first_key FROM counted_ranges WHERE list = 'deliveries'");
  expect(ranges.length).toBeGreaterThan(20);

  for (const target of [undefined, ...targets, { kind: 'channel', number: 9 } as const]) {
    for (const state of [undefined, 'pending', 'delivered', 'dead'] as const) {
      for (const workspaces of [[2], [1, 2, 3], [4], []]) {
        const filter = { workspaces, ...(target && { target }), ...(state && { state }) };
        const expected = connection
          .all<{ id: string }>(
            `SELECT d.id FROM deliveries AS d JOIN delivery_targets AS t ON t.number = d.target
              WHERE d.workspace IN (SELECT value FROM json_each(?)) AND coalesce(?2, t.kind || t.target_number) =
                t.kind || t.target_number AND coalesce(?3, state) = state ORDER BY d.id DESC`,
            JSON.stringify(workspaces),
            target === undefined ? null : `${target.kind}${target.number}`,
            state ?? null,
          )
          .map(({ id }) => id);
        const ids: string[] = [];
        for (let offset = 0; offset < Math.max(1, expected.length); offset += 60) {
          const { items, total } = store.list({ ...filter, offset, limit: 60 });
          expect(total).toBe(expected.length);
          ids.push(...items.map(({ id }) => id));
        }
        expect(ids).toEqual(expected);
      }
    }
  }
  connection.script('DELETE FROM deliveries');
  expect(connection.all('SELECT * FROM counted_ranges')).toEqual([]);
  connection.close();
});

it('[SQ2][SQ27][SQ28][SQ29] the bots of an older file are counted and found', () => {
  const connection = openConnection(':memory:', { mode: 'write', busyTimeoutMs: 100 });
  migrate(
    connection,
    migrations.filter(({ version }) => version < 17),
  );
  connection.script(`
    WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2500)
    INSERT INTO bots (number, brand, id, name, folded_name, workspace, channel_family, state, builder, channels,
      test_channel, created_at, edited_at, published_at)
    SELECT i, 'acme', 'b' || (i * 7919 % 3001), 'bot ' || (i % 50), 'bot ' || (i % 50), 1 + i % 2, iif(i % 3, 'native', 'apichat'),
      iif(i % 11, 'active', 'trashed'), 'current', '[]', '', i % 300, 1, nullif(i % 7, 0) FROM n;
  `);
  migrate(connection, migrations);
  expectAgreement(connection);
  expectPages(connection);
  const query = { state: 'active', workspaces: [1, 2], order: 'name', page: 1, pageSize: 5 } as const;
  const { items, total } = listBots(connection, 'acme', { ...query, search: 't 49' });
  expect([items.map(({ foldedName }) => foldedName), total]).toEqual([Array(5).fill('bot 49'), 45]);
  connection.close();
});
