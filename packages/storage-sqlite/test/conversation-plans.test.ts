import { afterAll, expect, it } from 'vitest';
import { dueOfBrandSql, nextBrandSql } from '../src/claim-conversations.ts';
import { endedSql, enterSql, findWorkSql, leasedSql, leaveSql, renewSql } from '../src/conversation-queue.ts';
import { clearDeathsSql, findConversationSql, finishSql, loadSql, nextEntrySql } from '../src/conversation-store.ts';
import { openWriter } from '../src/open-writer.ts';

const connection = openWriter(':memory:', { busyTimeoutMs: 100 });
afterAll(() => connection.close());

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
  ['entering', enterSql, 3, 'SEARCH conversation_work USING INTEGER PRIMARY KEY (rowid=?)'],
  ['leaving', leaveSql, 4, 'SEARCH conversation_work USING INTEGER PRIMARY KEY (rowid=?)'],
  ['clearing', clearDeathsSql, 2, 'SEARCH conversation_work USING INTEGER PRIMARY KEY (rowid=?)'],
  ['work of a customer', findWorkSql, 1, 'SEARCH conversation_work USING INTEGER PRIMARY KEY (rowid=?)'],
  ['leased', leasedSql, 0, 'SEARCH conversation_work USING COVERING INDEX conversation_work_leased (worker>?)'],
  ['renewal', renewSql, 2, 'SEARCH conversation_work USING INDEX conversation_work_leased (worker=?)'],
  ['conversation', findConversationSql, 2, 'SEARCH conversations USING INTEGER PRIMARY KEY (rowid=?)'],
  ['first entry', nextEntrySql, 2, 'SEARCH inbox USING INDEX inbox_of_customer (customer_number=?)'],
  ['finish', finishSql, 3, 'SEARCH conversation_work USING INTEGER PRIMARY KEY (rowid=?)'],
  ['lease', loadSql, 3, 'SEARCH work USING INTEGER PRIMARY KEY (rowid=?)'],
] as const)('[SQ13] %s: one search by an index, and no sorting', ([, sql, params, plan]) => {
  const steps = connection.all<{ detail: string }>(`EXPLAIN QUERY PLAN ${sql}`, ...Array(params).fill(0));
  const details = steps.map(({ detail }) => detail);
  expect(details[0]).toBe(plan);
  expect(details.join('\n')).not.toMatch(/TEMP B-TREE|SCAN (inbox|conversations)/);
});
