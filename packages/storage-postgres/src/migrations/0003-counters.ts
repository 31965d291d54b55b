import type { Migration } from '../migrate.ts';

/** The list, and the part of the list, that counts a row. SQL expressions. */
interface Counted {
  readonly list: string;
  readonly part: string;
}

const bot = (row: string): Counted => ({
  list: "'bots'",
  part: `ARRAY[${row}.state, ${row}.workspace::text, ${row}.channel_family]`,
});

const customer = (row: string): Counted => ({
  list: "'customers'",
  part:
    `ARRAY[${row}.workspace::text, ${row}.channel::text, coalesce(${row}.agent, -1)::text, ` +
    `${row}.archived::text, ${row}.opt_in::text]`,
});

const delivery = (row: string): Counted => ({
  list: "'deliveries'",
  part: `ARRAY[${row}.target::text, ${row}.workspace::text, ${row}.state]`,
});

const change = (row: string, { list, part }: Counted, by: 1 | -1) =>
  `INSERT INTO "@".counter_changes (brand, list, part, change) VALUES (${row}.brand, ${list}, ${part}, ${by});`;

const body = (name: string, statements: string) => `
CREATE FUNCTION ${name}() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  ${statements}
  RETURN NULL;
END $$;`;

function counted(table: string, of: (row: string) => Counted, { columns, when = 'true' }: CountedTable): string {
  const moves = columns.map((column) => `OLD.${column} IS DISTINCT FROM NEW.${column}`).join(' OR ');
  const add = change('NEW', of('NEW'), 1);
  const remove = change('OLD', of('OLD'), -1);
  return `
${body(`count_added_${table}`, add)}
${body(`count_moved_${table}`, `${remove} ${add}`)}
${body(`count_removed_${table}`, remove)}
CREATE TRIGGER counted_added AFTER INSERT ON ${table} FOR EACH ROW
  WHEN (${when.replaceAll('ROW.', 'NEW.')}) EXECUTE FUNCTION count_added_${table}();
CREATE TRIGGER counted_moved AFTER UPDATE OF ${columns.join(', ')} ON ${table} FOR EACH ROW
  WHEN (${when.replaceAll('ROW.', 'NEW.')} AND (${moves})) EXECUTE FUNCTION count_moved_${table}();
CREATE TRIGGER counted_removed AFTER DELETE ON ${table} FOR EACH ROW
  WHEN (${when.replaceAll('ROW.', 'OLD.')}) EXECUTE FUNCTION count_removed_${table}();`;
}

interface CountedTable {
  /** The columns whose change moves a row to another count. */
  readonly columns: readonly string[];
  /** The counted rows, as an SQL condition; `ROW.` precedes a column. */
  readonly when?: string;
}

/** The tables whose rows are settings of a brand. */
const settings = ['bots', 'channels', 'feedback', 'hooks'] as const;

const setting = (table: string) => `
CREATE TRIGGER setting_written AFTER INSERT OR UPDATE ON ${table} FOR EACH ROW EXECUTE FUNCTION setting_written();
CREATE TRIGGER setting_removed AFTER DELETE ON ${table} FOR EACH ROW EXECUTE FUNCTION setting_removed();`;

/**
 * Lists are counted by brand and part. If each writer changed a counter, the writers of a brand would wait for each
 * other. So triggers add a row for each change, and the store folds such rows into the counters from time to time: the
 * sum of both is always exact.
 *
 * The changes of a brand's settings are counted in the same way: the sum is the revision of its settings.
 *
 * @spec ST90
 */
export const counters: Migration = {
  version: 3,
  name: 'counters',
  sql: `
CREATE TABLE counters (
  brand text NOT NULL,
  list text NOT NULL,
  part text[] NOT NULL,
  total bigint NOT NULL,
  PRIMARY KEY (brand, list, part)
);
CREATE TABLE counter_changes (
  number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  brand text NOT NULL,
  list text NOT NULL,
  part text[] NOT NULL,
  change bigint NOT NULL
);
CREATE INDEX counter_changes_list ON counter_changes (brand, list);
${counted('bots', bot, { columns: ['state'] })}
${counted('customers', customer, { columns: ['agent', 'archived', 'opt_in'], when: "ROW.purpose = 'live'" })}
${counted('deliveries', delivery, { columns: ['state'] })}

${body('setting_written', `INSERT INTO "@".counter_changes (brand, list, part, change) VALUES (NEW.brand, 'settings', '{}', 1);`)}
${body('setting_removed', `INSERT INTO "@".counter_changes (brand, list, part, change) VALUES (OLD.brand, 'settings', '{}', 1);`)}
${settings.map(setting).join('')}
`,
};
