import type { Migration } from '../migrate.ts';

/** A delivery is in the list of its brand and in the list of its target. */
const listsOf = (row: string) => ["'deliveries'", `'deliveries ' || ${row}.target`];
const partOf = (row: string) => `${row}.workspace || ' ' || ${row}.state`;

const rangeOf = (row: string, list: string) => `
    SELECT first_key, first_id FROM counted_ranges
    WHERE brand = ${row}.brand AND list = ${list} AND (first_key, first_id) <= (${row}.id, '')
    ORDER BY first_key DESC, first_id DESC LIMIT 1`;

const each = (row: string, statement: (list: string) => string) => listsOf(row).map(statement).join('');

const added = each(
  'NEW',
  (list) => `
  INSERT INTO counted_ranges (brand, list, first_key, first_id, part, total)
    SELECT NEW.brand, ${list}, coalesce(first_key, ''), coalesce(first_id, ''), ${partOf('NEW')}, 1
    FROM (SELECT true) LEFT JOIN (${rangeOf('NEW', list)})
    WHERE true ON CONFLICT DO UPDATE SET total = total + 1;`,
);

/** A counter that reaches 0 stays for the next delivery: most deliveries change between the same two states. */
const moved = each(
  'NEW',
  (list) => `
  INSERT INTO counted_ranges (brand, list, first_key, first_id, part, total)
    SELECT NEW.brand, ${list}, first_key, first_id, column1, column2
    FROM (${rangeOf('NEW', list)}) CROSS JOIN (VALUES (${partOf('OLD')}, -1), (${partOf('NEW')}, 1))
    WHERE true ON CONFLICT DO UPDATE SET total = total + excluded.total;`,
);

const removed = each('OLD', (list) => {
  const isOfRange = `brand = OLD.brand AND list = ${list} AND (first_key, first_id) = (${rangeOf('OLD', list)})`;
  return `
  UPDATE counted_ranges SET total = total - 1 WHERE ${isOfRange} AND part = ${partOf('OLD')};
  DELETE FROM counted_ranges WHERE ${isOfRange} AND total = 0;`;
});

const fill = each(
  'deliveries',
  (list) => `
INSERT INTO counted_ranges (brand, list, first_key, first_id, part, total)
  WITH placed AS (
    SELECT brand, ${list} AS list, id, ${partOf('deliveries')} AS part,
      (row_number() OVER (PARTITION BY brand, ${list} ORDER BY id) - 1) / 1000 AS range
    FROM deliveries
  ), ranged AS (
    SELECT brand, list, part, min(id) OVER (PARTITION BY brand, list, range) AS first_key FROM placed
  )
  SELECT brand, list, first_key, '', part, count(*) FROM ranged GROUP BY 1, 2, 3, 5;`,
);

/** Deliveries are counted by ranges of their ids, like lists of bots, by workspace and state. */
export const deliveryRanges: Migration = {
  version: 18,
  name: 'delivery-ranges',
  sql: `${fill}

CREATE TRIGGER deliveries_added AFTER INSERT ON deliveries BEGIN${added}
END;
CREATE TRIGGER deliveries_moved AFTER UPDATE OF state ON deliveries WHEN OLD.state <> NEW.state BEGIN${moved}
END;
CREATE TRIGGER deliveries_removed AFTER DELETE ON deliveries BEGIN${removed}
END;
`,
};
