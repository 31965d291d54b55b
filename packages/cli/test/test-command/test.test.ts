import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { folderWith } from '../lint/run-lint.ts';
import { modulesLoadedBy, runToEnd, serverModules } from '../support/run-to-end.ts';
import { brokenBot, files, good, wrong } from './files.ts';

const run = (cwd: string, ...args: readonly string[]) => runToEnd(cwd, ['test', ...args]);

const failure = `FAIL Bob, too: The bot said something else.
 --> bots/wrong.scenarios.yaml:6:14
6 |       - bot: Hello Bob
  |              ^^^^^^^^^

  - expected  + instead
  - Hello Bob
  + Hi Bob
  + Shall I order? [Yes | No]
`;

describe('exit codes', () => {
  it('[TC1][TC2][TC11] all scenarios passed', () => {
    expect(run(folderWith(good), 'bots')).toMatchObject({
      status: 0,
      stdout: `ok   bots/shop.scenarios.yaml with bots/shop.json: 3 passed\n\n3 scenarios in 1 file: 3 passed.\n`,
      stderr: '',
    });
  });

  it('[TC1][TC2][TC11] a scenario failed', () => {
    expect(run(folderWith(files), 'bots', '--verbose')).toMatchObject({
      status: 1,
      stdout: `ok   bots/shop.scenarios.yaml with bots/shop.json: 3 passed
     ok   Ann orders
     ok   Bob does not
     ok   The shop is closed
FAIL bots/wrong.scenarios.yaml with bots/shop.json: 1 of 1 failed
     FAIL Bob, too

${failure}
4 scenarios in 2 files: 3 passed, 1 failed.
`,
      stderr: '',
    });
  });

  it('[TC2][TC11] a bot breaks a rule, which is reported once', () => {
    const { status, stdout } = run(folderWith({ ...files, 'bots/shop.json': brokenBot }), '.');
    expect([status, stdout.split('\n').filter((line) => line.startsWith('error '))]).toEqual([
      1,
      ['error param_non_empty: Block "welcome": "text" should not be empty, but is "".'],
    ]);
    expect(stdout).toMatch(/\n *--> bots\/shop\.json:15:9\n/);
    expect(stdout).toMatch(/0 scenarios in 2 files; 2 files with a bot that breaks rules\.\n$/);
  });

  it('[TC2] an unreadable file is worse than a failed scenario', () => {
    const { status, stdout } = run(folderWith({ ...files, 'bots/x.scenarios.json': '{"bot" 1}' }));
    expect(status).toBe(2);
    expect(stdout).toContain(failure);
    expect(stdout).toContain(
      `error unreadable: This is not JSON: a colon is missing before this.\n --> bots/x.scenarios.json:1:8\n`,
    );
  });
});

it('[TC3] --name and --bail run some of them, and print the number of the others', () => {
  const folder = folderWith({ ...files, 'botwright.config.json': { min_coverage: 100 } });
  const named = run(folder, '-t', '^Bob (does|did)');
  expect([named.status, named.stdout.split('\n').at(-2)]).toEqual([0, '4 scenarios in 2 files: 1 passed, 3 not run.']);
  const bailed = run(folder, 'bots/wrong.scenarios.yaml', 'bots/shop.scenarios.yaml', '--bail', '--name', 'o');
  expect([bailed.status, bailed.stdout.split('\n').at(-2)]).toEqual([
    1,
    '4 scenarios in 2 files: 1 failed, 3 not run.',
  ]);
});

it('[TC4] without files it runs the config’s files, or all below it', () => {
  const folder = folderWith({
    ...files,
    'botwright.config.json': { scenarios: ['bots/shop*.yaml'] },
    'deep/x.txt': '',
  });
  expect(run(join(folder, 'deep')).stdout).toMatch(/^ok {3}.*\/bots\/shop\.scenarios\.yaml with .*\n\n3 scenarios/);
  const all = folderWith({ ...files, 'my.json': {}, 'deep/x.txt': '' });
  expect(run(all).stdout).toMatch(/\n4 scenarios in 2 files: 3 passed, 1 failed\.\n$/);
  expect(run(join(all, 'deep'), '--config', '../my.json').stdout).toMatch(/\n4 scenarios in 2 files/);
});

