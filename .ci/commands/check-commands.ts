import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { Finding } from '../finding.ts';
import { readText } from '../source/repository.ts';

/**
 * The memory that an idle server may take in addition to a bare Node process, in megabytes. Excludes pages of files if
 * the system reports them separately: the used part of Node's file differs by kernel (from 35 to 65 MB for the same
 * Node).
 */
const memoryLimitMb = 75;
const startArgs = ['start', '--silent', '--', '--json', '--port', '0', '--chat-port', '0', '--data', ':memory:'];

/** Runs the commands that a newcomer types at the root, on the Node of the machine, after the build. */
export async function checkCommands(root: string): Promise<readonly Finding[]> {
  return [...(await checkNpx(root)), ...(await checkStart(root))];
}

/** `npx botwright` runs the built command line on the pinned Node. */
async function checkNpx(root: string): Promise<readonly Finding[]> {
  const { version } = JSON.parse(readText(root, 'packages/cli/package.json')) as { readonly version: string };
  const child = run(root, 'npx', ['botwright', '--version']);
  const [printed, log] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  if (child.exitCode === 0 && printed.trim() === version) return [];
  const message = `npx botwright --version printed ${JSON.stringify(printed)}.\n${log}`;
  return [{ file: 'packages/cli/bin/botwright.js', message }];
}

/** `npm start` prints one line, serves, uses little memory, and ends with its child at a signal. */
export async function checkStart(root: string): Promise<readonly Finding[]> {
  const child = run(root, 'npm', startArgs);
  const logged = text(child.stderr);
  const closed = once(child, 'close');
  const nothing = closed.then(() => ['']);
  const [printed] = await Promise.race([once(createInterface(child.stdout), 'line'), nothing]);
  const ready = parseReadyLine(printed);
  const problems: string[] = [];
  if (ready === undefined) {
    problems.push(`printed ${JSON.stringify(printed)} in place of its ready line`);
  } else {
    const { status } = await fetch(new URL('/healthz', ready.bots_url));
    if (status !== 200) problems.push(`answered ${status} to /healthz`);
    const memoryMb = readMemoryMb(ready.pid) - (await readMemoryOfNode(ready.pid));
    if (memoryMb > memoryLimitMb) problems.push(`takes ${memoryMb} MB more than Node itself when idle`);
  }

  child.kill('SIGTERM');
  const [exitCode, signal] = await closed;
  if (ready !== undefined && exitCode !== 0) problems.push(`ended with ${exitCode ?? signal} after SIGTERM`);
  if (ready !== undefined && isAlive(ready.pid)) problems.push('left the server running');
  const log = await logged;
  return problems.map((problem) => ({ file: 'scripts/start.mjs', message: `npm start ${problem}.\n${log}` }));
}

/** Runs with the PATH of the machine, which has nothing of the repository. */
function run(root: string, command: string, args: readonly string[]): ChildProcessByStdio<null, Readable, Readable> {
  const folders = (process.env['PATH'] ?? '').split(delimiter).filter((folder) => !folder.includes('node_modules'));
  const env = { ...process.env, PATH: folders.join(delimiter) };
  return spawn(command, args, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] });
}

function parseReadyLine(printed: string): { readonly bots_url: string; readonly pid: number } | undefined {
  try {
    return JSON.parse(printed);
  } catch {
    return undefined;
  }
}

/** @returns 0 where the system does not say. */
function readMemoryMb(pid: number): number {
  const file = join('/proc', String(pid), 'status');
  const status = existsSync(file) ? readFileSync(file, 'utf8') : '';
  const [, kilobytes] = /^RssAnon:\s+(\d+) kB$/m.exec(status) ?? /^VmRSS:\s+(\d+) kB$/m.exec(status) ?? [];
  return Math.round(Number(kilobytes ?? 0) / 1_024);
}

/** The memory of the Node of `pid` when it runs nothing. */
async function readMemoryOfNode(pid: number): Promise<number> {
  const executable = join('/proc', String(pid), 'exe');
  if (!existsSync(executable)) return 0;
  const child = spawn(realpathSync(executable), ['--eval', 'console.log(); setInterval(() => {}, 60_000)']);
  await once(child.stdout, 'data');
  const memoryMb = readMemoryMb(child.pid ?? 0);
  child.kill();
  return memoryMb;
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
