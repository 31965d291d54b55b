import { createEngine } from '@botwright/core';
import { pgBossStorage } from '../../src/pg-boss/pg-boss-storage.ts';
import { postgresStorage } from '../../src/postgres/postgres-storage.ts';
import { toHooks } from './hooks.ts';
import { startBoss } from './start-boss.ts';

// A process with workers, whose attempts never end. It prints the id of each delivery that it begins to send.
const [url = '', schema = ''] = process.argv.slice(2);
const boss = await startBoss({ connectionString: url, schema: `${schema}_boss` });
const storage = await pgBossStorage({ boss, storage: await postgresStorage({ url, schema }) });
const sender = {
  send({ id }: { readonly id: string }) {
    process.stdout.write(`${id}\n`);
    return new Promise<never>(() => undefined);
  },
  checkTarget: () => 'accepted' as const,
  close: async () => undefined,
};
createEngine({ storage, sender, ...toHooks }).startWorkers();
