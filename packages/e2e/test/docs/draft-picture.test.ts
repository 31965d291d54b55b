import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const root = new URL('../../../../', import.meta.url);
const page = readFileSync(new URL('docs/guide/how-a-draft-is-saved.md', root), 'utf8');
const read = (file: string) => readFileSync(new URL(`packages/${file}`, root), 'utf8');

const arrows = [...page.matchAll(/^ {2}\w->>\w: (\d+) (\w[\w.]*)$/gm)].map(([, number, call]) => [number, call]);
const rows = [...page.matchAll(/^\| (\d+) \| `([^`]+)` \| `([^`]+)` \|(?: `(\w+)` of `([^`]+)`)? \|$/gm)].map(
  ([, number = '', call = '', caller = '', callee, file]) => ({ number, call, caller, callee, file }),
);

it('the table of how a draft is saved has a row for each arrow of the picture', () => {
  expect(rows.length).toBeGreaterThan(20);
  expect(rows.map(({ number }) => number)).toEqual(arrows.map(([number]) => number));
});

it.for(rows)('arrow $number: $caller calls $call', ({ call, caller, callee, file }) => {
  expect(read(caller)).toContain(call);
  if (file === undefined || callee === undefined) return;
  // A function, a method, or a member that holds one.
  expect(read(file)).toMatch(new RegExp(`\\b${callee}(?:<[^>]*>)?\\(|\\b${callee}: |\\b${callee},`));
});
