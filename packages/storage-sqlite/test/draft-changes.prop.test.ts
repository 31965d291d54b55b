import { DatabaseSync } from 'node:sqlite';
import type { DraftRecord } from '@botwright/core/ports';
import { spliceList, spliceText } from '@botwright/core/ports';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { openConnection } from '../src/connection.ts';
import { migrate } from '../src/migrate.ts';
import { migrations } from '../src/migrations.ts';
import { sqliteStorage } from '../src/sqlite-storage.ts';
import { insertBot, sampleDraft } from './sample-bot.ts';
import { temporaryFile } from './temporary-folder.ts';

const firstPage = { page: 1, pageSize: 100 } as const;
const violation: DraftRecord['violations'][number] = { code: 'x', message: 'is wrong', pointer: '', severity: 'error' };

const write = fc.record({
  isWhole: fc.boolean(),
  at: fc.double({ min: 0, max: 1, noNaN: true }),
  removed: fc.nat(9),
  added: fc.string({ unit: fc.constantFrom('a', '"', 'é', '€'), maxLength: 9 }),
  finds: fc.boolean(),
  maxRevisions: fc.integer({ min: 0, max: 6 }),
  maxBytes: fc.integer({ min: 0, max: 120 }),
  isRolledBack: fc.boolean(),
});

it('[SQ40][SQ14][ST29][ST30] changes and whole texts, within any bounds, leave the history that whole texts leave', async () => {
  const file = temporaryFile();
  const storage = sqliteStorage({ file });
  const witness = new DatabaseSync(file, { readOnly: true });
  const { drafts } = storage.reader('acme');
  let bots = 0;

  await fc.assert(
    fc.asyncProperty(fc.array(write, { maxLength: 16, size: 'max' }), async (writes) => {
      bots += 1;
      const [mixed, whole] = [`m${bots}`, `w${bots}`];
      for (const botId of [mixed, whole]) await storage.transaction('acme', (tx) => insertBot(tx, botId));
      for (const { isWhole, at, removed, added, finds, isRolledBack, ...keep } of writes) {
        const before = (await drafts.find(whole)) as DraftRecord;
        const place = Math.floor(at * before.diagramJson.length);
        const splice = [place, Math.min(removed, before.diagramJson.length - place), added] as const;
        const diagramJson = spliceText(before.diagramJson, [splice]);
        const list = [0, finds ? 0 : before.violations.length, finds ? [violation] : []] as const;
        const { revision } = before;
        const next = {
          ...sampleDraft(whole, revision + 1, diagramJson),
          violations: spliceList(before.violations, [list]),
        };
        const { diagramJson: _, violations: __, ...head } = next;
        const bytes = Buffer.byteLength(diagramJson);
        const writing = storage.transaction('acme', async (tx) => {
          await tx.drafts.replace(next, revision, keep);
          const change = { ...head, botId: mixed, textSplices: [splice], violationSplices: [list], bytes };
          if (isWhole) await tx.drafts.replace({ ...next, botId: mixed }, revision, keep);
          else await tx.drafts.append(change, revision, keep);
          if (isRolledBack) throw new Error('refused');
        });
        await writing.catch(() => undefined);
        expect(await drafts.listRevisions(mixed, firstPage)).toEqual(await drafts.listRevisions(whole, firstPage));
        expect(await drafts.find(mixed)).toEqual({ ...(await drafts.find(whole)), botId: mixed });
      }

      // The table has no state from which no text derives.
      const states = witness
        .prepare('SELECT revision, base_revision AS base FROM draft_states WHERE bot_id = ? ORDER BY revision DESC')
        .all(mixed);
      const past = witness.prepare('SELECT past_states AS count FROM drafts WHERE bot_id = ?').get(mixed)?.['count'];
      const oldest = states[Number(past)];
      expect(states.at(-1)?.['revision']).toBe(oldest?.['base'] ?? oldest?.['revision']);
    }),
    { seed: 20261123, numRuns: 40 },
  );
  witness.close();
  await storage.close();
});

it('[SQ2] drafts of the release before keep their violations and their history, and can be changed', async () => {
  const file = temporaryFile();
  const connection = openConnection(file, { mode: 'write', busyTimeoutMs: 100 });
  migrate(
    connection,
    migrations.filter(({ version }) => version < 14),
  );
  for (const [id, violations] of [
    ['b1', JSON.stringify([violation])],
    ['b2', '[]'],
  ]) {
    connection.script(`
      INSERT INTO bots (brand, id, name, folded_name, workspace, channel_family, state, builder, channels, test_channel,
        created_at, edited_at) VALUES ('acme', '${id}', 'Bot', 'bot', 1, 'native', 'active', 'current', '[]', 't', 1, 1);
      INSERT INTO drafts VALUES ('acme', '${id}', 3, '${violations}', 1, 4, 2, 6);
      INSERT INTO draft_states VALUES ('acme', '${id}', 1, 3, 5, 7, '"a"'), ('acme', '${id}', 2, 3, 6, 7, '"b"'),
        ('acme', '${id}', 3, 4, 7, 8, '"cc"');`);
  }
  connection.close();

  const storage = sqliteStorage({ file });
  const { drafts } = storage.reader('acme');
  const head = { botId: 'b1', revision: 3, violationsTotal: 1, editedAt: 7, editedBy: 8 };
  expect(await drafts.findHead('b1')).toEqual(head);
  expect(await drafts.find('b1')).toEqual({ ...head, diagramJson: '"cc"', violations: [violation] });
  expect((await drafts.find('b2'))?.violations).toEqual([]);
  const change = {
    ...head,
    revision: 4,
    stateId: 'four',
    textSplices: [[1, 1, 'd']] as const,
    violationSplices: [[1, 0, [violation]]] as const,
    bytes: 4,
  };
  const keep = { maxRevisions: 2, maxBytes: 100 };
  await storage.transaction('acme', (tx) => tx.drafts.append(change, 3, keep));
  expect(await drafts.find('b1')).toMatchObject({ diagramJson: '"dc"', violations: [violation, violation] });
  const { items } = await drafts.listRevisions('b1', firstPage);
  expect(items.map(({ revision, diagramJson }) => [revision, diagramJson])).toEqual([
    [3, '"cc"'],
    [2, '"b"'],
  ]);
  await storage.close();
});
