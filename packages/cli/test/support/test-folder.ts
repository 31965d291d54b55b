import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { type ReadyLine, runBotwright, type ServeProcess } from './serve-process.ts';

export interface TestFolder {
  /** An empty folder for this test. */
  readonly folder: string;
  readonly data: string;
  /** Starts `botwright` in `folder`. It is killed when the test ends. */
  run(...args: readonly string[]): ServeProcess;
  /** Starts a server on `data` and a free port, without demo bots, and waits until it serves. */
  serve(...args: readonly string[]): Promise<{ readonly server: ServeProcess; readonly line: ReadyLine }>;
  writeConfig(config: unknown): string;
  /** Stops a server with SIGTERM. */
  stop(server: ServeProcess): Promise<number | NodeJS.Signals>;
}

/** Makes a folder that is removed when the test ends, after the processes started in it. */
export function createTestFolder(): TestFolder {
  const folder = mkdtempSync(join(tmpdir(), 'botwright-serve-'));
  const data = join(folder, 'data');
  const started: ServeProcess[] = [];
  onTestFinished(async () => {
    for (const { child, ended } of started) {
      child.kill('SIGKILL');
      await ended;
    }
    rmSync(folder, { recursive: true, force: true });
  });

  const run = (...args: readonly string[]): ServeProcess => {
    const server = runBotwright(args, { cwd: folder });
    started.push(server);
    return server;
  };
  return {
    folder,
    data,
    run,
    async serve(...args) {
      const server = run('serve', '--json', '--no-demo', '--port', '0', '--chat-port', '0', '--data', data, ...args);
      return { server, line: await server.ready() };
    },
    writeConfig(config) {
      const file = join(folder, 'config.json');
      writeFileSync(file, JSON.stringify(config));
      return file;
    },
    stop({ child, ended }) {
      child.kill('SIGTERM');
      return ended;
    },
  };
}
