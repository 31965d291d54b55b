import { DatabaseSync } from 'node:sqlite';
import { type AnyKind, recordKinds } from '@botwright/core/ports';
import { expect, it } from 'vitest';
import { sqliteStorage } from '../../src/sqlite/index.ts';
import { temporaryFile } from './temporary-folder.ts';

const toVersion1 = `DROP TABLE conversation_wakes;
  ALTER TABLE inbox DROP COLUMN ends_wait;
  UPDATE schema_version SET version = 1`;

/** Makes a file as a release with these declarations and version 1 of the schema did. */
async function fileOf(kinds: readonly AnyKind[]): Promise<string> {
  const file = temporaryFile();
  await sqliteStorage({ file, kinds }).close();
  change(file, toVersion1);
  return file;
}

function change(file: string, sql: string): void {
  const database = new DatabaseSync(file);
  database.exec(sql);
  database.close();
}

function schemaOf(file: string): unknown {
  const database = new DatabaseSync(file);
  const objects = database
    .prepare("SELECT type, name, iif(type = 'table', '', sql) AS sql FROM sqlite_schema ORDER BY 1, 2")
    .all();
  const columns = database
    .prepare(
      'SELECT t.name AS "table", c.name FROM pragma_table_list AS t, pragma_table_info(t.name) AS c ORDER BY 1, 2',
    )
    .all();
  database.close();
  return { objects, columns };
}

async function newSchema(): Promise<unknown> {
  const file = temporaryFile();
  await sqliteStorage({ file }).close();
  return schemaOf(file);
}

const owners = new Set(recordKinds.map(({ owner }) => owner?.kind));
const leaves = recordKinds.filter(({ name }) => !owners.has(name));

it.for(leaves.map((kind) => [kind.name, kind] as const))(
  '[SQ60][ST134] a file without the kind %s gets its tables, indexes and triggers',
  async ([, leaf]) => {
    const file = await fileOf(recordKinds.filter((kind) => kind !== leaf));
    await sqliteStorage({ file }).close();
    expect(schemaOf(file)).toEqual(await newSchema());
  },
);

const optional = recordKinds.flatMap((kind) =>
  Object.entries(kind.fields)
    .filter(([, type]) => ['text?', 'integer?', 'json?', 'boolean?'].includes(type))
    .map(([field]) => [`${kind.name}.${field}`, kind, field] as const),
);

it('[SQ60][ST134] a file without optional fields gets their columns, and one without a required field is refused', async () => {
  const unused = optional.filter(([, kind, field]) => {
    const { fields: _fields, ...uses } = kind;
    return !JSON.stringify(uses).includes(`"${field}"`);
  });
  expect(unused.length).toBeGreaterThan(5);
  const file = await fileOf(
    recordKinds.map((kind) => {
      const left = Object.entries(kind.fields).filter(
        ([field]) => !unused.some(([, other, without]) => other === kind && without === field),
      );
      return { ...kind, fields: Object.fromEntries(left) } as AnyKind;
    }),
  );
  await sqliteStorage({ file }).close();
  expect(schemaOf(file)).toEqual(await newSchema());

  const other = await fileOf(recordKinds);
  change(other, 'ALTER TABLE customer_records DROP COLUMN fields');
  const before = schemaOf(other);
  expect(() => sqliteStorage({ file: other })).toThrow('The stored records of customer have no fields.');
  expect(schemaOf(other)).toEqual(before);
});
