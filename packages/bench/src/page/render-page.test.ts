import { expect, test } from 'vitest';
import type { BenchmarkResult, CaseResult, RatioResult } from '../harness/result.ts';
import { groupPromises } from './promises.ts';
import { renderPage } from './render-page.ts';

const spread = (median: number) => ({ median, low: median / 2, high: median * 2 });

function ratio(median: number, bounds: Partial<RatioResult>): RatioResult {
  return { of: 'many', to: 'few', figure: 'ms', value: spread(median), outcome: 'none', ...bounds };
}

function grown(title: string, few: number, many: number, ratios: readonly RatioResult[] = []): CaseResult {
  return {
    title,
    repeats: 10,
    arms: [
      { name: 'few', size: 1_000, figures: { ms: spread(few) } },
      { name: 'many', size: 1_000_000, figures: { ms: spread(many) } },
    ],
    ratios,
  };
}

function result(name: string, cases: readonly CaseResult[], more: Partial<BenchmarkResult> = {}): BenchmarkResult {
  return {
    name,
    chapter: 'lists',
    measures: `What ${name} costs.`,
    peers: {},
    options: { rows: [1_000, 1_000_000], seed: 7 },
    machine: {
      processor: 'Fast',
      cores: 2,
      memoryGiB: 24,
      system: 'Linux 6',
      node: '24.21.0',
      sqlite: '3.53.4',
      botwright: '0.0.0',
      commit: 'abcdef0123',
      load: 0.5,
    },
    startedAt: '2026-11-23T10:00:00.000Z',
    seconds: 5,
    cases,
    notes: [],
    ...more,
  };
}

test('promises with one bound are one row, with the case that is nearest to it or beyond', () => {
  const bound = { atMost: 3, aim: 1.5 };
  const cases = [
    grown('a', 1, 1.2, [ratio(1.2, { ...bound, outcome: 'reached' })]),
    grown('b', 1, 4, [ratio(4, { ...bound, outcome: 'missed' }), ratio(9, {})]),
    grown('c', 1, 2, [ratio(2, { ...bound, outcome: 'kept' }), ratio(0.5, { atLeast: 0.4, outcome: 'kept' })]),
  ];
  expect(
    groupPromises([result('list', cases)]).map(({ title, bound: by, cases: count, outcomes, share }) => ({
      title,
      by,
      count,
      outcomes,
      share,
    })),
  ).toEqual([
    {
      title: 'b',
      by: 'at most 3, aim 1.5',
      count: 3,
      outcomes: { reached: 1, kept: 1, missed: 1, none: 0 },
      share: 4 / 3,
    },
    { title: 'c', by: 'at least 0.4', count: 1, outcomes: { reached: 0, kept: 1, missed: 0, none: 0 }, share: 0.8 },
  ]);
});

test('the page has each benchmark, its arguments, cases and notes, and keeps what is written by hand', () => {
  const parts = ['machines', 'promises', 'results'].map((name) => `<!-- ${name} -->\nold\n<!-- end of ${name} -->`);
  const missed = ratio(4, { atMost: 3, outcome: 'missed' });
  const markdown = renderPage(parts.join('\nby hand\n'), [
    result('list-bots', [grown('first | page', 1, 4, [missed])], { notes: [{ text: 'all there', holds: false }] }),
    result('read-bot', [], { chapter: 'requests', failure: 'no server\n    at somewhere', options: {} }),
  ]);
  expect(markdown).not.toContain('old');
  expect(markdown.match(/by hand/g)).toHaveLength(2);
  for (const line of [
    '- All: 2 × Fast, 24 GiB, Linux 6, Node 24.21.0, SQLite 3.53.4, Botwright 0.0.0 at abcdef0123; 2026-11-23. Load when a benchmark began: 0.500 to 0.500.',
    '| [list-bots](#list-bots) | 1 | first \\| page: many ÷ few | 4 (2–8) | at most 3 | **missed** |',
    '`npm run bench list-bots -- --rows 1000,1000000 --seed 7`',
    '| first \\| page | ms | 1 (0.500–2) | 4 (2–8) | 4 (2–8) |',
    '- all there: **no**',
    '`npm run bench read-bot`',
    '**It failed**: no server',
  ]) {
    expect(markdown.split('\n')).toContain(line);
  }
});
