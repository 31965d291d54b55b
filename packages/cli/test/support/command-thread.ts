/** Runs command lines one after the other, in a thread that loads `botwright` once. */
import { enableCompileCache, syncBuiltinESMExports } from 'node:module';
import { Readable } from 'node:stream';
import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import type { CommandLine, Ended } from './run-command.ts';

const { compileCache, url } = workerData as { readonly compileCache: string; readonly url: string };
enableCompileCache(compileCache);
const { main } = (await import(url)) as typeof import('../../src/main.ts');

const printed = { stdout: '', stderr: '' };
for (const name of ['stdout', 'stderr'] as const) {
  process[name].write = (chunk: string | Uint8Array): boolean => {
    printed[name] += typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString('utf8');
    return true;
  };
}

/** @param status - The exit code. @returns It, with what was printed since the last call. */
function endedWith(status: number): Ended {
  const ended = { status, ...printed };
  Object.assign(printed, { stdout: '', stderr: '' });
  return ended;
}

async function run({ args, input, env }: CommandLine): Promise<Ended> {
  for (const name of Object.keys(process.env)) delete process.env[name];
  Object.assign(process.env, env);
  const stdin = Readable.from(input === '' ? [] : [Buffer.from(input)], { objectMode: false });
  Object.defineProperty(process, 'stdin', { value: stdin, configurable: true });
  process.exitCode = undefined;
  const exited = Promise.withResolvers<Ended>();
  process.exit = (code) => {
    exited.resolve(endedWith(Number(code ?? process.exitCode ?? 0)));
    // The code after the call must not run; what still runs prints for nobody.
    throw new Error('process.exit');
  };
  syncBuiltinESMExports();
  endedWith(0);
  return Promise.race([exited.promise, main(args).then(() => endedWith(Number(process.exitCode ?? 0)))]);
}

interface Asked {
  readonly line: CommandLine;
  readonly port: MessagePort;
  readonly done: Int32Array;
}

parentPort?.on('message', async ({ line, port, done }: Asked) => {
  port.postMessage(await run(line).catch((error: Error) => ({ fault: String(error.stack) })));
  Atomics.store(done, 0, 1);
  Atomics.notify(done, 0);
});
