import { expect, it } from 'vitest';
import { folderWith } from '../lint/run-lint.ts';
import { runCommand } from '../support/run-command.ts';
import { good } from './files.ts';

const run = (cwd: string, args: readonly string[], env: Readonly<Record<string, string>> = {}) =>
  runCommand(cwd, ['test', ...args], { env: { CI: '', ...env } });

const scenarios = (more: string) => `bot: shop.json
shared_files: [../steps.yaml]
scenarios:
  - name: Smoke <name>
    tags: [smoke]
    examples: [{ name: Ann }, { name: Bob }, { name: Cy }]
    steps: [{ use: to the order }, { bot: Hi <name> }]
  - name: Late
    tags: [smoke, slow]
    skip: The CRM is away.
    steps: [{ visitor: Ann }]
  - name: Plain
${more}    steps: [{ visitor: Ann }, { press: No }]
`;

const files = {
  'bots/shop.json': good['bots/shop.json'],
  'bots/a.scenarios.yaml': scenarios(''),
  'steps.yaml': 'shared:\n  to the order:\n    - visitor: <name>\n    - at: order\n',
};

it('[SF7][SF4][SF10][TC12] tags choose, and each row has its own result, at the place of its step', () => {
  const { status, stdout } = run(folderWith(files), ['--tag', 'smoke', '--tag', '!none', '--format', 'json']);
  const report = JSON.parse(stdout);
  expect([status, report.failed, report.skipped, report.not_run]).toEqual([1, 3, 1, 1]);
  const [{ scenarios: results, skipped }] = report.files;
  expect(skipped).toEqual([{ name: 'Late', reason: 'The CRM is away.' }]);
  expect(results.map(({ name }: { readonly name: string }) => name)).toEqual(['Smoke Ann', 'Smoke Bob', 'Smoke Cy']);
  expect(results[1].failure).toMatchObject({ message: 'The bot said more.', line: 7, column: 43 });
});

it('[SF7][TC13] a skipped scenario is a skipped case of JUnit, and --verbose names the reason', () => {
  const folder = folderWith(files);
  expect(run(folder, ['--tag', 'slow', '--format', 'junit'])).toMatchObject({
    status: 0,
    stdout: expect.stringContaining(
      '<testcase name="Late" classname="bots/a.scenarios.yaml" time="0"><skipped message="The CRM is away."/></testcase>',
    ),
  });
  expect(run(folder, ['--tag', 'slow', '--verbose']).stdout).toContain(
    '0 passed, 1 skipped, 4 not run\n     skip Late: The CRM is away.\n\n5 scenarios in 1 file: 1 skipped, 4 not run.\n',
  );
});

it('[SF8] only runs alone, and is refused where CI is set', () => {
  const folder = folderWith({ ...files, 'bots/a.scenarios.yaml': scenarios('    only: true\n') });
  expect(run(folder, [])).toMatchObject({ status: 0, stdout: expect.stringContaining(': 1 passed, 4 not run.') });
  expect(run(folder, ['--no-forbid-only'], { CI: 'true' }).status).toBe(0);
  const { status, stdout } = run(folder, [], { CI: 'true' });
  expect(status).toBe(1);
  expect(stdout).toContain(
    'error only: The scenario has "only": others would not be run.\n  --> bots/a.scenarios.yaml:13:11\n',
  );
  expect(stdout).toContain('0 scenarios in 1 file; 1 file with "only".');
});

it('[SF9] the parts are all scenarios, each once', () => {
  const folder = folderWith(files);
  const parts = ['1/3', '2/3', '3/3', '5/5'].map((part) => {
    const { stdout } = run(folder, ['--shard', part, '--tag', '!slow', '--format', 'json']);
    const [{ scenarios: results }] = JSON.parse(stdout).files;
    return results.map(({ name }: { readonly name: string }) => name);
  });
  expect(parts).toEqual([['Smoke Ann', 'Plain'], ['Smoke Bob'], ['Smoke Cy'], []]);
  expect(run(folder, ['--shard', '5/4'])).toMatchObject({
    status: 2,
    stderr: expect.stringContaining('The part is a number and a count, such as 1/4'),
  });
});

it('[TC6][SF20][SF24] flags that need others end the command with one line', () => {
  const folder = folderWith(files);
  const printed = (...args: readonly string[]) => run(folder, args).stderr;
  expect(printed('--bot', '3')).toBe('botwright: --bot needs --server: the address of the server.\n');
  expect(printed('--retries', '3')).toBe(
    'botwright: --retries needs --server: in files a scenario always ends in the same way.\n',
  );
  expect(printed('--tag', 'nothing')).toBe('botwright: No scenario matches --tag and --name.\n');
  for (const flags of [['--coverage'], ['--min-coverage', '80'], ['--coverage-file', 'x.json']]) {
    expect(printed('--server', 'http://localhost:1', '--bot', '1', ...flags)).toBe(
      `botwright: --server has no coverage, because a visitor does not see blocks: leave out ${flags[0]}.\n`,
    );
  }
  expect(printed('--server', 'ftp://x', '--bot', '1')).toBe(
    'botwright: A server has an address such as https://bots.example.com.\n',
  );
});
