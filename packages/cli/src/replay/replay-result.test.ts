import type { JournaledConversation } from '@botwright/core/conversation';
import { expect, it } from 'vitest';
import { render as github } from './formats/github.ts';
import { render as json } from './formats/json.ts';
import { render as markdown } from './formats/markdown.ts';
import { render as pretty } from './formats/pretty.ts';
import { countDifferent, type Replayed, type ReplayReport } from './replay-result.ts';

const conversation = (customer: number): JournaledConversation => ({
  customer,
  begunAt: 1_790_000_000_000,
  start: { conversation: 'c', turn: 0 },
  steps: [],
});

const results: readonly Replayed['result'][] = [
  { kind: 'same', isRedacted: false },
  { kind: 'same', isRedacted: true },
  {
    kind: 'otherwise',
    isRedacted: false,
    turn: 2,
    visitor: 'Ann',
    block: 'mail',
    expected: ['Mail?'],
    said: ['E|mail?'],
  },
  {
    kind: 'otherwise',
    isRedacted: false,
    turn: 3,
    visitor: 'Bob',
    block: 'mail',
    expected: ['Mail?'],
    said: ['E|mail?'],
  },
  { kind: 'restart', isRedacted: false, turn: 1, visitor: '(begins)', said: ['(ended: dead_end)'] },
  { kind: 'error', isRedacted: false, turn: 1, visitor: 'x', block: 'b', expected: [], said: ['(error) call_lost'] },
  { kind: 'not_replayable', why: 'an input was too long for the journal' },
];

const report: ReplayReport = {
  bot: 'Leads',
  draft: 'lead.json',
  file: 'lead.json',
  maxDifferent: undefined,
  hasWords: true,
  replayed: results.map((result, at) => ({ conversation: conversation(at + 1), result })),
};

const summary =
  '7 conversations of Leads: 2 the same, 2 otherwise, 1 begin again, 1 with an error, 1 not replayable. ' +
  '1 redacted: compared with made-up answers.';

it('[JR22][JR23] differences are grouped by block, and redacted and lost conversations counted apart', () => {
  expect(countDifferent(report)).toBe(4);
  expect(pretty(report)).toBe(
    [
      'otherwise at block mail: 2',
      '  such as 3@1790000000000, input 2: Ann',
      '    - Mail?',
      '    + E|mail?',
      '',
      'begin again: 1',
      '  5@1790000000000, input 1: (begins)',
      '    + (ended: dead_end)',
      '',
      'with an error at block b: 1',
      '  6@1790000000000, input 1: x',
      '    + (error) call_lost',
      '',
      'not replayable: 1, because an input was too long for the journal',
      '',
      summary,
    ].join('\n'),
  );
  expect(pretty({ ...report, maxDifferent: 3 })).toContain('More than 3 differ.');
});

it('[JR22][JR24] each format has them, and none quotes anybody without words', () => {
  const counts = { conversations: 7, same: 2, otherwise: 2, restarts: 1, errors: 1, not_replayable: 1, redacted: 1 };
  const parsed = JSON.parse(json(report));
  expect(parsed).toMatchObject(counts);
  expect(parsed.results).toHaveLength(5);
  expect(parsed.results[0]).toEqual({
    customer: 3,
    begun_at_ms: 1_790_000_000_000,
    kind: 'otherwise',
    turn: 2,
    block: 'mail',
    redacted: false,
    visitor: 'Ann',
    expected: ['Mail?'],
    said: ['E|mail?'],
  });
  expect(markdown(report)).toContain(
    [
      '| Block | | Conversations | Visitor | Expected | Said |',
      '|---|---|---|---|---|---|',
      '| mail | otherwise | 2 | Ann | Mail? | E&#124;mail? |',
      '|  | begin again | 1 | (begins) | ? | (ended: dead&#95;end) |',
    ].join('\n'),
  );
  expect(markdown(report)).toContain('- 1 not replayable: an input was too long for the journal');
  expect(github(report)).toContain(
    '::warning file=lead.json,title=replay%3A 2 otherwise at block mail::- Mail?%0A+ E|mail?\n',
  );
  const places = new Map([['mail', { line: 7, column: 5, endLine: 9, endColumn: 6 }]]);
  expect(github({ ...report, places })).toContain('::warning file=lead.json,line=7,col=5,endLine=9,title=replay%3A 2 ');
  expect(github({ ...report, maxDifferent: 0 })).toContain('::error file=lead.json');
  const silent = { ...report, hasWords: false };
  for (const render of [pretty, json, markdown, github]) {
    expect(render(silent)).toContain('mail');
    expect(render(silent)).not.toMatch(/Ann|Bob|Mail\?|mail\?/);
  }
});

it('[JR22] texts of several lines are in several lines, or in one with marks', () => {
  const words = { visitor: 'My\nwords', expected: ['Mail?\n\nPlease.'], said: ['Mail?\n::error::x', 'Or no?'] };
  const result = { kind: 'otherwise', isRedacted: false, turn: 2, block: 'mail', ...words } as const;
  const several: ReplayReport = { ...report, replayed: [{ conversation: conversation(9), result }] };
  expect(pretty(several).split('\n').slice(1, 8)).toEqual([
    '  9@1790000000000, input 2: My ⏎ words',
    '    - Mail?',
    '    - ',
    '    - Please.',
    '    + Mail?',
    '    + ::error::x',
    '    + Or no?',
  ]);
  expect(github(several)).toContain('::- Mail?%0A- %0A- Please.%0A+ Mail?%0A+ ::error::x%0A+ Or no?\n');
  expect(markdown(several)).toContain('| My ⏎ words | Mail? ⏎  ⏎ Please. | Mail? ⏎ ::error::x ⏎ Or no? |');
});

it('[JR14][JR22] an error after another difference is shown with its block and its words', () => {
  const error = { turn: 3, visitor: 'Ann', block: 'email', said: ['(error) template_unknown', '(ended: error)'] };
  const first = { kind: 'error', isRedacted: false, turn: 1, visitor: '(begins)', block: 'name' } as const;
  const later: ReplayReport = {
    ...report,
    replayed: [{ conversation: conversation(9), result: { ...first, expected: ['Who?'], said: ['Name?'], error } }],
  };
  expect(pretty(later)).toBe(
    [
      'with an error at block email: 1',
      '  9@1790000000000, input 1: (begins)',
      '    - Who?',
      '    + Name?',
      '  then the error, input 3: Ann',
      '    + (error) template_unknown',
      '    + (ended: error)',
      '',
      '1 conversation of Leads: 1 with an error.',
    ].join('\n'),
  );
  expect(JSON.parse(json(later)).results[0]).toMatchObject({ block: 'name', said: ['Name?'], error });
  expect(markdown(later)).toContain('Name? ⏎ … input 3: Ann ⏎ (error) template&#95;unknown');
  expect(github(later)).toContain('at block email::- Who?%0A+ Name?%0A+ … input 3: Ann%0A+ (error) template_unknown');
  for (const render of [pretty, json, markdown, github]) {
    const silent = render({ ...later, hasWords: false });
    expect(silent).toContain('email');
    expect(silent).not.toMatch(/Ann|Name|template/);
  }
});
