import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { all, get, type Query, type Request, run, runAtOnce, runInTurn } from './query.ts';
import { statement } from './statement.ts';

const numbers = statement<{ readonly of: string }>()((_dialect, { of }) => sql<{ n: number }>`select ${of}`);

function* sumOf(names: readonly string[]): Query<number> {
  let sum = 0;
  for (const of of names) sum += (yield* get(numbers, { of }))?.n ?? 0;
  sum += (yield* all(numbers, { of: 'all' })).length;
  return sum + (yield* run(numbers, { of: 'run' }));
}

const answer = ({ kind, params }: Request): unknown => {
  const { of } = params as { readonly of: string };
  if (of === 'fault') throw new Error('no such table');
  if (kind === 'get') return of === 'none' ? undefined : { n: of.length };
  return kind === 'all' ? [{ n: 1 }, { n: 2 }] : 10;
};

it('a query gives the same on a database that answers at once and on one that is waited for', async () => {
  const names = ['a', 'none', 'four'];
  expect(runAtOnce(sumOf(names), answer)).toBe(17);
  expect(await runInTurn(sumOf(names), async (request) => answer(request))).toBe(17);
});

it('a query that answers at once runs whole before it returns', () => {
  const seen: string[] = [];
  runAtOnce(sumOf(['a', 'b']), (request) => {
    seen.push(request.kind);
    return answer(request);
  });
  expect(seen).toEqual(['get', 'get', 'all', 'run']);
});

it('the error of a statement ends the query, which can clean up', async () => {
  let isClean = false;
  function* careful(): Query<number> {
    try {
      return yield* sumOf(['a', 'fault', 'b']);
    } finally {
      isClean = true;
    }
  }
  await expect(runInTurn(careful(), async (request) => answer(request))).rejects.toThrow('no such table');
  expect(isClean).toBe(true);
});

it('a query may go on after the error of a statement, on either kind of database', async () => {
  function* patient(): Query<number> {
    try {
      return yield* sumOf(['fault']);
    } catch {
      return yield* sumOf([]);
    }
  }
  expect(await runInTurn(patient(), async (request) => answer(request))).toBe(12);
  expect(runAtOnce(patient(), answer)).toBe(12);
});
