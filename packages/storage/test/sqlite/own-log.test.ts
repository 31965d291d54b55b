import { copyFileSync, existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { sqliteStorage } from '../../src/sqlite/sqlite-storage.ts';
import { commitNotes, notes, putNote } from './sample-notes.ts';
import { temporaryFile } from './temporary-folder.ts';

const kinds = [notes];

/** A database and its log, in their state after a crash; nothing if there is no log. */
interface Image {
  readonly database: Buffer;
  readonly log: Buffer | undefined;
}

function imageOf(file: string): Image {
  const log = `${file}-wal`;
  return { database: readFileSync(file), log: existsSync(log) ? readFileSync(log) : undefined };
}

function putBack(database: Buffer, log: Buffer | undefined): string {
  const file = temporaryFile();
  writeFileSync(file, database);
  if (log !== undefined) writeFileSync(`${file}-wal`, log);
  return file;
}

let inserted = 0;
/** Runs this many transactions, one after the other, each of which waits for its commit. */
async function write(storage: ReturnType<typeof sqliteStorage>, transactions: number): Promise<void> {
  for (let count = 0; count < transactions; count += 1) {
    inserted += 1;
    await commitNotes(storage, putNote(`n${inserted}`));
  }
}

const newer = (file: string) => `${file}-wal belongs to a newer state of ${file}: restore both from the same backup`;

it('[SQ42] an older file under the log of a newer one is refused, in one line, and nothing is changed', async () => {
  const file = temporaryFile();
  const before = sqliteStorage({ file, kinds });
  await write(before, 10);
  await before.close();
  const backup = readFileSync(file);
  const storage = sqliteStorage({ file, kinds });
  await write(storage, 200);
  const { log } = imageOf(file);
  await storage.close();
  const restored = putBack(backup, log);
  let message = '';
  try {
    sqliteStorage({ file: restored, kinds });
  } catch (error) {
    message = (error as Error).message;
  }
  expect(message).toContain(newer(restored));
  expect(message).not.toContain('\n');
  expect(imageOf(restored)).toEqual({ database: backup, log });
  rmSync(`${restored}-wal`);
  await sqliteStorage({ file: restored, kinds }).close();
});

it('[SQ42] a newer file under an older log is refused, and so is an empty one', async () => {
  const file = temporaryFile();
  const storage = sqliteStorage({ file, kinds });
  await write(storage, 5);
  const { log } = imageOf(file);
  await write(storage, 200);
  await storage.close();
  const restored = putBack(readFileSync(file), log);
  expect(() => sqliteStorage({ file: restored, kinds })).toThrow(`belongs to an older state of ${restored}`);
  const later = sqliteStorage({ file, kinds });
  await write(later, 5);
  const emptied = putBack(Buffer.alloc(0), imageOf(file).log);
  expect(() => sqliteStorage({ file: emptied, kinds })).toThrow(newer(emptied));
  await later.close();
});

it('[SQ42] files of a release without marks, with a log or without one, are opened', async () => {
  const file = temporaryFile();
  const storage = sqliteStorage({ file, kinds });
  await write(storage, 3);
  await storage.close();
  const unmarked = new DatabaseSync(file);
  unmarked.exec('PRAGMA user_version = 0');
  unmarked.close();
  await sqliteStorage({ file: putBack(readFileSync(file), undefined), kinds }).close();
  const plain = new DatabaseSync(file);
  plain.exec('CREATE TABLE more (x TEXT) STRICT');
  const { database, log } = imageOf(file);
  plain.close();
  expect(log?.length).toBeGreaterThan(0);
  await sqliteStorage({ file: putBack(database, log), kinds }).close();
});

it('[SQ42] a log that was torn, or is none, is left to SQLite', async () => {
  const file = temporaryFile();
  const storage = sqliteStorage({ file, kinds });
  await write(storage, 30);
  const { database, log = Buffer.alloc(0) } = imageOf(file);
  await storage.close();
  for (const cut of [0, 10, 32, 40, 3_000, Math.floor(log.length / 2), log.length - 1]) {
    await sqliteStorage({ file: putBack(database, log.subarray(0, cut)), kinds }).close();
  }
  for (const at of [3, 20, 30, 40, 50, 5_000]) {
    const broken = Buffer.from(log);
    broken.writeUInt8(broken.readUInt8(at) ^ 0xff, at);
    await sqliteStorage({ file: putBack(database, broken), kinds }).close();
  }
});

const step = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('write' as const), count: fc.integer({ min: 1, max: 90 }) }) },
  { weight: 2, arbitrary: fc.constant({ kind: 'reopen' as const }) },
  { weight: 1, arbitrary: fc.constant({ kind: 'checkpoint' as const }) },
);

it('[SQ42] whenever a process dies its file is opened; an older copy under its log is refused or sound', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 8 }), async (steps) => {
      const file = temporaryFile();
      let storage = sqliteStorage({ file, kinds });
      const images: Image[] = [];
      for (const each of steps) {
        if (each.kind === 'write') await write(storage, each.count);
        else if (each.kind === 'reopen') {
          await storage.close();
          images.push(imageOf(file));
          storage = sqliteStorage({ file, kinds });
        } else {
          // A tool of the operator.
          const other = new DatabaseSync(file);
          other.exec('PRAGMA wal_checkpoint(PASSIVE)');
          other.close();
        }
        images.push(imageOf(file));
      }
      await storage.close();
      for (const { database, log } of images) await sqliteStorage({ file: putBack(database, log), kinds }).close();
      // Such a tool begins a log without a mark, and tells nobody.
      if (steps.some(({ kind }) => kind === 'checkpoint')) return;
      const { log } = images.at(-1) as Image;
      for (const { database } of images) expect(isRefusedOrSound(putBack(database, log))).toBe(true);
    }),
    { numRuns: 8, seed: 7 },
  );
}, 240_000);

function isRefusedOrSound(file: string): boolean {
  const copy = temporaryFile();
  copyFileSync(file, copy);
  if (existsSync(`${file}-wal`)) copyFileSync(`${file}-wal`, `${copy}-wal`);
  try {
    void sqliteStorage({ file, kinds }).close();
  } catch {
    return true;
  }
  const witness = new DatabaseSync(copy);
  const found = witness.prepare('PRAGMA integrity_check').all();
  witness.close();
  return JSON.stringify(found) === '[{"integrity_check":"ok"}]' && statSync(copy).size > 0;
}
