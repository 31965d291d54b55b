import type { Migration } from '../migrate.ts';

/** Archived or not, opted in or not. */
const states = [
  ['a0_o0', 0, 0],
  ['a0_o1', 0, 1],
  ['a1_o0', 1, 0],
  ['a1_o1', 1, 1],
] as const;
const columns = states.map(([column]) => column);

/** A range of level 0 has 512 numbers; a range of level 1 has 64 ranges of level 0. */
const levels = [
  [0, 9],
  [1, 15],
] as const;

/** The lists of a customer: per workspace and per channel, the list of all agents and the list of its agent. */
const ofEveryAgent = (row: string) => [`'w' || ${row}.workspace`, `'c' || ${row}.channel`];
const ofOwnAgent = (row: string) => ofEveryAgent(row).map((list) => `${list} || 'a' || coalesce(${row}.agent, '')`);
const ofAll = (row: string) => [...ofEveryAgent(row), ...ofOwnAgent(row)];
type ListsOf = (row: string) => readonly string[];

const inState = (row: string, [, archived, optIn]: (typeof states)[number]) =>
  `${row}.archived = ${archived} AND ${row}.opt_in = ${optIn}`;

const keysOf = (row: string, listsOf: ListsOf) =>
  listsOf(row).flatMap((list) =>
    levels.map(([level, bits]) => `${row}.brand, ${list}, ${level}, ${row}.number >> ${bits}`),
  );

const add = (row: string, listsOf = ofAll) => `
  INSERT INTO customer_ranges (brand, list, level, range, ${columns.join(', ')})
    VALUES ${keysOf(row, listsOf)
      .map((key) => `(${key}, ${states.map((state) => inState(row, state)).join(', ')})`)
      .join(',\n      ')}
    ON CONFLICT DO UPDATE SET ${columns.map((column) => `${column} = ${column} + excluded.${column}`).join(', ')};`;

const isOfRow = (row: string, listsOf: ListsOf) =>
  `(brand, list, level, range) IN (VALUES ${keysOf(row, listsOf)
    .map((key) => `(${key})`)
    .join(', ')})`;

const remove = (row: string, listsOf = ofAll) => `
  UPDATE customer_ranges SET ${states.map((state) => `${state[0]} = ${state[0]} - (${inState(row, state)})`).join(', ')}
    WHERE ${isOfRow(row, listsOf)};
  DELETE FROM customer_ranges WHERE ${isOfRow(row, listsOf)} AND ${columns.map((column) => `${column} = 0`).join(' AND ')};`;

const fill = ofAll('customers')
  .flatMap((list) =>
    levels.map(
      ([level, bits]) => `
INSERT INTO customer_ranges
  SELECT brand, ${list}, ${level}, number >> ${bits}, ${states.map((state) => `sum(${inState('customers', state)})`).join(', ')}
  FROM customers WHERE purpose = 'live' GROUP BY 1, 2, 4;`,
    ),
  )
  .join('');

/**
 * Live customers are counted by ranges of their numbers, for each list that a filter can select: totals are sums over
 * wide ranges, and a large offset is found without reading the earlier rows. Triggers count every insertion, change and
 * deletion.
 *
 * The name of a list is `w` and a workspace or `c` and a channel, followed by nothing for the customers of every agent,
 * by `a` and an agent for the customers of this agent, or by only `a` for customers without an agent. Each index has
 * all filters before the number.
 */
export const customerRanges: Migration = {
  version: 16,
  name: 'customer-ranges',
  sql: `
DROP TABLE customer_counts;
DROP INDEX customers_live;
DROP INDEX customers_channel;
DROP INDEX customers_agent;
CREATE INDEX customers_workspace ON customers (brand, workspace, archived, opt_in, number) WHERE purpose = 'live';
CREATE INDEX customers_workspace_agent ON customers (brand, workspace, agent, archived, opt_in, number)
  WHERE purpose = 'live';
CREATE INDEX customers_channel ON customers (channel, archived, opt_in, number) WHERE purpose = 'live';
CREATE INDEX customers_channel_agent ON customers (channel, agent, archived, opt_in, number) WHERE purpose = 'live';

CREATE TABLE customer_ranges (
  brand TEXT NOT NULL,
  list TEXT NOT NULL,
  level INTEGER NOT NULL,
  range INTEGER NOT NULL,
  ${columns.map((column) => `${column} INTEGER NOT NULL`).join(',\n  ')},
  PRIMARY KEY (brand, list, level, range)
) STRICT, WITHOUT ROWID;
${fill}

CREATE TRIGGER customers_counted AFTER INSERT ON customers WHEN NEW.purpose = 'live' BEGIN${add('NEW')}
END;
CREATE TRIGGER customers_moved AFTER UPDATE OF archived, opt_in, agent ON customers
  WHEN NEW.purpose = 'live' AND (OLD.archived <> NEW.archived OR OLD.opt_in <> NEW.opt_in)
BEGIN${remove('OLD')}${add('NEW')}
END;
CREATE TRIGGER customers_assigned AFTER UPDATE OF archived, opt_in, agent ON customers
  WHEN NEW.purpose = 'live' AND OLD.archived = NEW.archived AND OLD.opt_in = NEW.opt_in AND OLD.agent IS NOT NEW.agent
BEGIN${remove('OLD', ofOwnAgent)}${add('NEW', ofOwnAgent)}
END;
CREATE TRIGGER customers_gone AFTER DELETE ON customers WHEN OLD.purpose = 'live' BEGIN${remove('OLD')}
END;
`,
};
