import { describe, expect, it } from 'vitest';
import { type Stage, summarize } from './summary.mjs';

const fullName = 'adds';
const ninePassed = {
  numPassedTests: 9,
  testResults: [
    { name: '/repository/a.test.ts', status: 'passed', assertionResults: [{ fullName, status: 'passed' }] },
  ],
};
const twoFailed = {
  numPassedTests: 7,
  testResults: [
    ...ninePassed.testResults,
    {
      name: '/repository/b.test.ts',
      status: 'failed',
      assertionResults: [
        { fullName, status: 'passed' },
        {
          fullName: 'family takes away',
          status: 'failed',
          failureMessages: [
            `\u001B[31mAssertionError\u001B[39m: expected 1\n\n  to be 2${'!'.repeat(300)}\n    at b.test.ts:3`,
          ],
        },
      ],
    },
    { name: '/repository/c.test.ts', status: 'failed', message: 'Cannot find a', assertionResults: [] },
  ],
};

const ok = (name: string, results?: Stage['results']): Stage => ({ name, took: '1.0 s', hasFailed: false, results });
const failed = (name: string, results?: Stage['results']): Stage => ({ ...ok(name, results), hasFailed: true });

describe('the last line counts', () => {
  it.for([
    ['tests that pass', [ok('tests', ninePassed)], '9 passed, 0 failed'],
    ['the tests of two runs', [ok('tests', ninePassed), ok('long tests', ninePassed)], '18 passed, 0 failed'],
    ['tests that fail', [failed('tests', twoFailed)], '7 passed, 2 failed'],
    ['other stages that fail', [failed('lint'), ok('tests', ninePassed), failed('checks')], '9 passed, 2 failed'],
    ['both', [failed('lint'), failed('tests', twoFailed)], '7 passed, 3 failed'],
    ['a run whose tests pass, and which fails', [failed('tests', ninePassed)], '9 passed, 1 failed'],
    ['a run that broke off', [failed('tests', twoFailed), failed('long tests')], '7 passed, 3 failed'],
    ['a build that fails', [failed('build')], '0 passed, 1 failed'],
  ] as const)('%s', ([, stages, line]) => {
    expect(summarize('/repository', stages).trimEnd().split('\n').at(-1)).toBe(line);
  });
});

it('says how long each stage took, and what failed', () => {
  const stages = [{ ...failed('lint'), took: '12.5 s' }, ok('tests', ninePassed), failed('long tests', twoFailed)];
  expect(summarize('/repository', stages)).toBe(`
== summary
  lint          12.5 s  FAILED
  tests          1.0 s  ok
  long tests     1.0 s  FAILED
Failed: lint. What it printed begins above with "== lint:".
Failed: long tests. What it printed begins above with "== long tests:".
Failed tests, each of which "npx vitest run <file>" repeats:
  b.test.ts: family takes away
    AssertionError: expected 1
    to be 2${'!'.repeat(193)}
  c.test.ts
    Cannot find a

16 passed, 3 failed
`);
});

it('leaves the messages of the twenty-first and later failed tests out', () => {
  const assertionResults = Array.from({ length: 21 }, (_, index) => ({
    fullName: `test ${index + 1}`,
    status: 'failed',
    failureMessages: [`message ${index + 1}`],
  }));
  const results = { numPassedTests: 0, testResults: [{ name: '/a.test.ts', status: 'failed', assertionResults }] };
  const text = summarize('/', [failed('tests', results)]);
  expect(text).toContain('message 20\n  a.test.ts: test 21\n\n');
});
