import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import type { Readable } from 'node:stream';
import type { Finding } from '../finding.ts';

/** What an idle server may take, in megabytes. */
const memoryLimitMb = 120;

/** Tries what a newcomer types at the root, against what was built, on whatever Node the machine has. */
export async function checkCommands(root: string): Promise<readonly Finding[]> {
  return [...(await checkNpx(root)), ...(await checkStart(root))];
}

/** `npx botwright` runs the built command line on the pinned Node. */
async function checkNpx(root: string): Promise<readonly Finding[]> {
  const { version } = JSON.parse(readFileSync(join(root, 'packages/cli/package.json'), 'utf8')) as {
    readonly version: string;
  };
  const child = run(root, 'npx', ['botwright', '--version']);
  const [printed, log, exitCode] = await Promise.all([
    readAll(child.stdout),
    readAll(child.stderr),
    untilClosed(child),
  ]);
  if (exitCode === 0 && printed.trim() === version) return [];
  return [
    {
      file: 'packages/cli/bin/botwright.js',
      message: `npx botwright --version printed ${JSON.stringify(printed)}.\n${log}`,
    },
  ];
}

/** `npm start` prints one line, serves, keeps small, and ends with its child when it is told to. */
export async function checkStart(root: string): Promise<readonly Finding[]> {
  const child = run(root, 'npm', [
    'start',
    '--silent',
    '--',
    '--json',
    '--port',
    '0',
    '--chat-port',
    '0',
    '--data',
    ':memory:',
  ]);
  const closed = untilClosed(child);
  const problems: string[] = [];
  const logged = readAll(child.stderr);
  let printed = '';
  const ready = Promise.withResolvers<void>();
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    printed += text;
    if (printed.includes('\n')) ready.resolve();
  });
  await Promise.race([ready.promise, closed]);

  const line = parseReadyLine(printed);
  if (line === undefined) {
    problems.push(`printed ${JSON.stringify(printed)} in place of its ready line`);
  } else {
    const { status } = await fetch(new URL('/healthz', line.bots_url));
    if (status !== 200) problems.push(`answered ${status} to /healthz`);
    const memoryMb = readMemoryMb(line.pid);
    if (memoryMb !== undefined && memoryMb > memoryLimitMb) problems.push(`takes ${memoryMb} MB when idle`);
  }

  child.kill('SIGTERM');
  const exitCode = await closed;
  if (line !== undefined && exitCode !== 0) problems.push(`ended with ${exitCode} after SIGTERM`);
  if (line !== undefined && isAlive(line.pid)) problems.push('left the server running');
  const log = await logged;
  return problems.map((problem) => ({ file: 'scripts/start.mjs', message: `npm start ${problem}.\n${log}` }));
}

/** With the path of the machine: nothing of the repository is on it. */
function run(root: string, command: string, args: readonly string[]): ChildProcess {
  const path = (process.env['PATH'] ?? '')
    .split(delimiter)
    .filter((folder) => !folder.includes('node_modules'))
    .join(delimiter);
  return spawn(command, args, {
    cwd: root,
    env: { ...process.env, PATH: path },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

async function untilClosed(child: ChildProcess): Promise<number | NodeJS.Signals> {
  const [code, signal] = await once(child, 'close');
  return code ?? signal;
}

async function readAll(stream: Readable | null): Promise<string> {
  let text = '';
  for await (const chunk of stream?.setEncoding('utf8') ?? []) text += chunk;
  return text;
}

function parseReadyLine(printed: string): { readonly bots_url: string; readonly pid: number } | undefined {
  try {
    return JSON.parse(printed);
  } catch {
    return undefined;
  }
}

/** @returns `undefined` where the system does not tell. */
function readMemoryMb(pid: number): number | undefined {
  const file = `/proc/${pid}/status`;
  if (!existsSync(file)) return undefined;
  const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(file, 'utf8'))?.[1];
  return kilobytes === undefined ? undefined : Math.round(Number(kilobytes) / 1_024);
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
