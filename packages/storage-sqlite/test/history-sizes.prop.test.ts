import { DatabaseSync } from 'node:sqlite';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { sqliteStorage } from '../src/sqlite-storage.ts';
import { insertBot, sampleDraft } from './sample-bot.ts';
import { temporaryFile } from './temporary-folder.ts';

const write = fc.record({
  diagramJson: fc.string({ unit: 'grapheme', maxLength: 40 }),
  maxRevisions: fc.integer({ min: 0, max: 6 }),
  maxBytes: fc.integer({ min: 0, max: 200 }),
  isRolledBack: fc.boolean(),
});

it('[SQ14] the stored size of a history is that of its texts, after any writes and rollbacks', async () => {
  const file = temporaryFile();
  const storage = sqliteStorage({ file });
  const witness = new DatabaseSync(file, { readOnly: true });
  let bots = 0;

  await fc.assert(
    fc.asyncProperty(fc.array(write, { maxLength: 12 }), async (writes) => {
      bots += 1;
      const botId = `b${bots}`;
      await storage.transaction('acme', (tx) => insertBot(tx, botId));
      for (const { diagramJson, isRolledBack, ...keep } of writes) {
        const revision = (await storage.reader('acme').drafts.find(botId))?.revision ?? 0;
        const replacing = storage.transaction('acme', async (tx) => {
          await tx.drafts.replace(sampleDraft(botId, revision + 1, diagramJson), revision, keep);
          if (isRolledBack) throw new Error('refused');
        });
        await replacing.catch(() => undefined);
      }

      const kept = witness
        .prepare(
          `SELECT past_states, past_bytes,
             (SELECT count(*) FROM draft_states s WHERE s.bot_id = d.bot_id) - 1 AS states,
             (SELECT coalesce(sum(octet_length(diagram_json)), 0) FROM draft_states s
               WHERE s.bot_id = d.bot_id AND s.revision < d.revision) AS bytes,
             (SELECT count(*) FROM draft_states s
               WHERE s.bot_id = d.bot_id AND s.bytes <> octet_length(diagram_json)) AS wrong,
             (SELECT bytes FROM draft_states s WHERE s.bot_id = d.bot_id AND s.revision = d.revision) - d.bytes AS off
           FROM drafts d WHERE bot_id = ?`,
        )
        .get(botId);
      expect(kept?.['states']).toBe(kept?.['past_states']);
      expect(kept?.['bytes']).toBe(kept?.['past_bytes']);
      expect(kept?.['wrong']).toBe(0);
      expect(kept?.['off']).toBe(0);
    }),
    { seed: 20261121, numRuns: 40 },
  );
  witness.close();
  await storage.close();
});
