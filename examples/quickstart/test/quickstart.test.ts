import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { packageOptions } from '../../../scripts/built-for-tests.mjs';

const main = fileURLToPath(new URL('../src/main.ts', import.meta.url));

it('runs, and prints what happened', async () => {
  const { stdout, stderr } = await promisify(execFile)(process.execPath, [...packageOptions, main]);
  expect(stdout.split('\n')).toEqual([
    'Created "Table booking", bot number 1.',
    'Stored revision 2 of the draft, with its violations:',
    expect.stringMatching(/^ {2}param_non_empty at bye: ./),
    'Publishing was refused: draft_has_violations.',
    'Corrected and published. Visitors now talk to this version.',
    'Published a second version.',
    'Restored the first. Its last words: "See you on @{day}!"',
    'Publications on record: 3.',
    '',
  ]);
  expect(stderr).toBe('');
});

it('the example fits on a page', () => {
  expect(readFileSync(main, 'utf8').trimEnd().split('\n').length).toBeLessThanOrEqual(60);
});
