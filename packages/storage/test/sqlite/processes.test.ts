import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { DatabaseSync } from 'node:sqlite';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { packageOptions } from '../../../../scripts/built-for-tests.mjs';
import { sqliteStorage } from '../../src/sqlite/sqlite-storage.ts';
import { findNote, noteIds, notes } from './sample-notes.ts';
import { temporaryFile } from './temporary-folder.ts';

const program = fileURLToPath(new URL('./busy-writer.ts', import.meta.url));

function startWriter(file: string, prefix: string, count: number): ChildProcess {
  return spawn(process.execPath, [...packageOptions, program, file, prefix, String(count)], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

/** @returns The acknowledged writes: the last revision of each note. */
async function acknowledgedBy(child: ChildProcess): Promise<ReadonlyMap<string, number>> {
  const output = child.stdout === null ? '' : await text(child.stdout);
  const lines = output.split('\n').slice(0, -1);
  return new Map(lines.map((line) => line.split(' ')).map(([id = '', revision]) => [id, Number(revision)]));
}

function checkFile(file: string): void {
  const witness = new DatabaseSync(file);
  expect(witness.prepare('PRAGMA integrity_check').all()).toMatchObject([{ integrity_check: 'ok' }]);
  expect(witness.prepare('PRAGMA foreign_key_check').all()).toEqual([]);
  witness.close();
}

async function expectStored(file: string, acknowledged: ReadonlyMap<string, number>): Promise<void> {
  const storage = sqliteStorage({ file, kinds: [notes] });
  for (const [id, revision] of acknowledged) {
    const [stored, text = ''] = (await findNote(storage, id))?.split(' ') ?? [];
    expect(Number(stored)).toBeGreaterThanOrEqual(revision);
    expect(Number(stored)).toBeLessThanOrEqual(revision + 1);
    expect(text).toHaveLength(Number(stored) * 1_500);
  }
  await storage.close();
}

it('[SQ12][ST9] a writer that is killed at any moment has lost nothing that it acknowledged', async () => {
  const file = temporaryFile();
  const all = new Map<string, number>();
  for (let round = 0; round < 12; round += 1) {
    const child = startWriter(file, `r${round}-`, 1_000_000);
    const acknowledging = acknowledgedBy(child);
    await once(child.stdout ?? child, 'data');
    await wait(3 + ((round * 37) % 90));
    child.kill('SIGKILL');
    for (const [id, revision] of await acknowledging) all.set(id, revision);

    checkFile(file);
    await expectStored(file, all);
  }
  expect(all.size).toBeGreaterThan(12);
}, 60_000);

it('[SQ4] four processes open one new file at the same time, and all their writes are stored', async () => {
  const file = temporaryFile();
  const children = ['a', 'b', 'c', 'd'].map((prefix) => startWriter(file, prefix, 12));
  const outcomes = await Promise.all(
    children.map(async (child) => {
      const [acknowledged, errors, [code]] = await Promise.all([
        acknowledgedBy(child),
        child.stderr === null ? '' : text(child.stderr),
        once(child, 'exit'),
      ]);
      return { acknowledged, errors, code };
    }),
  );

  expect(outcomes.map(({ code, errors }) => ({ code, errors }))).toEqual(Array(4).fill({ code: 0, errors: '' }));
  for (const { acknowledged } of outcomes) expect(acknowledged.size).toBe(12);
  checkFile(file);
  const storage = sqliteStorage({ file, kinds: [notes] });
  expect(await noteIds(storage)).toHaveLength(48);
  expect(await storage.read({ brand: 'acme' }, [{ do: 'number', sequence: 'bot' }])).toEqual([49]);
  await storage.close();
}, 60_000);
