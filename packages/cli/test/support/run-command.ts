import { MessageChannel, receiveMessageOnPort, Worker } from 'node:worker_threads';
import { packageOptions } from '../../../../scripts/built-for-tests.mjs';
import { compileCache, isBuilt } from './serve-process.ts';

export interface CommandLine {
  /** Without the interpreter and the script. */
  readonly args: readonly string[];
  /** Standard input. */
  readonly input: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

export interface Ended {
  readonly status: number;
  readonly stdout: string;
  readonly stderr: string;
}

interface RunOptions {
  readonly input?: string;
  readonly env?: Readonly<Record<string, string>>;
}

const mostMs = 300_000;
const main = isBuilt ? new URL('../../dist/main.js', import.meta.url) : new URL('../../src/main.ts', import.meta.url);

/** Loads the commands once for all files of tests of this process, which takes most of the time of a process. */
let thread: Worker | undefined;

function startThread(): Worker {
  const started = new Worker(new URL('./command-thread.ts', import.meta.url), {
    workerData: { compileCache, url: main.href },
    execArgv: [...packageOptions],
  });
  started.unref();
  started.once('exit', () => {
    if (thread === started) thread = undefined;
  });
  return started;
}

/**
 * Runs `botwright …` to its end in a thread, and waits for it. Tests of processes, of signals, and of what a command
 * loads start a process: `runBotwright`, `modulesLoadedBy`.
 */
export function runCommand(cwd: string, args: readonly string[], { input = '', env = {} }: RunOptions = {}): Ended {
  const { BOTWRIGHT_TOKEN: _token, BOTWRIGHT_URL: _url, ...inherited } = process.env;
  const line: CommandLine = { args, input, env: { ...inherited, NO_COLOR: '1', ...env } };
  const { port1, port2 } = new MessageChannel();
  const done = new Int32Array(new SharedArrayBuffer(4));
  thread ??= startThread();
  const before = process.cwd();
  process.chdir(cwd);
  try {
    thread.postMessage({ line, port: port2, done }, [port2]);
    Atomics.wait(done, 0, 0, mostMs);
    const answer = receiveMessageOnPort(port1)?.message as Ended | { readonly fault: string } | undefined;
    if (answer !== undefined && 'status' in answer) return answer;
    throw new Error(`botwright ${args.join(' ')} did not end: ${answer?.fault ?? `${mostMs} ms`}`);
  } finally {
    process.chdir(before);
    port1.close();
  }
}
