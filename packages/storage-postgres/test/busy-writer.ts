// Writes bots and drafts until it is killed: node busy-writer.ts URL SCHEMA PREFIX. Prints acknowledged writes.
import { postgresStorage } from '../src/postgres-storage.ts';
import { brand, insertBot, keepAll, sampleDraft } from './samples.ts';

const [url = '', schema = '', prefix = ''] = process.argv.slice(2);
const storage = await postgresStorage({ url, schema });
await storage.transaction(brand, (tx) => insertBot(tx, `${prefix}shared`));

async function write(lane: number): Promise<never> {
  for (let count = 0; ; count += 1) {
    const id = `${prefix}${lane}-${count}`;
    await storage.transaction(brand, async (tx) => {
      // The locks of the killed process must be free for the next one.
      await tx.bots.lock(`${prefix}shared`);
      await insertBot(tx, id);
    });
    process.stdout.write(`${id} 1\n`);
    await storage.transaction(brand, async (tx) => {
      await tx.bots.lock(id);
      await tx.drafts.replace(sampleDraft(id, 2), 1, keepAll);
    });
    process.stdout.write(`${id} 2\n`);
  }
}

await Promise.all([0, 1, 2, 3].map(write));
