import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Finding } from '../finding.ts';
import { runTool } from '../source/run-tool.ts';

/** A command line that is tried, and the exit code that it has. */
interface Tried {
  readonly args: readonly string[];
  readonly exitCode?: number;
}

/** Fails if a command loads modules that only `serve` and `chat` need. */
const guard = `
import { registerHooks } from 'node:module';
const ofServer = /^(@botwright\\/(http|http-node|storage\\/\\w+|sender-undici)|pino|prom-client|node:sqlite)$/;
registerHooks({
  resolve(name, context, next) {
    if (ofServer.test(name)) throw new Error('loads ' + name);
    return next(name, context);
  },
});
`;

/**
 * Runs every command but `serve` and `chat` as packed, on one Node, and with a server that runs on the Node of this
 * process.
 *
 * @param folder Where the packages are installed, with `bot.json` and the example.
 * @param name The package with the commands.
 * @param server The script that serves.
 */
export async function tryCommands(
  root: string,
  {
    folder,
    name,
    server: script,
    version,
    node,
    example,
  }: Readonly<Record<'folder' | 'name' | 'server' | 'version' | 'node' | 'example', string>>,
): Promise<readonly Finding[]> {
  const place = join(folder, `commands-${version}`);
  const bin = scriptOf(folder, name);
  mkdirSync(place);
  writeFileSync(join(place, 'guard.mjs'), guard);
  copyFileSync(join(folder, 'bot.json'), join(place, 'bot.json'));
  copyFileSync(join(folder, 'bot.json'), join(place, 'live.json'));

  const run = async ({ args, exitCode: expected = 0 }: Tried): Promise<string> => {
    const { exitCode, output } = await runTool(root, node, ['--import', './guard.mjs', bin, ...args], place);
    if (exitCode === expected) return output;
    throw new Error(`botwright ${args.slice(0, 2).join(' ')} on Node ${version} ended with ${exitCode}: ${output}`);
  };
  const server = spawn(process.execPath, [script, 'serve', ...'--port 0 --chat-port 0 --data data --json'.split(' ')], {
    cwd: place,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  try {
    const url = await addressOf(server);
    const bots = join('..', example);
    for (const args of [
      ['--help'],
      ['lint', 'bot.json', '--max-warnings', '0'],
      ['lint', '--config', `${bots}/botwright.config.json`],
      ['test', `${bots}/bots`, '--min-coverage', '98'],
      ['record', 'bot.json', '--out', 'bot.scenarios.yaml'],
      ['diff', 'bot.json', 'live.json'],
      ['graph', 'bot.json', '--lint'],
    ]) {
      await run({ args });
    }

    const made = await run({ args: ['token', 'new', '--data', 'data', '--name', 'ci', '--json'] });
    const { token } = JSON.parse(made) as { readonly token: string };
    const to = ['--to', url, '--token', token];
    const from = ['--from', url, '--token', token];
    await run({ args: ['push', 'live.json', '--create', ...to] });
    const { bot } = JSON.parse(readFileSync(join(place, 'live.json'), 'utf8')) as { readonly bot: { id: string } };
    for (const tried of [
      { args: ['publish', 'live.json', '--label', 'first', ...to] },
      { args: ['pull', '--to', 'pulled', '--versions', ...from] },
      { args: ['lint', '--bot', bot.id, ...from] },
      { args: ['record', '--bot', bot.id, ...from] },
      { args: ['diff', `${bot.id}@latest`, 'live.json', ...from] },
      { args: ['graph', `${bot.id}@draft`, '--format', 'mermaid', ...from] },
      { args: ['token', 'list', '--data', 'data'] },
      { args: ['token', 'revoke', 'ci', '--data', 'data'] },
      { args: ['pull', '--to', 'pulled', ...from], exitCode: 1 },
    ]) {
      await run(tried);
    }
    return [];
  } catch (error) {
    return [{ file: `the commands of ${name} on Node ${version}`, message: String(error) }];
  } finally {
    await stop(server);
  }
}

/** The script of the command line in a package of a folder. */
export function scriptOf(folder: string, name: string): string {
  return join(folder, 'node_modules', name, 'bin/botwright.js');
}

/** The address of the Bots API, which a server prints when it is ready. */
async function addressOf({ stdout }: ChildProcess): Promise<string> {
  if (stdout !== null) {
    for await (const line of createInterface({ input: stdout })) {
      return (JSON.parse(line) as { readonly bots_url: string }).bots_url;
    }
  }
  throw new Error('botwright serve ended before it was ready');
}

async function stop(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return;
  const ended = once(server, 'exit');
  server.kill();
  await ended;
}
