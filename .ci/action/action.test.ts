import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { readText, root } from '../source/repository.ts';
import { createMachine, parseAction, runActionStep, runScript } from './run-action-step.ts';
import { type ActionInterface, validateGithubFile } from './validate-github-file.ts';

const actionText = readText(root, 'action/action.yml');
const action = parseAction(actionText);
const example = join(root, 'examples/ci-diagram-tests');
const workflowText = readText(example, '.github/workflows/bots.yml');
/** The workflow uses a copy of the action in the same repository. */
const copied = './.github/actions/botwright';
/** A name in another repository: the library checks the inputs of such actions only. */
const elsewhere = 'owner/name/action@ref';
/** The actions that the workflow uses, with their allowed inputs. */
const actions = {
  [elsewhere]: action,
  'actions/checkout@v5': withInputs('fetch-depth', 'ref', 'path', 'persist-credentials'),
  'actions/setup-node@v5': withInputs('node-version', 'cache', 'cache-dependency-path', 'registry-url'),
  'actions/upload-artifact@v5': withInputs('name', 'path', 'if-no-files-found', 'retention-days'),
  'github/codeql-action/upload-sarif@v4': withInputs('sarif_file', 'checkout_path', 'category'),
};

/** Names of files that a shell would take apart, run or take for flags. */
const names = ['bots/first bot.json', '$(touch made).json', '`touch made`.json', '"; touch made; ".json', '--fix', '*'];

describe('the action', () => {
  it('is what GitHub takes', async () => {
    expect(await validateGithubFile('action.yml', actionText)).toEqual([]);
  });

  it.each([
    ['using: composite', 'usin: composite', "Unexpected value 'usin'"],
    ['shell: bash', 'shel: bash', "Unexpected value 'shel'"],
    ['cancelled()', 'canceled()', "Unrecognized function: 'canceled'"],
  ])('would not be with a mistake: %s as %s', async (right, wrong, found) => {
    expect(await validateGithubFile('action.yml', actionText.replace(right, wrong))).toContainEqual(
      expect.stringContaining(found),
    );
  });

  it('uses each input that it has, and no other', () => {
    const used = actionText.matchAll(/inputs\.([\w-]+)/g);
    expect([...new Set(Array.from(used, ([, name]) => name))].sort()).toEqual(Object.keys(action.inputs).sort());
  });

  it('[GA2] runs scenarios also after findings', () => {
    const always = action.runs.steps.map(({ id, if: condition }) => [id, condition?.includes('!cancelled()')]);
    expect(always).toEqual([
      ['installed', undefined],
      ['lint', false],
      ['test', true],
      ['replay', true],
    ]);
  });

  it('gives outputs of its own steps, which these write', () => {
    for (const { value } of Object.values(action.outputs)) {
      const [, id, name] = /^\$\{\{ steps\.(\w+)\.outputs\.([\w-]+) \}\}$/.exec(value) ?? [];
      expect(action.runs.steps.find((step) => step.id === id)?.run).toContain(`${name}=`);
    }
  });

  it('[GA1] has no script with an expression in it', () => {
    expect(action.runs.steps.map(({ run }) => run.includes('${{'))).toEqual([false, false, false, false]);
  });

  it.each(Object.keys(action.inputs))('describes the input %s in its README', (name) => {
    expect(readText(root, 'action/README.md')).toContain(`| \`${name}\` |`);
  });
});

