import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { folderWith } from './lint/run-lint.ts';
import { runCommand } from './support/run-command.ts';

const example = fileURLToPath(new URL('../../../examples/ci-diagram-tests', import.meta.url));
const read = (name: string): string => readFileSync(join(example, name), 'utf8');
const readme = read('README.md');
const guide = readFileSync(new URL('../../../docs/guide/test-your-bots-in-ci.md', import.meta.url), 'utf8');

const bots = ['booking', 'lead-form', 'support-triage'] as const;

describe('the example of bots that are tested in CI', () => {
  it('has bots in which nothing is found', () => {
    const { status, stdout, stderr } = runCommand(example, ['lint']);
    expect({ status, stdout, stderr }).toEqual({
      status: 0,
      stdout: '3 files checked, and nothing found.\n',
      stderr: '',
    });
  });

  it('has bots of the size that its README says', () => {
    const counted = bots.map((name) => {
      const { nodes } = JSON.parse(read(`bots/${name}.json`));
      return readme.includes(`| [\`bots/${name}.json\`](bots/${name}.json) | ${Object.keys(nodes).length - 1} |`);
    });
    expect(counted).toEqual([true, true, true]);
  });

  it('has scenarios that pass, and cover what its README says', () => {
    const { status, stdout, stderr } = runCommand(example, ['test', '--coverage', '--min-coverage', '98']);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    const [, table = ''] = readme.match(/^```text\n(.*?)^```$/ms) ?? [];
    expect(table).not.toBe('');
    expect(stdout).toContain(`\n${table}\n`);
    expect(stdout).toMatch(/\n47 scenarios in 3 files: 47 passed\.\n$/);
  });

  it('has tests for node:test that pass', () => {
    const { status, stdout } = spawnSync(process.execPath, ['--test', '--test-reporter=tap', 'test/**/*.node.ts'], {
      cwd: example,
      encoding: 'utf8',
    });
    expect(stdout).toContain('# fail 0');
    expect(stdout).toContain('# pass 6');
    expect(status).toBe(0);
  });
});

describe('the guide to tests in CI', () => {
  it('has a config that can be used, and finds what it shows', () => {
    const bot = read('bots/lead-form.json').replace('"var_phone"', '"ask_phone"');
    const others = { 'bots/a.json': read('bots/booking.json'), 'bots/b.json': read('bots/support-triage.json') };
    const files = { ...others, 'bots/lead-form.json': bot, 'botwright.config.json': blocksOf('json')[0] };
    const { status, stdout } = runCommand(folderWith(files), ['lint']);
    expect({ status, isShown: blocksOf('text').includes(stdout) }).toEqual({ status: 1, isShown: true });
  });

  it('has a scenario that passes, and fails as it shows when the bot says something else', () => {
    const [scenarios = ''] = blocksOf('yaml');
    const bot = read('bots/lead-form.json');
    const run = (text: string): ReturnType<typeof runCommand> =>
      runCommand(folderWith({ 'bots/lead-form.json': text, 'bots/lead-form.scenarios.yaml': scenarios }), ['test']);
    expect(run(bot)).toMatchObject({ status: 0 });
    const { status, stdout } = run(bot.replace('What is your name?', 'Who are you?'));
    const shown = blocksOf('text').find((text) => text.startsWith('FAIL ')) ?? '-';
    expect({ status, stdout }).toEqual({ status: 1, stdout: expect.stringContaining(`\n${shown}\n`) });
  });

  it('shows the coverage of the example', () => {
    const [shown = ''] = blocksOf('text').filter((text) => text.includes('Outputs missed'));
    expect(shown).not.toBe('');
    expect(readme).toContain(shown);
  });
});

/** The code blocks of the guide in a language. */
function blocksOf(language: string): readonly string[] {
  const fences = guide.matchAll(/^```(\w+)[^\n]*\n(.*?)^```$/gms);
  return [...fences].flatMap(([, name, block = '']) => (name === language ? [block] : []));
}
