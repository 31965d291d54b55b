import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { createEngine, permissions } from '@botwright/core';
import { sqliteStorage } from '@botwright/storage/sqlite';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { packageOptions } from '../../../../scripts/built-for-tests.mjs';
import { runs } from '../../../../scripts/depth.ts';
import { firstDiagram, textsOfEdits } from '../support/numbered-edits.ts';

const program = fileURLToPath(new URL('../support/editing-program.ts', import.meta.url));
const principal = { brand: 'acme', person: 7, workspaces: [1], permissions } as const;
/** How often the process is killed. */
const kills = runs(6);

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'botwright-editors-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it(
  '[DR45][SQ12][ST9] editors that are killed at any moment lose no edit that was acknowledged, nor any text',
  async () => {
    const file = join(folder, 'bots.db');
    const open = () => {
      const engine = createEngine({ storage: sqliteStorage({ file }), limits: { maxRevisions: 5 } });
      return { engine, caller: engine.as(principal) };
    };
    const first = open();
    const { id } = await first.caller.bots.create({ name: 'Bot', channelFamily: 'native' });
    // This is revision 2, and the first edit makes revision 3.
    await first.caller.drafts.replace(id, firstDiagram);
    await first.engine.close();
    const textOf = textsOfEdits();

    let last = 0;
    for (let round = 0; round < kills; round += 1) {
      const child = spawn(process.execPath, [...packageOptions, program, file, id], {
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      const printing = text(child.stdout);
      await Promise.race([once(child.stdout, 'data'), once(child, 'exit')]);
      await pause((round * 37) % 150);
      child.kill('SIGKILL');
      const acknowledged = Number((await printing).split('\n').at(-2));
      expect(acknowledged).toBeGreaterThanOrEqual(last);

      const { engine, caller } = open();
      const draft = await caller.drafts.get(id);
      const stored = draft.revision - 2;
      expect([acknowledged, acknowledged + 1]).toContain(stored);
      expect(draft.diagramJson).toBe(textOf(stored));
      const page = await caller.drafts.revisions(id);
      const items = page.items.filter(({ revision }) => revision >= 2);
      expect(items.map(({ diagramJson }) => diagramJson)).toEqual(items.map(({ revision }) => textOf(revision - 2)));
      await engine.close();
      last = stored;
    }
    expect(last).toBeGreaterThan(kills);
  },
  Math.max(120_000, kills * 10_000),
);