describe('its steps', () => {
  it.each([
    { id: 'lint', input: 'files', formats: ['github', 'sarif', 'markdown'] },
    { id: 'test', input: 'scenarios', formats: ['github', 'junit', 'pretty'] },
  ])('[GA1][GA4] pass names of files on as they are: $id', ({ id, input, formats }) => {
    const machine = createMachine({});
    const given = { [input]: `${names.join('\r\n')}\n\n`, config: 'my config.json' };
    const { exitCode, outputs } = runActionStep(action, id, given, machine);
    expect({ exitCode, outputs }).toEqual({ exitCode: 0, outputs: { result: 'passed' } });
    const flags = [...(id === 'test' ? ['--coverage'] : []), '--config', 'my config.json', '--', ...names];
    expect(machine.calls()).toEqual(
      formats.map((format) => ['--no-install', 'botwright', id, '--format', format, ...flags]),
    );
    expect(readdirSync(machine.workspace)).toEqual([]);
  });

  it.each([
    { id: 'lint', command: ['lint', '--format', 'pretty', '--'] },
    { id: 'test', command: ['test', '--format', 'pretty', '--coverage', '--'] },
  ])('[GA3] run once, with the installed version, where nothing else is wanted: $id', ({ id, command }) => {
    const machine = createMachine({});
    const given = { annotations: 'false', summary: 'false', 'sarif-file': '', 'junit-file': '' };
    const { summary } = runActionStep(action, id, given, machine);
    expect(machine.calls()).toEqual([['--no-install', 'botwright', ...command]]);
    expect(summary).toBe('');
  });

  it('[GA3] fail with a reason where the command is not installed', () => {
    const { exitCode, stdout } = runActionStep(action, 'installed', {}, createMachine({ exitCode: 1 }));
    expect(exitCode).toBe(1);
    expect(stdout).toMatch(
      /^::error::The command botwright is not installed\. Add @botwright\/cli-lite as a dev dependency/,
    );
    expect(action.runs.steps.at(-1)?.if).toContain("steps.installed.outcome == 'success'");
  });

  it('[GA3] begin with the version of the installed command', () => {
    const machine = createMachine({});
    expect(runActionStep(action, 'installed', {}, machine)).toMatchObject({ exitCode: 0, stdout: '' });
    expect(machine.calls()).toEqual([['--no-install', 'botwright', '--version']]);
  });

  it('pass the bounds on', () => {
    const machine = createMachine({});
    runActionStep(action, 'lint', { 'max-warnings': '0', 'sarif-file': '', summary: 'false' }, machine);
    const given = { 'min-coverage': '98.5', 'coverage-file': 'my coverage.json', 'junit-file': '', summary: 'false' };
    runActionStep(action, 'test', given, machine);
    expect(machine.calls()).toEqual([
      ['--no-install', 'botwright', 'lint', '--format', 'github', '--max-warnings', '0', '--'],
      [
        ...['--no-install', 'botwright', 'test', '--format', 'github', '--coverage'],
        ...['--min-coverage', '98.5', '--coverage-file', 'my coverage.json', '--'],
      ],
    ]);
  });

  it('[GA1][GA7] repeat conversations, and quote nobody unless that is wanted', () => {
    const machine = createMachine({ exitCode: 1, prints: { markdown: '### botwright replay\n' } });
    const given = { 'replay-bot': '$(touch made)', 'replay-draft': '--fix' };
    expect(runActionStep(action, 'replay', given, machine)).toMatchObject({
      exitCode: 1,
      outputs: { result: 'failed' },
      summary: '\n### botwright replay\n',
      stdout: '### botwright replay\n',
    });
    expect(runActionStep(action, 'replay', { 'replay-bot': '12' }, createMachine({ exitCode: 2 })).summary).toBe('');
    const more = { 'replay-from': 'https://bots.test/v0-alpha', 'replay-max-different': '5', 'replay-words': 'true' };
    runActionStep(action, 'replay', { 'replay-bot': '12', ...more, config: 'c.json' }, machine);
    const command = ['--no-install', 'botwright', 'replay', '--format', 'markdown'];
    expect(machine.calls()).toEqual([
      [...command, '--bot=$(touch made)', '--last=1000', '--no-words', '--', '--fix'],
      [
        ...[...command, '--bot=12', '--last=1000', '--config=c.json', '--from=https://bots.test/v0-alpha'],
        ...['--max-different=5', '--'],
      ],
    ]);
    expect(readdirSync(machine.workspace)).toEqual([]);
    expect(action.runs.steps.find(({ id }) => id === 'replay')?.if).toContain("inputs.replay-bot != ''");
  });

  it.each([1, 2])('[GA2][GA4][GA5] end with the code of the command, and leave what it wrote: %i', (code) => {
    const machine = createMachine({
      exitCode: code,
      prints: { sarif: '{}\n', junit: '<testsuites/>\n', pretty: 'a\n\n```' },
    });
    expect(runActionStep(action, 'lint', {}, machine)).toMatchObject({
      exitCode: code,
      outputs: { result: 'failed', 'sarif-file': 'botwright.sarif' },
    });
    expect(runActionStep(action, 'test', {}, machine)).toMatchObject({
      exitCode: code,
      outputs: { result: 'failed', 'junit-file': 'botwright-junit.xml' },
      summary: '\n### botwright test\n\n    a\n    \n    ```\n',
    });
    expect(readFileSync(join(machine.workspace, 'botwright.sarif'), 'utf8')).toBe('{}\n');
    expect(readFileSync(join(machine.workspace, 'botwright-junit.xml'), 'utf8')).toBe('<testsuites/>\n');
  });

  it('[GA6] name files from the root of the workspace', () => {
    const uri = (name: string): string => `            "uri": "${name}"`;
    const prints = {
      github: '::error file=bots/a.json,line=1::Text file=b\n::warning file=bots/b.json::Text\nSaid: file=c\n',
      sarif: `${uri('bots/a.json')}\n    "text": "has \\"uri\\": \\"b\\""\n`,
    };
    const machine = createMachine({ prints });
    mkdirSync(join(machine.workspace, 'my bots'));
    const given = { 'working-directory': 'my bots', summary: 'false' };
    const { stdout, outputs } = runActionStep(action, 'lint', given, machine);
    expect(stdout).toBe(
      '::error file=my bots/bots/a.json,line=1::Text file=b\n::warning file=my bots/bots/b.json::Text\nSaid: file=c\n',
    );
    expect(outputs['sarif-file']).toBe('my bots/botwright.sarif');
    expect(readFileSync(join(machine.workspace, 'my bots/botwright.sarif'), 'utf8')).toBe(
      `${uri('my%20bots/bots/a.json')}\n    "text": "has \\"uri\\": \\"b\\""\n`,
    );
    const dotted = { ...given, 'working-directory': './my bots/' };
    expect(runActionStep(action, 'lint', dotted, machine)).toMatchObject({ stdout, outputs });
    expect(runActionStep(action, 'test', given, machine).stdout).toBe(
      '::error file=my bots/bots/a.json,line=1::Text file=b\n::warning file=bots/b.json::Text\nSaid: file=c\n',
    );
  });

  it('check the bots of the example with the command line', () => {
    const machine = createMachine({ runs: join(root, 'packages/cli/bin/botwright.js') });
    const folder = join(machine.workspace, 'my bots');
    for (const name of ['bots', 'botwright.config.json'])
      cpSync(join(example, name), join(folder, name), { recursive: true });
    const lint = (): ReturnType<typeof runActionStep> =>
      runActionStep(action, 'lint', { 'working-directory': 'my bots' }, machine);
    expect(lint()).toEqual({
      exitCode: 0,
      stdout: '3 files checked, and nothing found.\n',
      stderr: '',
      outputs: { result: 'passed', 'sarif-file': 'my bots/botwright.sarif' },
      summary: '### botwright lint\n\n3 files checked, and nothing found.\n',
    });

    const test = (): ReturnType<typeof runActionStep> =>
      runActionStep(action, 'test', { 'working-directory': 'my bots', 'min-coverage': '98' }, machine);
    expect(test()).toMatchObject({
      exitCode: 0,
      stdout: expect.stringMatching(/\n47 scenarios in 3 files: 47 passed\.\n$/),
      stderr: '',
      outputs: { result: 'passed', 'junit-file': 'my bots/botwright-junit.xml' },
    });

    const file = join(folder, 'bots/lead-form.json');
    writeFileSync(file, readFileSync(file, 'utf8').replace('"var_phone"', '"ask_phone"'));
    expect(test()).toMatchObject({
      exitCode: 1,
      stdout: expect.stringMatching(/^::error file=my bots\/bots\/lead-form\.scenarios\.yaml,line=\d+,/),
      outputs: { result: 'failed', 'junit-file': 'my bots/botwright-junit.xml' },
      summary: expect.stringContaining('\n    47 scenarios in 3 files: 42 passed, 5 failed.\n'),
    });
    const broken = lint();
    expect(broken).toMatchObject({ exitCode: 1, outputs: { result: 'failed' } });
    expect(broken.stdout).toMatch(/^::error file=my bots\/bots\/lead-form\.json,line=\d+,.*title=unknown-template::/);
    expect(broken.summary).toContain('unknown-template');
    const { runs } = JSON.parse(readFileSync(join(folder, 'botwright.sarif'), 'utf8'));
    expect(runs[0].results[0]).toMatchObject({
      ruleId: 'unknown-template',
      locations: [{ physicalLocation: { artifactLocation: { uri: 'my%20bots/bots/lead-form.json' } } }],
    });
  });
});

