import { storageContract } from '@botwright/testing/contracts';
import { Miniflare } from 'miniflare';
import { afterAll, describe, it } from 'vitest';
import { type D1Like, d1Storage } from '../src/d1-storage.ts';

const names = ['ONE', 'TWO', 'THREE'];
const worker = new Miniflare({
  modules: true,
  script: 'export default {};',
  compatibilityDate: '2026-01-01',
  d1Databases: names,
});
afterAll(() => worker.dispose());

describe('the contract', () => {
  const tests = storageContract({
    async open(kinds) {
      const name = names.pop();
      if (name === undefined) throw new Error('The test opens too many stores.');
      const database = (await worker.getD1Database(name)) as unknown as D1Like;
      return { name, database, storage: await d1Storage({ database, kinds }) };
    },
    reopen: ({ database }, kinds) => d1Storage({ database, kinds }),
    async remove({ name, database }) {
      const tables = ['taken', 'record', 'sequence'];
      await database.batch(tables.map((table) => database.prepare(`DELETE FROM ${table}`).bind()));
      names.push(name);
    },
    lacks: ['text', 'exclusive'],
  });
  // What the core makes of records, the example on LMDB tests; random batches would take minutes here.
  const isOfRecords = ({ rule, title }: { readonly rule: string; readonly title: string }) =>
    /^(?:RS|ST[89]$)/.test(rule) && !title.includes('after any batches');
  const ofRecords = tests.filter(isOfRecords);
  for (const { title, run } of ofRecords) it(title, run);
});