describe('coverage', () => {
  const table = `bots/shop.json: 8 of 8 blocks (100 %), 8 of 9 outputs (88.8 %)
  Block  Times  Outputs missed
  known      1  false
`;

  it('[TC5] is a table of missed blocks', () => {
    const { status, stdout } = run(folderWith(good), '--coverage');
    expect([status, stdout]).toEqual([0, expect.stringContaining(`\n\n${table}\n3 scenarios`)]);
  });

  it('[TC5] has a bound, of the flag or of the config', () => {
    const folder = folderWith({ ...good, 'botwright.config.json': { min_coverage: 90 } });
    const { status, stdout } = run(folder);
    const missed = 'FAIL 88.8 % of the outputs of bots/shop.json are covered, and 90 % are wanted.';
    expect([status, stdout]).toEqual([1, expect.stringContaining(`\n\n${table}\n${missed}\n\n`)]);
    expect(run(folder, '--min-coverage', '88.8')).toMatchObject({
      status: 0,
      stdout: expect.not.stringContaining('known'),
    });
  });

  it('[TC9] is written as JSON', () => {
    const folder = folderWith(good);
    expect(run(folder, 'bots', '--coverage-file', 'covered.json').status).toBe(0);
    expect(JSON.parse(readFileSync(join(folder, 'covered.json'), 'utf8'))).toEqual({
      botwright: 1,
      bots: [
        {
          file: 'bots/shop.json',
          blocks: { welcome: 3, hello: 3, order: 3, call: 2, known: 1, friend: 1, bye: 2, sorry: 1 },
          outputs: {
            welcome: { $success: 3 },
            hello: { $success: 3 },
            order: { $yes: 2, $no: 1 },
            call: { $success: 1, $failed: 1 },
            known: { true: 1, false: 0 },
            friend: { $success: 1 },
          },
        },
      ],
    });
    expect(run(folder, '--coverage-file', 'none/x.json')).toMatchObject({
      status: 1,
      stderr: 'botwright: The file none/x.json cannot be written (ENOENT).\n',
    });
  });
});

it.for<readonly [readonly string[], string]>([
  [['none.yaml'], 'There is no file or folder "none.yaml".'],
  [['x*.yaml'], 'No file matches "x*.yaml".'],
  [
    ['empty'],
    'No scenarios were found: there is no *.scenarios.yaml, .yml or .json. "botwright test --generate <bot>" writes one.',
  ],
  [['-t', 'Zoe'], 'No scenario has a name that matches "Zoe".'],
  [['-t', '('], '--name is a regular expression, and "(" is none.'],
  [['--family', 'natve'], 'The family is one of native, msgapp, facebook, apichat, not "natve".'],
  [['--generate', '--watch'], '--generate writes scenarios and runs none: leave out --watch.'],
  [['--mutate', '--format', 'html'], '--mutate has the formats pretty, json, junit and github, and not html.'],
  [['--generate', '--format', 'json'], '--generate writes scenarios and runs none: leave out --format.'],
  [
    ['--generate'],
    'Say which bots: files, globs or folders, as in "botwright test --generate bots/"; or name "files" in botwright.config.json.',
  ],
  [['--generate', 'empty'], 'No bot was found.'],
  ...['--generate', '--visitors=9'].map((flag) => {
    const file = 'bots/shop.scenarios.yaml';
    const message = `No bot was found: ${file} has scenarios; give the bot that its member "bot" names.`;
    return [[flag, file], message] as const;
  }),
])('[TC6] %j is refused in one line', ([args, message]) => {
  const folder = folderWith({ ...good, 'empty/x.txt': '' });
  expect(run(folder, ...args)).toMatchObject({ status: 2, stdout: '', stderr: `botwright: ${message}\n` });
});

it.for<readonly [readonly string[], RegExp]>([
  [['--foo'], /unknown option '--foo'/],
  [['--min-coverage', '101'], /A share is a number from 0 to 100\./],
  [['--format', 'tap'], /Allowed choices are pretty, json, junit, github, html\./],
])('[TC6] the flags %j are refused', ([args, message]) => {
  const { status, stdout, stderr } = run(folderWith({}), ...args);
  expect([status, stdout]).toEqual([2, '']);
  expect(stderr).toMatch(message);
});