describe('the workflow of the example', () => {
  it('is what GitHub takes', async () => {
    expect(await validateWorkflow(workflowText)).toEqual([]);
  });

  it('would not be with an input that the action does not have', async () => {
    const wrong = workflowText.replace('min-coverage: 98\n', 'min_coverage: 98\n');
    expect(await validateWorkflow(wrong)).toEqual([expect.stringContaining('min_coverage')]);
  });

  it('compares each bot that was changed with what it was', () => {
    const machine = createMachine({ exitCode: 1, prints: { markdown: 'changed\n' } });
    const git = (...args: readonly string[]): void => {
      const who = ['-c', 'user.name=Ann', '-c', 'user.email=ann@example.org'];
      execFileSync('git', [...who, ...args], { cwd: machine.workspace });
    };
    const write = (name: string, text: string): void => writeFileSync(join(machine.workspace, 'bots', name), text);
    mkdirSync(join(machine.workspace, 'bots'));
    for (const name of ['my bot.json', 'same.json', 'removed.json']) write(name, '{}');
    git('init', '--quiet', '--initial-branch=main');
    git('add', '.');
    git('commit', '--quiet', '--message=One');
    write('my bot.json', '{"nodes": {}}');
    write('added.json', '{}');
    git('rm', '--quiet', 'bots/removed.json');
    git('add', '.');
    git('commit', '--quiet', '--message=Two');

    const script = scriptOf('changes', 'Compare the bots with those of the base');
    const { exitCode } = runScript(script, { cwd: machine.workspace, path: machine.path });
    expect(exitCode).toBe(0);
    const [call = [], ...others] = machine.calls();
    expect(others).toEqual([]);
    expect(call).toEqual(['botwright', 'diff', '.base/bots/my bot.json', 'bots/my bot.json', '--format', 'markdown']);
    expect(readFileSync(join(machine.workspace, '.base/bots/my bot.json'), 'utf8')).toBe('{}');
    expect(readFileSync(join(machine.workspace, 'changes.md'), 'utf8')).toBe('changed\n');
  });

  it('fails when two bots cannot be compared', () => {
    const machine = createMachine({ exitCode: 2 });
    const git = (...args: readonly string[]): void => {
      execFileSync('git', ['-c', 'user.name=Ann', '-c', 'user.email=ann@example.org', ...args], {
        cwd: machine.workspace,
      });
    };
    mkdirSync(join(machine.workspace, 'bots'));
    git('init', '--quiet', '--initial-branch=main');
    for (const text of ['{}', '{']) {
      writeFileSync(join(machine.workspace, 'bots/a.json'), text);
      git('add', '.');
      git('commit', '--quiet', '--message=Change');
    }
    const script = scriptOf('changes', 'Compare the bots with those of the base');
    expect(runScript(script, { cwd: machine.workspace, path: machine.path }).exitCode).toBe(2);
  });

  it('draws each bot', () => {
    const machine = createMachine({ prints: { svg: '<svg/>' } });
    cpSync(join(example, 'bots'), join(machine.workspace, 'bots'), { recursive: true });
    const script = scriptOf('bots', 'Draw the bots, with what the scenarios cover');
    expect(runScript(script, { cwd: machine.workspace, path: machine.path }).exitCode).toBe(0);
    for (const bot of ['booking', 'lead-form', 'support-triage']) {
      expect(readFileSync(join(machine.workspace, `pictures/${bot}.svg`), 'utf8')).toBe('<svg/>');
    }
  });
});

