import { expect, it } from 'vitest';
import { addDeliveries } from '../../src/sqlite/deliveries.ts';
import { type CountedDelivery, countDeliveries } from '../../src/sqlite/delivery-counts.ts';
import { listDeliveries } from '../../src/sqlite/delivery-list.ts';
import { deliveryRowsSql } from '../../src/sqlite/delivery-list-sql.ts';
import { divideLargeRange } from '../../src/sqlite/delivery-ranges.ts';
import { openWriter } from '../../src/sqlite/open-writer.ts';
import { sqliteTables } from '../../src/sqlite/records/sqlite-dialect.ts';

it('[SQ27] pages of deliveries are found through counters, after any additions, ends and prunes', async () => {
  const connection = openWriter(':memory:', { tables: sqliteTables([]), busyTimeoutMs: 100 });
  const stateOf = (index: number) => (['pending', 'delivered', 'dead'] as const)[index % 7 < 3 ? 1 : index % 3];
  const targets = [1, 2].map((number) => ({ kind: 'hook', number }) as const);
  for (let index = 1; index <= 1_400; index += 1) {
    const id = `d${String((index * 7_919) % 1_409).padStart(4, '0')}`;
    const target = targets[index % 2] as (typeof targets)[number];
    const about = { customerNumber: 1, messageUuid: id, origin: 'https://crm.example.com', body: '{}' };
    addDeliveries(connection, 'acme', [
      { ...about, id, target, workspace: 1 + (index % 3), createdAt: 1, dueAt: index },
    ]);
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
      divideLargeRange(connection, ranged, { key: id, most: 40 });
    }
  }
  const ranges = connection.all("SELECT DISTINCT first_key FROM delivery_ranges WHERE list = 'deliveries'");
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
          const { items, total } = listDeliveries(connection, 'acme', { ...filter, offset, limit: 60 });
          expect(total).toBe(expected.length);
          ids.push(...items.map(({ id }) => id));
        }
        expect(ids).toEqual(expected);
      }
    }
  }
  connection.script('DELETE FROM deliveries');
  expect(connection.all('SELECT * FROM delivery_ranges')).toEqual([]);
  connection.close();
});
