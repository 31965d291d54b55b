import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { DatabaseSync } from 'node:sqlite';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { sqliteStorage } from '../src/sqlite-storage.ts';
import { temporaryFile } from './temporary-folder.ts';

const program = fileURLToPath(new URL('./busy-writer.ts', import.meta.url));

function startWriter(file: string, prefix: string, bots: number): ChildProcess {
  return spawn(process.execPath, ['--conditions=@botwright/source', program, file, prefix, String(bots)], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

/** @returns The acknowledged writes: the last revision of each bot. */
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
  const storage = sqliteStorage({ file });
  const reader = storage.reader('acme');
  for (const [id, revision] of acknowledged) {
    const draft = await reader.drafts.find(id);
    expect(draft?.revision).toBeGreaterThanOrEqual(revision);
    expect(draft?.revision).toBeLessThanOrEqual(revision + 1);
    expect((await reader.bots.find(id))?.name).toBe(id);
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
  const storage = sqliteStorage({ file });
  const query = { state: 'active', workspaces: [1], order: 'name', page: 1, pageSize: 100 } as const;
  const { items, total } = await storage.reader('acme').bots.list(query);
  expect(total).toBe(48);
  expect(new Set(items.map((bot) => bot.number)).size).toBe(48);
  await storage.close();
}, 60_000);
