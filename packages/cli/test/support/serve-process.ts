import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { packageOptions } from '../../../../scripts/built-for-tests.mjs';

/** Runs the command as `bin/botwright.js` does, from the sources. */
export const script = fileURLToPath(new URL('../run-from-source.ts', import.meta.url));

/** Whether the build is current, which `scripts/built-for-tests.mjs` detects. */
export const isBuilt = packageOptions.length === 0;

/** The script of `botwright`: the built command, which starts in half the time, or its sources if they changed. */
export const program: readonly string[] = isBuilt
  ? [fileURLToPath(new URL('../../bin/botwright.js', import.meta.url))]
  : [...packageOptions, script];

/** The same in a command of a shell. */
export const shellProgram = [process.execPath, ...program].map((part) => `"${part}"`).join(' ');

/** Processes share a compile cache, because compiling takes most of their time. */
export const compileCache = fileURLToPath(
  new URL('../../../../node_modules/.cache/botwright/compiled', import.meta.url),
);

export interface ReadyLine {
  readonly bots_url: string;
  readonly platform_url: string;
  readonly chat_url: string;
  readonly pid: number;
  readonly tokens?: { readonly agent: string; readonly channel: string };
}

/** The command line in a separate process. */
export interface ServeProcess {
  readonly child: ChildProcessByStdio<null, Readable, Readable>;
  stdout(): string;
  stderr(): string;
  /** Log lines, parsed. */
  logs(): readonly Readonly<Record<string, unknown>>[];
  /** Resolves with the exit code, or with the signal that ended the process. */
  readonly ended: Promise<number | NodeJS.Signals>;
  /** Resolves when standard output or standard error matches. */
  untilPrinted(pattern: RegExp, stream?: 'stdout' | 'stderr'): Promise<void>;
  /** The ready line of `--json`. */
  ready(): Promise<ReadyLine>;
}

export interface ProcessOptions {
  readonly cwd?: string | undefined;
  /** Options of Node, such as `--expose-gc`. */
  readonly node?: readonly string[];
  /** Whether test and process can exchange messages by `child.send`. */
  readonly hasChannel?: boolean;
}

/** Runs `botwright …`. The caller must end it. */
export function runBotwright(
  args: readonly string[],
  { cwd, node = [], hasChannel = false }: ProcessOptions = {},
): ServeProcess {
  const child = spawn(process.execPath, [...node, ...program, ...args], {
    ...(cwd === undefined ? {} : { cwd }),
    env: { ...process.env, NODE_COMPILE_CACHE: compileCache },
    stdio: ['ignore', 'pipe', 'pipe', ...(hasChannel ? (['ipc'] as const) : [])],
  }) as ServeProcess['child'];
  const printed = { stdout: '', stderr: '' };
  const listeners = new Set<() => void>();
  for (const stream of ['stdout', 'stderr'] as const) {
    child[stream].setEncoding('utf8').on('data', (text: string) => {
      printed[stream] += text;
      for (const listener of listeners) listener();
    });
  }
  const ended = once(child, 'close').then(([code, signal]) => code ?? signal);

  const untilPrinted = async (pattern: RegExp, stream: 'stdout' | 'stderr' = 'stdout'): Promise<void> => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const look = (): void => {
      if (pattern.test(printed[stream])) resolve();
    };
    listeners.add(look);
    look();
    const end = await Promise.race([promise, ended]);
    listeners.delete(look);
    if (end !== undefined) throw new Error(`It ended with ${end} before it printed ${pattern}:\n${printed.stderr}`);
  };

  return {
    child,
    stdout: () => printed.stdout,
    stderr: () => printed.stderr,
    logs: () =>
      printed.stderr
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line)),
    ended,
    untilPrinted,
    async ready() {
      await untilPrinted(/\n/);
      return JSON.parse(printed.stdout);
    },
  };
}
