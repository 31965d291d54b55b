import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import { sqliteStorage } from '../../src/sqlite/sqlite-storage.ts';
import { temporaryFile } from './temporary-folder.ts';

it('[RT3] two stores on one file together admit no more requests than one store', async () => {
  const file = temporaryFile();
  const stores = [sqliteStorage({ file }), sqliteStorage({ file })];
  const request = { now: 5, limit: 10, windowMs: 1_000 };
  const outcomes = await Promise.all(
    Array.from({ length: 30 }, (_, index) => stores[index % 2]?.rateLimiter.admit('a', request)),
  );
  expect(outcomes.filter((outcome) => outcome?.kind === 'admitted')).toHaveLength(10);
  await Promise.all(stores.map((store) => store.close()));
});

it('[RT6] the limiter keeps nothing after a window has ended', async () => {
  const file = temporaryFile();
  const { rateLimiter, close } = sqliteStorage({ file });
  for (let index = 0; index < 300; index += 1) {
    await rateLimiter.admit(`caller ${index}`, { now: index * 10, limit: 10, windowMs: 1_000 });
  }
  const witness = new DatabaseSync(file);
  expect(witness.prepare('SELECT count(*) AS kept FROM rate_log').get()).toEqual({ kept: 100 });
  witness.close();
  await close();
});
