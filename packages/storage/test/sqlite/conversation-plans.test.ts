import { recordKinds } from '@botwright/core/ports';
import { afterAll, expect, it } from 'vitest';
import { dueOfBrandSql, nextBrandSql } from '../../src/sqlite/claim-conversations.ts';
import { endedSql, findWorkSql, leasedSql, markSql, renewSql } from '../../src/sqlite/conversation-queue.ts';
import { clearDeathsSql, finishSql, hasLeaseSql, nextEntrySql } from '../../src/sqlite/conversations.ts';
import { openWriter } from '../../src/sqlite/open-writer.ts';
import { sqliteTables } from '../../src/sqlite/records/sqlite-dialect.ts';

const connection = openWriter(':memory:', { tables: sqliteTables(recordKinds), busyTimeoutMs: 100 });
afterAll(() => connection.close());

const byCustomer =
  'SEARCH conversation_work USING INDEX sqlite_autoindex_conversation_work_1 (brand=? AND customer_number=?)';

it.for([
  [
    'next brand',
    nextBrandSql,
    2,
    'SEARCH conversation_work USING INDEX conversation_work_free (awaits_effects=? AND brand>?)',
  ],
  [
    'due of a brand',
    dueOfBrandSql,
    4,
    'SEARCH conversation_work USING INDEX conversation_work_free (awaits_effects=? AND brand=? AND due_at<?)',
  ],
  ['ended', endedSql, 1, 'SEARCH conversation_work USING INDEX conversation_work_ends (due_at<?)'],
  ['mark of a step', markSql, 4, byCustomer],
  ['clearing', clearDeathsSql, 2, byCustomer],
  ['work of a customer', findWorkSql, 2, byCustomer],
  ['leased', leasedSql, 0, 'SEARCH conversation_work USING INDEX conversation_work_leased (worker>?)'],
  ['renewal', renewSql, 2, 'SEARCH conversation_work USING INDEX conversation_work_leased (worker=?)'],
  ['first entry', nextEntrySql, 2, 'SEARCH inbox USING INDEX inbox_of_customer (brand=? AND customer_number=?)'],
  ['finish', finishSql, 4, byCustomer],
  ['lease', hasLeaseSql, 3, byCustomer],
] as const)('[SQ13] %s: one search by an index, and no sorting', ([, sql, params, plan]) => {
  const steps = connection.all<{ detail: string }>(`EXPLAIN QUERY PLAN ${sql}`, ...Array(params).fill(0));
  const details = steps.map(({ detail }) => detail);
  expect(details[0]).toBe(plan);
  expect(details.join('\n')).not.toMatch(/TEMP B-TREE|SCAN (inbox|conversation)/);
});