it.for([[], ['--mutate'], ['--format', 'json'], ['--format', 'junit'], ['--format', 'github'], ['--format', 'html']])(
  '[TC6] test %j says that a bot is no file of scenarios',
  (flags) => {
    const { status, stdout } = run(folderWith(good), ...flags, 'bots/shop.json');
    const message = 'This is a bot, not a file of scenarios: give one whose member "bot" names it.';
    expect([status, stdout.replace(/(?:\\|&quot;|&#34;|")+/g, '"')]).toEqual([2, expect.stringContaining(message)]);
  },
);

it.for([
  ['lint'],
  ['graph'],
  ['diff', 'bots/shop.json'],
  ['record'],
  ['replay', '--from', 'http://localhost:1', '--bot', '1'],
])('[TC6] %j says that a file of scenarios is no bot', (args) => {
  const { status, stdout, stderr } = runToEnd(folderWith(good), [...args, 'bots/shop.scenarios.yaml']);
  const message = 'This is a file of scenarios, not a bot: give the bot that its member "bot" names.';
  expect([status, stdout + stderr]).toEqual([2, expect.stringContaining(message)]);
});

it('[TC6] a config is refused with every fault in it', () => {
  const folder = folderWith({ ...good, 'botwright.config.json': { scenarios: 'bots', min_coverage: 120 } });
  expect(run(folder)).toMatchObject({
    status: 2,
    stderr: expect.stringContaining('\n  min_coverage: Expected a number from 0 to 100.\n'),
  });
});

describe('--generate', () => {
  it('[TC7] writes scenarios next to each bot, and overwrites no file', () => {
    const folder = folderWith({
      'bots/shop.json': files['bots/shop.json'],
      'botwright.config.json': { files: ['bots'] },
    });
    const { status, stdout } = run(folder, '--generate');
    expect([status, stdout]).toEqual([0, 'wrote bots/shop.scenarios.yaml: 4 scenarios take 100 % of the outputs\n']);
    const text = readFileSync(join(folder, 'bots/shop.scenarios.yaml'), 'utf8');
    expect(run(folder, '--min-coverage', '100')).toMatchObject({ status: 0 });
    expect(run(folder, '--generate', 'bots/shop.json')).toMatchObject({
      status: 0,
      stdout: 'left bots/shop.scenarios.yaml, which already exists\n',
    });
    expect(readFileSync(join(folder, 'bots/shop.scenarios.yaml'), 'utf8')).toBe(text);
  });

  it('[TC7] says why a bot has none', () => {
    const folder = folderWith({ 'a.json': brokenBot, 'b.json': '{"nodes": }' });
    const { status, stdout } = run(folder, '--generate', '.');
    expect([status, stdout.split('\n').filter((line) => line.startsWith('error '))]).toEqual([
      2,
      [
        'error param_non_empty: Block "welcome": "text" should not be empty, but is "".',
        'error unreadable: This is not JSON: a value is expected here.',
      ],
    ]);
    expect(run(folder, '--generate', 'a.json').status).toBe(1);
    expect(existsSync(join(folder, 'a.scenarios.yaml'))).toBe(false);
  });
});

it('[TC11] control characters of a file are escaped', () => {
  const folder = folderWith({
    ...good,
    'bots/wrong.scenarios.yaml': wrong.replaceAll(/Hello Bob|Bob, too/g, '"a\\u001b[2Jb\\u202e"'),
  });
  const { stdout } = run(folder);
  expect(stdout).toContain('[2Jb');
  expect([stdout.includes('\u001b'), stdout.includes('\u202e')]).toEqual([false, false]);
});

it('[TC11] colours are printed when they are forced', () => {
  const { stdout } = runToEnd(folderWith(files), ['test'], { env: { NO_COLOR: '', FORCE_COLOR: '1' } });
  expect(stdout).toContain('\u001b[31m- Hello Bob\u001b[39m');
});

it('[TC10] test loads neither server nor store', () => {
  const loaded = modulesLoadedBy(folderWith(good), ['test', '--coverage']);
  expect(loaded.some((url) => url.includes('/packages/testing/src/scenario-files/'))).toBe(true);
  expect(loaded.filter((url) => serverModules.test(url) || url.includes('chokidar'))).toEqual([]);
});
