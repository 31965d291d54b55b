import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

/** A server in a separate process. */
export interface ServerProcess {
  readonly pid: number;
  /** With `SIGTERM`; waits for its end. */
  readonly stop: () => Promise<void>;
  /** With `SIGKILL`; waits for its end. */
  readonly kill: () => Promise<void>;
}

export interface Start {
  /** Default: this Node. */
  readonly command?: string;
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** The id of the user that runs it. Default: the user of this process. */
  readonly uid?: number;
}

/**
 * Starts a server.
 *
 * @param isReady - Called every 20 ms with the printed text, until it resolves with a value.
 * @throws When the process ends, or is not ready within a minute; the message has the printed text.
 */
export async function startServer<T>(
  { command = process.execPath, args, env = {}, uid }: Start,
  isReady: (printed: string) => Promise<T | undefined> | T | undefined,
): Promise<ServerProcess & { readonly ready: T }> {
  const child = spawn(command, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...env },
    ...(uid !== undefined && { uid, gid: uid }),
  });
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      // The rest of the server's output is not needed.
      if (printed.length < 100_000) printed += String(chunk);
    });
  }
  const exited = once(child, 'exit');
  // No server outlives the benchmark, for any kind of end.
  const kill = (): unknown => child.kill('SIGKILL');
  process.on('exit', kill);
  child.once('exit', () => process.off('exit', kill));
  try {
    for (const end = Date.now() + 60_000; ; await pause(20)) {
      if (child.exitCode !== null || Date.now() > end)
        throw new Error(`${command} ${args[0]} is not ready: ${printed}`);
      const ready = await isReady(printed);
      if (ready !== undefined) return { pid: child.pid as number, ready, ...ending(child, exited) };
    }
  } catch (error) {
    child.kill('SIGKILL');
    throw error;
  }
}

function ending(child: ChildProcess, exited: Promise<unknown>): Pick<ServerProcess, 'stop' | 'kill'> {
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    child.kill(signal);
    await exited;
  };
  return { stop: () => end('SIGTERM'), kill: () => end('SIGKILL') };
}

/** The memory of a process, in MB (10⁶ bytes). */
export interface Memory {
  /** Allocated memory. */
  readonly anonymous: number;
  /** Memory with pages of files, such as the executable, which processes share. */
  readonly total: number;
}

/** @throws Where the system has no `/proc`. */
export function readMemory(pid: number): Memory {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const read = (name: string): number => {
    const [, kilobytes] = new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(status) ?? [];
    if (kilobytes === undefined) throw new Error(`/proc/${pid}/status has no ${name}.`);
    return (Number(kilobytes) * 1_024) / 1e6;
  };
  return { anonymous: read('RssAnon'), total: read('VmRSS') };
}

/**
 * Counts the waits of a process for the disk (`fsync`, `fdatasync`) during some work, which strace slows down.
 *
 * @returns `undefined` if strace is missing or forbidden.
 */
export async function countSyncs(pid: number, work: () => Promise<void>): Promise<number | undefined> {
  if (spawnSync('strace', ['-V']).status !== 0) return undefined;
  const output = join(tmpdir(), `botwright-syncs-${pid}`);
  const tracer = spawn('strace', ['-f', '-p', String(pid), '-e', 'trace=fsync,fdatasync', '-o', output], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const exited = once(tracer, 'exit');
  try {
    const isAttached = await Promise.race([once(tracer.stderr, 'data').then(String), exited.then(() => '')]);
    if (!isAttached.includes('attached')) return undefined;
    await work();
    tracer.kill('SIGINT');
    await exited;
    return readFileSync(output, 'utf8').match(/\b(fsync|fdatasync)(\(| resumed)[^<\n]*= 0$/gm)?.length ?? 0;
  } finally {
    tracer.kill('SIGKILL');
    rmSync(output, { force: true });
  }
}

/** The ticks in which Linux reports the time of processes, independent of the kernel's ticks. */
const ticksPerSecond = 100;

/**
 * The processor time of a process and of its children, in microseconds.
 *
 * @throws Where the system has no `/proc`.
 */
export function processorTimeOf(pid: number): number {
  let ticks = 0;
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const times = timesOf(Number(name));
    if (times === undefined) continue;
    if (Number(name) === pid) ticks += times.own + times.ofEndedChildren;
    else if (times.parent === pid) ticks += times.own;
  }
  return (ticks * 1e6) / ticksPerSecond;
}

/** @returns `undefined` when the process has ended. */
function timesOf(
  pid: number,
): { readonly parent: number; readonly own: number; readonly ofEndedChildren: number } | undefined {
  let text: string;
  try {
    text = readFileSync(`/proc/${pid}/stat`, 'utf8');
  } catch {
    return undefined;
  }
  // The name of the program, in brackets, may have spaces. After it come the state and, as the second, the parent.
  const fields = text
    .slice(text.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number);
  const sum = (from: number) => (fields[from] ?? 0) + (fields[from + 1] ?? 0);
  return { parent: fields[1] ?? 0, own: sum(11), ofEndedChildren: sum(13) };
}
