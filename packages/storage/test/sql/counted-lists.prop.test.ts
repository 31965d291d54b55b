import type { ListAnswer, ListRequest } from '@botwright/core/ports';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { houses, type Item, identityOf, items, members, requestsOfLists, step } from './counted-items.ts';
import { openSqliteDatabase, type SqliteDatabase } from './sqlite-database.ts';

const mostInRange = 8;
const acme = { brand: 'acme' };
const groups = {
  item_live_state: { list: 'live', within: 'json_array(state)' },
  item_live_state_agent: { list: 'live', within: 'json_array(state, agent)' },
  item_of_house_is_dated: { list: 'ofHouse', within: 'json_array(house, CASE WHEN at IS NULL THEN 0 ELSE 1 END)' },
} as const;

const lists = Object.entries(groups).flatMap(([group, { list, within }]) =>
  Object.keys(items.lists[list].orders).map((order) => ({ group, order, list, within })),
);

/** Compares the counters of ranges with the records in them. */
function expectAgreement({ all }: SqliteDatabase): void {
  for (const { group, order, list, within } of lists) {
    const rows = all(
      `SELECT ${within} AS within, count(*) AS total FROM item_records
        WHERE ${list === 'live' ? "purpose = 'it''s live'" : 'TRUE'} GROUP BY 1 ORDER BY 1`,
    );
    const ofList = `FROM list_ranges WHERE list = '${group} ${order}'`;
    expect(all(`SELECT within, sum(total) AS total ${ofList} GROUP BY 1 ORDER BY 1`)).toEqual(rows);
    expect(all(`SELECT within, sum(total) AS total FROM "${group}_counts" GROUP BY 1 ORDER BY 1`)).toEqual(rows);
  }
  expect(all('SELECT * FROM list_ranges WHERE total <= 0')).toEqual([]);
  const sizes = 'SELECT sum(total) AS size FROM list_ranges GROUP BY list, within, first';
  expect(all(`SELECT * FROM (${sizes}) WHERE size > ${mostInRange + (mostInRange >> 3)}`)).toEqual([]);
}

function expectLists(database: SqliteDatabase, requests: readonly ListRequest[]): void {
  const idsOf = ({ items: found, total }: ListAnswer<Item>) => ({ total, ids: found.map(({ record }) => record.id) });
  for (const request of requests) {
    const answer = idsOf(database.read<ListAnswer<Item>>(acme, request));
    expect([request, answer]).toEqual([request, idsOf(database.readUncounted<ListAnswer<Item>>(acme, request))]);
  }
}

it('[ST100][ST101][SQ20][SQ27][SQ28][SQ29] counted lists equal filtering and sorting all records after any writes', () => {
  fc.assert(
    fc.property(
      fc.array(members, { minLength: 230, maxLength: 250 }),
      fc.array(step, { maxLength: 120 }),
      fc.array(requestsOfLists, { minLength: 60, maxLength: 60 }),
      (first, steps, requests) => {
        const database = openSqliteDatabase([houses, items], ':memory:', mostInRange);
        const put = (index: number, item: object) => {
          const record = { ...identityOf(index), ...item };
          return { do: 'put', kind: 'item', record, version: `v${index}` } as const;
        };
        const house = (id: string) => ({ do: 'put', kind: 'house', record: { id }, version: 'v' }) as const;
        expect(database.commit(acme, [house('h1'), house('h2'), ...first.map((item, index) => put(index, item))])).toBe(
          true,
        );
        expectAgreement(database);
        expectLists(database, requests.slice(0, 30));
        const changes = steps.map((each) =>
          each.kind === 'put'
            ? put(each.index, each.members)
            : ({ do: 'delete', kind: 'item', key: [identityOf(each.index).id] } as const),
        );
        expect(database.commit(acme, changes)).toBe(true);
        expectAgreement(database);
        expectLists(database, requests.slice(30));
        database.commit(acme, [{ do: 'delete', kind: 'house', key: ['h1'] }]);
        expectAgreement(database);
        expectLists(database, requests.slice(0, 10));
        database.commit(acme, [{ do: 'delete', kind: 'house', key: ['h2'] }]);
        expect(database.all('SELECT * FROM list_ranges')).toEqual([]);
        database.close();
      },
    ),
    { seed: 20261127, numRuns: 8, endOnFailure: true },
  );
});
