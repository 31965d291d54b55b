import type { AnyList } from '@botwright/core/ports';
import {
  type CountedFilter,
  type CountedGroup,
  type CountedRequest,
  countedColumns,
  countedGroups,
  groupIndex,
  isListed,
  listParameters,
  listValues,
  onFilters,
  withinColumns,
} from './counted-lists.ts';
import { placesOfOrder } from './list-statements.ts';
import { keyNames, type RecordTable } from './record-tables.ts';
import { allOf, type SqlText } from './sql-text.ts';

/**
 * Lists are counted by part. If each writer changed a counter, the writers of a brand would wait for each other. So
 * triggers add a row for each change, and the store folds such rows into the counters from time to time: the sum of both
 * is always exact. The store counts its queues in the same tables.
 */
export function changesSchema(tables: readonly RecordTable[]): readonly string[] {
  const prefix = tables[0]?.prefix ?? '';
  return [
    `CREATE TABLE ${prefix}counters (brand text NOT NULL, list text NOT NULL, part text[] NOT NULL, total bigint NOT NULL,
      PRIMARY KEY (brand, list, part))`,
    `CREATE TABLE ${prefix}counter_changes (number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, brand text NOT NULL,
      list text NOT NULL, part text[] NOT NULL, change bigint NOT NULL)`,
    `CREATE INDEX counter_changes_list ON ${prefix}counter_changes (brand, list)`,
    ...tables.flatMap((table) => {
      const groups = countedGroups(table);
      const lists = [...new Set(groups.map(({ list }) => list))];
      return [
        ...lists.flatMap((list) => countTriggers(groups.filter((group) => group.list === list))),
        ...groups.flatMap((group) => indexesOf(group)),
      ];
    }),
  ];
}

function indexesOf(group: CountedGroup): readonly string[] {
  return Object.keys(group.list.orders).map((order) => {
    const places = placesOfOrder(group.table, group.list, order).map(({ name, suffix }) => `${name}${suffix}`);
    return groupIndex(group, { order, places });
  });
}

/** All filters by which a list is counted: its counters have a part for each combination of their values. */
function filtersOf(groups: readonly CountedGroup[]): readonly CountedFilter[] {
  const filters = groups.flatMap(({ each, parts }) => [...each, ...parts]);
  return [...new Map(filters.map((filter) => [filter.name, filter])).values()];
}

function countTriggers(groups: readonly CountedGroup[]): readonly string[] {
  const [group] = groups;
  if (group === undefined) return [];
  const { table } = group;
  const filters = filtersOf(groups);
  const change = (row: 'OLD' | 'NEW', by: 1 | -1) => {
    const part = filters.map(({ inRow }) => `(${inRow(`${row}.`)})::text`).join(', ');
    const within = withinColumns(group).map(({ name }) => `${row}.${name}`);
    return (
      `INSERT INTO ${table.prefix}counter_changes (brand, list, part, change) SELECT ${row}.brand, ` +
      `${listOfValues(group, within)}, ARRAY[${part}]::text[], ${by} WHERE ${isListed(group, `${row}.`)};`
    );
  };
  const columns = countedColumns(group, filters);
  const moves = columns.map((column) => `OLD.${column} IS DISTINCT FROM NEW.${column}`).join(' OR ');
  const trigger = (event: string, { on, when, body }: { on: string; when: string; body: string }) => {
    const name = `${listName(group)}_${event}`;
    return [
      `CREATE FUNCTION ${table.prefix}"${name}"() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN ${body} RETURN NULL; END $$`,
      `CREATE TRIGGER "${name}" AFTER ${on} ON ${table.name} FOR EACH ROW WHEN (${when}) EXECUTE FUNCTION ${table.prefix}"${name}"()`,
    ];
  };
  return [
    ...trigger('counted', { on: 'INSERT', when: isListed(group, 'NEW.'), body: change('NEW', 1) }),
    ...trigger('uncounted', { on: 'DELETE', when: isListed(group, 'OLD.'), body: change('OLD', -1) }),
    ...(columns.length === 0
      ? []
      : trigger('moved', {
          on: `UPDATE OF ${columns.join(', ')}`,
          when: moves,
          body: `${change('OLD', -1)} ${change('NEW', 1)}`,
        })),
  ];
}

function listName({ table, list }: CountedGroup): string {
  const name = Object.entries(table.kind.lists).find(([, each]: readonly [string, AnyList]) => each === list)?.[0];
  return `${table.kind.name}_${name}`;
}

