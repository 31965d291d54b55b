import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createWorkload, type Workload } from './workload.ts';

/** 12 by default; `BOTWRIGHT_KILLS=1000 vitest run packages/cli/test/crash` for more. */
const kills = Number(process.env['BOTWRIGHT_KILLS'] ?? 12);

/** The server's concurrent webhooks. */
const slots = 128;

/** Milliseconds of traffic before each kill: from the start to the middle of retries. */
const livesMs = [5, 40, 120, 250, 400, 700];

describe(`a server that is killed ${kills} times during traffic`, () => {
  let folder: string;
  let workload: Workload;

  beforeAll(
    async () => {
      folder = mkdtempSync(join(tmpdir(), 'botwright-crash-'));
      workload = await createWorkload(folder, (file, config) => writeFileSync(file, JSON.stringify(config)));
      for (let kill = 0; kill < kills; kill += 1) {
        await workload.live(() => pause(livesMs[kill % livesMs.length]));
      }
      await workload.finish();
    },
    120_000 + kills * 10_000,
  );

  afterAll(async () => {
    await workload?.end();
    rmSync(folder, { recursive: true, force: true });
  });

  it('received messages in every run of the server', () => {
    expect(workload.acknowledged.length).toBeGreaterThan(kills);
  });

  it('[SV27] loses no acknowledged message, and repeats only interrupted attempts', () => {
    expect(workload.findBrokenPromises({ slots, kills })).toEqual([]);
  });

  it('[SV27] answers each customer in order, every message once', async () => {
    expect(await workload.findDisorder()).toEqual([]);
  });

  it('[SV27] leaves no pending delivery, and an intact database', () => {
    const database = new DatabaseSync(workload.databaseFile, { readOnly: true });
    const [{ integrity_check: result }] = database.prepare('PRAGMA integrity_check').all() as [
      { readonly integrity_check: string },
    ];
    database.close();
    expect(result).toBe('ok');
    expect(workload.waiting).toBe(0);
  });
});
