#!/usr/bin/env node
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { parseArgs } from 'node:util';
import { type AddOptions, addBot, type Shell } from './add-bot.ts';
import { frameworks, isFramework } from './frameworks.ts';
import { Refusal, unusable } from './refusal.ts';

const help = `Usage: npm create botwright [folder] [-- options]

Adds a bot to the Express, Hono, Fastify or Next app in a folder, by default this one: the bot and its scenarios in
bots/, and a module with the engine and a page on which people talk to the bot.

Options:
  --framework <name>  ${Object.keys(frameworks).join(', ')}; default: the one in package.json
  --force             replace files that exist
  --no-install        print the command that installs packages, and do not run it
  --version
  --help

Exit codes: 0 done; 1 something on the machine failed; 2 the options or the app cannot be used.
`;

const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
  readonly version: string;
};

/** @returns The options, or a text to print in place of work. @spec CB10 */
function readOptions(args: readonly string[]): AddOptions | string {
  const { values, positionals } = parse(args);
  if (values.help) return help;
  if (values.version) return `${version}\n`;
  const { framework, force } = values;
  if (framework !== undefined && !isFramework(framework)) {
    throw new Refusal(2, `--framework ${framework} is unknown: choose ${Object.keys(frameworks).join(', ')}.`);
  }
  if (positionals.length > 1) throw new Refusal(2, 'Name one folder at most.');
  return { folder: resolve(positionals[0] ?? '.'), framework, force, install: !values['no-install'], version };
}

/** @throws {Refusal} for an option that does not exist. */
function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        framework: { type: 'string' },
        force: { type: 'boolean', default: false },
        'no-install': { type: 'boolean', default: false },
        help: { type: 'boolean', short: 'h', default: false },
        version: { type: 'boolean', default: false },
      },
    });
  } catch (error) {
    throw new Refusal(2, `${(error as Error).message.split('\n')[0]} (see --help)`);
  }
}

/** @spec CB9 */
async function ask(question: string): Promise<boolean> {
  const lines = createInterface({ input: process.stdin, output: process.stdout });
  const ended = once(lines, 'close').then(() => '');
  const answer = await Promise.race([lines.question(`${question} [y/N] `), ended]);
  lines.close();
  return /^y(es)?$/i.test(answer.trim());
}

/** @spec CB9 */
async function run(command: string, args: readonly string[], folder: string): Promise<number> {
  // On Windows package managers are scripts, which need a shell.
  const child = spawn(command, args, {
    cwd: folder,
    stdio: ['ignore', 'inherit', 'inherit'],
    shell: process.platform === 'win32',
  });
  const failed = once(child, 'error').then(() => [127]);
  const [exitCode] = (await Promise.race([once(child, 'close'), failed])) as [number | null];
  return exitCode ?? 1;
}

/** Texts of files may be in a line: it stays one line without control characters. */
function printLine(line: string): void {
  process.stdout.write(`${line.replace(/\p{Cc}/gu, ' ')}\n`);
}

// The reader may stop early, such as with `| head`.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
});

try {
  const options = readOptions(process.argv.slice(2));
  if (typeof options === 'string') {
    process.stdout.write(options);
  } else {
    const { npm_config_user_agent: startedBy, CI } = process.env;
    const hasPerson = process.stdin.isTTY && process.stdout.isTTY && CI === undefined;
    const shell: Shell = { startedBy, print: printLine, ask: hasPerson ? ask : undefined, run };
    await addBot(options, shell);
  }
} catch (error) {
  const isOfSystem = error instanceof Error && 'syscall' in error;
  const refusal = isOfSystem ? unusable('The app cannot be read', error) : error;
  if (!(refusal instanceof Refusal)) throw error;
  process.stderr.write(`create-botwright: ${refusal.message.replace(/\p{Cc}/gu, ' ')}\n`);
  process.exitCode = refusal.exitCode;
}
