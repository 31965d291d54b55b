import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { memoryStorage } from '@botwright/core/memory';
import { postgresStorage } from '@botwright/storage/postgres';
import { sqliteStorage } from '@botwright/storage/sqlite';
import { it } from 'vitest';
import { startPostgres } from '../../../storage/test/postgres/postgres-server.ts';
import { fillStore } from './support/fill-store.ts';
import { frozenFolder, readFrozen } from './support/frozen-data.ts';
import { textOfPostgres, watchSchema } from './support/postgres-text.ts';
import { readStore } from './support/read-store.ts';
import { recordsInMemory } from './support/records-in-memory.ts';
import { textOfSqlite } from './support/sqlite-text.ts';

/** Such as `0.1.0`: the version that is released now. */
const version = process.env['BOTWRIGHT_FREEZE'];

it.runIf(version !== undefined)(
  'writes the data of this version',
  async () => {
    const folder = frozenFolder(version ?? '');
    mkdirSync(folder, { recursive: true });
    const write = (name: string, text: string) => writeFileSync(join(folder, name), text);

    const memory = memoryStorage();
    const known = await fillStore(memory);
    const contents = structuredClone(memory.dump());
    write('memory.json', `${linesOf(contents)}\n`);
    const answers: Record<string, unknown> = {};
    for await (const [name, found] of readStore(memoryStorage({ contents }), known)) answers[name] = found;
    write('answers.json', `${JSON.stringify({ known, answers }, null, 1)}\n`);

    const { storage, records } = recordsInMemory();
    await fillStore(storage);
    write('records.json', `${linesOf(records.dump())}\n`);

    const place = mkdtempSync(join(tmpdir(), 'botwright-'));
    const file = join(place, 'bots.db');
    const sqlite = sqliteStorage({ file });
    await fillStore(sqlite);
    await sqlite.close();
    write('sqlite.sql', textOfSqlite(file));
    rmSync(place, { recursive: true });

    const server = await startPostgres();
    const { pool, statements } = watchSchema(server.pool);
    const schema = server.newSchema();
    const postgres = await postgresStorage({ pool, schema });
    await fillStore(postgres);
    await postgres.close();
    write('postgres.sql', await textOfPostgres(server.pool, schema, statements));
    await server.stop();
  },
  120_000,
);

/** Such as `0.1.0`: a version whose answers have new members. Review the difference before it is committed. */
const read = process.env['BOTWRIGHT_READ_AGAIN'];

it.runIf(read !== undefined)('writes the answers that the data of a version have now', async () => {
  const file = join(frozenFolder(read ?? ''), 'answers.json');
  const { known } = JSON.parse(readFileSync(file, 'utf8'));
  const contents = JSON.parse(readFrozen(read ?? '', 'memory.json'));
  const answers: Record<string, unknown> = {};
  for await (const [name, found] of readStore(memoryStorage({ contents }), known)) answers[name] = found;
  writeFileSync(file, `${JSON.stringify({ known, answers }, null, 1)}\n`);
});

/** JSON with a line for each entry of a list, so that a change shows where it is. */
function linesOf(contents: object): string {
  const members = Object.entries(contents).map(([name, value]) => {
    const json = Array.isArray(value)
      ? `[\n${value.map((each) => JSON.stringify(each)).join(',\n')}\n]`
      : JSON.stringify(value);
    return `${JSON.stringify(name)}:${json}`;
  });
  return `{${members.join(',\n')}}`;
}