/** The name of the list of a combination of the values of `within`. */
function listOfValues(group: CountedGroup, values: readonly string[]): string {
  return `'${listName(group)} ' || jsonb_build_array(${values.join(', ')})::text`;
}

/** The counters and changes of a list: `part` and `total`. A part may have several rows. */
function countersOf(counted: CountedRequest): SqlText {
  const { group, brand } = counted;
  const { prefix, dialect } = group.table;
  const within = withinColumns(group);
  const list = listOfValues(
    group,
    within.map(({ type }) => `CAST(? AS ${dialect.cast(type)})`),
  );
  const params = [brand, ...listParameters(counted).slice(0, within.length)];
  return {
    sql:
      `(SELECT part, total FROM ${prefix}counters WHERE brand = ? AND list = ${list} ` +
      `UNION ALL SELECT part, change FROM ${prefix}counter_changes WHERE brand = ? AND list = ${list}) c`,
    params: [...params, ...params],
  };
}

/** The counters that a request selects. */
function selected(counted: CountedRequest): SqlText {
  const { group } = counted;
  const counters = countersOf(counted);
  const filters = onFilters(counted, filtersOf(groupsOfList(group)), (filter) => partValue(counted, filter));
  return { sql: `${counters.sql} WHERE ${filters.sql}`, params: [...counters.params, ...filters.params] };
}

function groupsOfList({ table, list }: CountedGroup): readonly CountedGroup[] {
  return countedGroups(table).filter((group) => group.list === list);
}

function partValue({ group }: CountedRequest, filter: CountedFilter): string {
  const index = filtersOf(groupsOfList(group)).findIndex(({ name }) => name === filter.name);
  return `c.part[${index + 1}]::${group.table.dialect.cast(filter.type)}`;
}

/** Counts the matches of a request. */
export function selectCounted(counted: CountedRequest): SqlText {
  const { sql, params } = selected(counted);
  return { sql: `SELECT coalesce(sum(total), 0)::bigint AS "total" FROM ${sql}`, params };
}

/**
 * Reads one index for each part that has records, in its order and only up to the end of the page, and merges the
 * records, which are `r`.
 */
export function selectCountedPage(counted: CountedRequest): SqlText {
  const { group, brand, request } = counted;
  const { table, list, parts } = group;
  const { offset, limit } = request;
  const filters = selected(counted);
  const values = parts.map((part, index) => `${partValue(counted, part)} AS "by_${index}"`);
  const places = placesOfOrder(table, list, request.order);
  const order = (row: string) => places.map(({ name, suffix }) => `${row}${name}${suffix}`).join(', ');
  const columns = [...new Set([...keyNames(table), ...places.map(({ name }) => name)])];
  const ofPart = parts.map(({ inRow }, index) => `${inRow('r.')} = c."by_${index}"`);
  const ofList = listValues(group, 'r.').map((value, index): SqlText => {
    const parameter = listParameters(counted)[index];
    return parameter === null ? { sql: `${value} IS NULL`, params: [] } : { sql: `${value} = ?`, params: [parameter] };
  });
  const where = allOf([
    { sql: 'r."brand" = ?', params: [brand] },
    { sql: isListed(group, 'r.'), params: [] },
    ...ofList,
    { sql: ['TRUE', ...ofPart].join(' AND '), params: [] },
  ]);
  const limits = limit === undefined ? { sql: 'NULL', params: [] } : { sql: '?::bigint', params: [limit] };
  const on = keyNames(table).map((name) => `r.${name} = p.${name}`);
  const grouped = parts.length === 0 ? '()' : parts.map((_part, index) => `"by_${index}"`).join(', ');
  return {
    sql:
      `FROM (WITH counted AS MATERIALIZED (SELECT ${[...values, 'sum(total) AS total'].join(', ')} FROM ${filters.sql} ` +
      `GROUP BY ${grouped} HAVING sum(total) > 0) ` +
      `SELECT f.* FROM counted c CROSS JOIN LATERAL (SELECT ${columns.map((name) => `r.${name}`).join(', ')} ` +
      `FROM ${table.name} r WHERE ${where.sql} ORDER BY ${order('r.')} LIMIT ` +
      `CASE WHEN (SELECT sum(total) FROM counted) > ?::bigint THEN ${limits.sql} + ?::bigint ELSE 0 END) f ` +
      `ORDER BY ${order('f.')} LIMIT ${limits.sql} OFFSET ?::bigint) p JOIN ${table.name} r ON ${on.join(' AND ')}`,
    params: [...filters.params, ...where.params, offset, ...limits.params, offset, ...limits.params, offset],
  };
}
