import { recordKinds } from '@botwright/core/ports';
import { afterAll, expect, it } from 'vitest';
import { openSqliteDatabase } from './sqlite-database.ts';

const database = openSqliteDatabase(recordKinds);
afterAll(() => database.close());

it('[VE33] a count of waiting conversations reads only the index of the places', () => {
  const request = { kind: 'conversation', list: 'waiting', within: [], where: { places: [1, 2] }, upTo: 9 } as const;
  const steps = database.stepsOf({ brand: 'acme' }, { do: 'count', ...request }).flat();
  expect(steps.filter((step) => step.includes(' r '))).toEqual([
    'SEARCH r USING COVERING INDEX conversation_waiting_place (brand=? AND waits_at=?)',
  ]);
});
