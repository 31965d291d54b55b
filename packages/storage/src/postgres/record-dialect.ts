import { postgresTrigger } from '../sql/document-schema.ts';
import { recordSchema } from '../sql/record-schema.ts';
import type { RecordDialect, RecordTable } from '../sql/record-tables.ts';
import { schemaPrefix } from './sql.ts';

/** How PostgreSQL stores the fields of records. Texts sort by code point. */
export const recordDialect: RecordDialect = {
  types: {
    integer: 'bigint',
    number: 'double precision',
    text: 'text COLLATE "C"',
    boolean: 'boolean',
    json: 'text',
    document: 'text',
  },
  tableOptions: () => '',
  parameter(type, value) {
    if (value === undefined || isUnstorable(type, value)) return null;
    return type === 'json' ? JSON.stringify(value) : value;
  },
  value(type, stored) {
    if (type === 'integer') return Number(stored);
    return type === 'json' ? JSON.parse(stored as string) : stored;
  },
  contains: (text, part) => `strpos(${text}, ${part}) > 0`,
  indexesNulls: true,
  counts: 'changes',
  cast: (type) => (type === 'text' ? 'text' : recordDialect.types[type]),
  // From estimates that are too high or out of date, the planner would read the whole table.
  valuesOf: (type) => `unnest(?::${recordDialect.cast(type)}[]) each (value)`,
  nextNumber: `SELECT nextval(('${schemaPrefix}"' || ? || '_numbers"')::regclass) AS "number"`,
  hasManyWriters: true,
  trigger: postgresTrigger,
};

/** Whether PostgreSQL cannot store a value. Its parameter is NULL, which equals no stored value. */
function isUnstorable(type: string, value: unknown): boolean {
  return type === 'integer' ? !Number.isSafeInteger(value) : typeof value === 'string' && value.includes('\u0000');
}

/** The SQLSTATE that the functions of the schema raise for a conflict. */
export const refused = 'BW001';

const functions = `
CREATE FUNCTION "@".require_version(stored text, wanted text) RETURNS void LANGUAGE plpgsql AS $$ BEGIN
  IF stored IS DISTINCT FROM wanted THEN RAISE EXCEPTION 'another version' USING ERRCODE = '${refused}'; END IF;
END $$;
CREATE FUNCTION "@".require_change(changed bigint) RETURNS void LANGUAGE plpgsql AS $$ BEGIN
  IF changed = 0 THEN RAISE EXCEPTION 'no row' USING ERRCODE = '${refused}'; END IF;
END $$;`;

/** Statements that make the tables, indexes, sequences and functions of records. */
export function recordObjects(tables: ReadonlyMap<string, RecordTable>): readonly string[] {
  const named = new Set(['bot', 'channel', 'customer', 'hook', ...tables.keys()]);
  const sequences = [...named].map((name) => `CREATE SEQUENCE ${schemaPrefix}"${name}_numbers"`);
  return [...recordSchema(tables), ...sequences, functions];
}
