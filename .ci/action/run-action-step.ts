import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { onTestFinished } from 'vitest';
import { parse } from 'yaml';

export interface ActionStep {
  readonly id: string;
  readonly if?: string;
  readonly shell: string;
  readonly 'working-directory': string;
  readonly env?: Readonly<Record<string, string>>;
  readonly run: string;
}

export interface Action {
  readonly name: string;
  readonly description: string;
  readonly inputs: Readonly<Record<string, { readonly description: string; readonly default: string }>>;
  readonly outputs: Readonly<Record<string, { readonly description: string; readonly value: string }>>;
  readonly runs: { readonly steps: readonly ActionStep[] };
}

export function parseAction(text: string): Action {
  return parse(text) as Action;
}

/** A folder with a program called `npx` that records its arguments, or runs the given script. */
export interface Machine {
  readonly workspace: string;
  readonly path: string;
  /** The arguments of each call so far. */
  calls(): readonly (readonly string[])[];
}

/** The output of the program by format, and its exit code. */
export interface FakeNpx {
  readonly exitCode?: number;
  readonly prints?: Readonly<Record<string, string>>;
}

/** Separate folders for one test. */
export function createMachine(npx: FakeNpx | { readonly runs: string }): Machine {
  const folder = temporaryFolder();
  const [path, workspace, log] = ['bin', 'work space', 'calls'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  for (const made of [path, workspace]) mkdirSync(made);
  const program =
    'runs' in npx ? `#!/bin/sh\nshift 2\nexec "${process.execPath}" "${npx.runs}" "$@"\n` : fake(log, npx);
  writeFileSync(join(path, 'npx'), program);
  chmodSync(join(path, 'npx'), 0o755);
  return {
    workspace,
    path,
    calls: () => (existsSync(log) ? readFileSync(log, 'utf8').trim().split('\n').map(readCall) : []),
  };
}

/** With a space in its name; removed after the test. */
function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'botwright action '));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

function readCall(line: string): readonly string[] {
  return JSON.parse(line) as readonly string[];
}

function fake(log: string, { exitCode = 0, prints = {} }: FakeNpx): string {
  return `#!${process.execPath}
const { appendFileSync } = require('node:fs');
const args = process.argv.slice(2);
appendFileSync(${JSON.stringify(log)}, JSON.stringify(args) + '\\n');
process.stdout.write((${JSON.stringify(prints)})[args[args.indexOf('--format') + 1]] ?? '');
process.exitCode = ${exitCode};
`;
}

export interface StepRun {
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
  readonly outputs: Readonly<Record<string, string>>;
  readonly summary: string;
}

/** Runs a script as GitHub's runner does: its variables filled, by bash, in its folder. */
export function runActionStep(
  { inputs, runs }: Action,
  id: string,
  given: Readonly<Record<string, string>>,
  { workspace, path }: Machine,
): StepRun {
  const step = runs.steps.find((one) => one.id === id);
  if (step === undefined) throw new Error(`There is no step ${id}.`);
  const fill = (text: string): string =>
    text.replaceAll(/\$\{\{ inputs\.([\w-]+) \}\}/g, (_, name: string) => given[name] ?? inputs[name]?.default ?? '');
  const env = Object.fromEntries(Object.entries(step.env ?? {}).map(([name, value]) => [name, fill(value)]));
  return runScript(step.run, { cwd: join(workspace, fill(step['working-directory'])), path, env });
}

export interface ScriptOptions {
  readonly cwd: string;
  /** Looked at before the PATH of this process. */
  readonly path: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** Runs a script with the flags that GitHub's runner gives to bash. */
export function runScript(script: string, { cwd, path, env = {} }: ScriptOptions): StepRun {
  const folder = temporaryFolder();
  const [file, output, summary] = ['script.sh', 'output', 'summary'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  writeFileSync(file, script);
  for (const made of [output, summary]) writeFileSync(made, '');
  const { status, stdout, stderr } = spawnSync('bash', ['--noprofile', '--norc', '-eo', 'pipefail', file], {
    cwd,
    encoding: 'utf8',
    env: {
      HOME: folder,
      PATH: [path, process.env['PATH']].join(delimiter),
      NO_COLOR: '1',
      RUNNER_TEMP: folder,
      GITHUB_OUTPUT: output,
      GITHUB_STEP_SUMMARY: summary,
      ...env,
    },
  });
  const outputs = readFileSync(output, 'utf8').split('\n').filter(Boolean);
  return {
    exitCode: status,
    stdout,
    stderr,
    outputs: Object.fromEntries(outputs.map((line) => line.split(/=(.*)/s, 2) as [string, string])),
    summary: readFileSync(summary, 'utf8'),
  };
}
