import { chmodSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { sqliteStorage } from '../../src/sqlite/index.ts';
import { commitNotes, notes, putNote } from './sample-notes.ts';
import { temporaryFolder } from './temporary-folder.ts';

function modesOf(folder: string): Readonly<Record<string, string>> {
  return Object.fromEntries(
    readdirSync(folder).map((name) => [name, (statSync(join(folder, name)).mode & 0o777).toString(8)]),
  );
}

const files = ['bots.db', 'bots.db-shm', 'bots.db-wal'];
const allOf = (mode: string): object => Object.fromEntries(files.map((name) => [name, mode]));

it.for([0o000, 0o022, 0o077])('[SQ24] under the umask %o only their owner can read the files', async (umask) => {
  const folder = temporaryFolder();
  chmodSync(folder, 0o755);
  const former = process.umask(umask);
  onTestFinished(() => void process.umask(former));
  const storage = sqliteStorage({ file: join(folder, 'bots.db'), kinds: [notes] });
  await commitNotes(storage, putNote('n1'));
  expect(modesOf(folder)).toEqual(allOf('600'));
  await storage.close();
});

it('[SQ24] opening removes the permissions of others, also from files of a server that was killed', async () => {
  const folder = temporaryFolder();
  const file = join(folder, 'bots.db');
  const first = sqliteStorage({ file, kinds: [notes] });
  for (const name of files) chmodSync(join(folder, name), 0o666);
  const second = sqliteStorage({ file, kinds: [notes] });
  expect(modesOf(folder)).toEqual(allOf('600'));
  await Promise.all([first.close(), second.close()]);
});

it('[SQ24] the host can set another mode, and a file that is refused keeps its own', async () => {
  const folder = temporaryFolder();
  const storage = sqliteStorage({ file: join(folder, 'bots.db'), fileMode: 0o660, kinds: [notes] });
  expect(modesOf(folder)).toEqual(allOf('660'));
  await storage.close();
  const other = join(folder, 'other');
  writeFileSync(other, 'no database, and long enough to be seen as none'.repeat(99));
  chmodSync(other, 0o644);
  expect(() => sqliteStorage({ file: other })).toThrow();
  expect(statSync(other).mode & 0o777).toBe(0o644);
});