function withInputs(...names: readonly string[]): ActionInterface {
  return { name: '', description: '', inputs: Object.fromEntries(names.map((name) => [name, { description: '' }])) };
}

describe('what the pages show of workflows', () => {
  it.each(['docs/guide/test-your-bots-in-ci.md', 'action/README.md'])('is what GitHub takes: %s', async (page) => {
    const blocks = Array.from(readText(root, page).matchAll(/^```yaml\n(.*?)^```$/gms), ([, block = '']) => block);
    const workflows = blocks.filter((block) => block.includes('uses:')).map(wholeWorkflow);
    expect(workflows.length).toBeGreaterThan(0);
    for (const workflow of workflows) {
      expect(await validateWorkflow(workflow)).toEqual([]);
    }
  });
});

function validateWorkflow(text: string): Promise<readonly string[]> {
  return validateGithubFile('.github/workflows/bots.yml', text.replaceAll(copied, elsewhere), actions);
}

/** A page may show only the steps, or one step that follows another. */
function wholeWorkflow(block: string): string {
  if (block.includes('jobs:')) return block;
  const steps = block.startsWith('steps:') ? block : `steps:\n  - id: botwright\n    run: 'true'\n${block}`;
  return `on: push\njobs:\n  bots:\n    runs-on: ubuntu-latest\n${steps.replaceAll(/^/gm, '    ')}`;
}

interface Workflow {
  readonly jobs: Readonly<
    Record<string, { readonly steps: readonly { readonly name?: string; readonly run?: string }[] }>
  >;
}

function scriptOf(job: string, name: string): string {
  const { jobs } = parse(workflowText) as Workflow;
  const script = jobs[job]?.steps.find((step) => step.name === name)?.run;
  if (script === undefined) throw new Error(`The job ${job} has no step "${name}".`);
  return script;
}
