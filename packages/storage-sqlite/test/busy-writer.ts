import { writeSync } from 'node:fs';
import { sqliteStorage } from '../src/sqlite-storage.ts';
import { insertBot, sampleDraft } from './sample-bot.ts';

/**
 * Writes at full speed and prints each acknowledged write on one line: a bot's id and the revision of its draft. Ends
 * after the given number of bots, or when it is killed.
 *
 * Arguments: file, prefix of the bots' ids, number of bots.
 */
const [file = '', prefix = '', bots = '0'] = process.argv.slice(2);
// Several of these compete for one file, perhaps on a busy machine.
const storage = sqliteStorage({ file, busyTimeoutMs: 30_000 });
const keep = { maxRevisions: 3, maxBytes: 20_000 };

async function work(botId: string): Promise<void> {
  await storage.transaction('acme', (tx) => insertBot(tx, botId));
  writeSync(1, `${botId} 1\n`);
  for (let revision = 1; revision <= 4; revision += 1) {
    const text = JSON.stringify('x'.repeat(revision * 1_500));
    await storage.transaction('acme', (tx) =>
      tx.drafts.replace(sampleDraft(botId, revision + 1, text), revision, keep),
    );
    writeSync(1, `${botId} ${revision + 1}\n`);
  }
}

for (let bot = 0; bot < Number(bots); bot += 8) {
  await Promise.all(
    Array.from({ length: Math.min(8, Number(bots) - bot) }, (_, lane) => work(`${prefix}${bot + lane}`)),
  );
}
await storage.close();
