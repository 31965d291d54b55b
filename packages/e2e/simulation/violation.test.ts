import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { mutants } from './mutants.ts';
import { invariants } from './violation.ts';

const folder = new URL('../../../docs/spec/', import.meta.url);
const spec = readdirSync(folder)
  .map((page) => readFileSync(new URL(page, folder), 'utf8'))
  .join('\n');

it.for(Object.entries(invariants))('the rules of %s are in docs/spec', ([, { rules }]) => {
  for (const rule of rules) expect(spec).toContain(`- **${rule}** `);
});

/** No single mutant breaks these rules: they check the expectations of the simulation. */
const withoutMutant = ['no_surprise'];

it('each invariant is broken by a mutant', () => {
  const broken = new Set<string>([...Object.values(mutants).flatMap(({ breaks }) => breaks), ...withoutMutant]);
  expect(Object.keys(invariants).filter((name) => !broken.has(name))).toEqual([]);
});
