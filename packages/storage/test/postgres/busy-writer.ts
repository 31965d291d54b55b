// Writes bots and drafts until it is killed: node busy-writer.ts URL SCHEMA PREFIX. Prints acknowledged writes.
import { postgresStorage } from '../../src/postgres/index.ts';
import { draftOf, putBot, store } from './samples.ts';

const [url = '', schema = '', prefix = ''] = process.argv.slice(2);
const storage = await postgresStorage({ url, schema });
await store(storage, putBot(`${prefix}shared`));

async function write(lane: number): Promise<never> {
  for (let count = 0; ; count += 1) {
    const id = `${prefix}${lane}-${count}`;
    // The locks of the killed process must be free for the next one.
    const shared = { do: 'touch', kind: 'bot', key: [`${prefix}shared`], version: id } as const;
    await store(storage, putBot(id), draftOf(id, 1), shared);
    process.stdout.write(`${id} 1\n`);
    await store(storage, draftOf(id, 2));
    process.stdout.write(`${id} 2\n`);
  }
}

await Promise.all([0, 1, 2, 3].map(write));
