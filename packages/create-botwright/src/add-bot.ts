import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { botFile, moduleFile, moduleText } from './bot-module.ts';
import { entryChange } from './entry-change.ts';
import { type FrameworkName, frameworks, packagesFor } from './frameworks.ts';
import { findPackageManager, installArguments } from './package-manager.ts';
import { type App, readApp, readSmallFile } from './read-app.ts';
import { Refusal, unusable } from './refusal.ts';

export interface AddOptions {
  /** Absolute. */
  readonly folder: string;
  readonly framework: FrameworkName | undefined;
  readonly force: boolean;
  readonly install: boolean;
  /** The version of the packages to install. */
  readonly version: string;
}

/** The person, and the package manager. */
export interface Shell {
  /** The manager that runs this command, as in `npm_config_user_agent`. */
  readonly startedBy: string | undefined;
  print(line: string): void;
  /** Asks a question that is answered with yes or no. `undefined`: nobody can answer. */
  readonly ask: ((question: string) => Promise<boolean>) | undefined;
  /** @returns The exit code. */
  run(command: string, args: readonly string[], folder: string): Promise<number>;
}

interface NewFile {
  readonly path: string;
  readonly purpose: string;
  readonly text: string;
}

/**
 * Adds a bot, its scenarios and a module to an app, and installs packages.
 *
 * @throws {Refusal} before anything is written if the app cannot get a bot, or a file would be lost.
 * @spec CB1, CB6, CB7, CB8, CB9
 */
export async function addBot(options: AddOptions, shell: Shell): Promise<void> {
  const { folder, version } = options;
  assertFolder(folder);
  const app = readApp(folder, options.framework);
  const module = moduleFile(app);
  const change = entryChange(app, module);
  const files = await chooseFiles(app, module, { ...options, ...shell });

  shell.print(`${frameworks[app.framework].title} app, ${app.isTypeScript ? 'TypeScript' : 'JavaScript'}:`);
  for (const { path, purpose, text } of files) {
    write(join(folder, path), text);
    shell.print(`  ${path}: ${purpose}`);
  }
  const { file, lines, text } = change;
  if (text !== undefined) write(join(folder, file), text);
  if (lines.length > 0) shell.print(`${text === undefined ? 'Add to' : 'Added to'} ${file}:`);
  for (const line of lines) shell.print(`  ${line}`);

  const missing = packagesFor(app.framework).filter((name) => !app.dependencies.has(name));
  await install(
    missing.map((name) => `${name}@${version}`),
    options,
    shell,
  );
  shell.print('Check the bot:       npx @botwright/cli-lite test bots');
  shell.print('Talk to the bot:     start the app, and open /chat/1 of it in a browser');
}

function assertFolder(folder: string): void {
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true) {
    throw new Refusal(2, `${folder} is not a folder.`);
  }
}

/** The files that are new or may be replaced. */
async function chooseFiles(
  app: App,
  module: string,
  { folder, force, ask }: Pick<AddOptions & Shell, 'folder' | 'force' | 'ask'>,
): Promise<readonly NewFile[]> {
  const files = [
    { path: botFile, purpose: 'the bot', text: template('hello.json') },
    { path: scenarioFile, purpose: 'conversations that test it', text: template('hello.scenarios.yaml') },
    { path: module, purpose: 'the engine with the bot, and its chat', text: moduleText(app) },
  ];
  const different = files.filter(({ path, text }) => {
    const place = join(folder, path);
    return existsSync(place) && readSmallFile(place) !== text;
  });
  const [first] = different;
  if (force || first === undefined) return files;
  if (ask === undefined) throw new Refusal(2, `${first.path} exists: --force replaces it.`);
  const left = new Set<string>();
  for (const { path } of different) if (!(await ask(`Replace ${path}?`))) left.add(path);
  return files.filter(({ path }) => !left.has(path));
}

const scenarioFile = 'bots/hello.scenarios.yaml';

function template(name: string): string {
  return readFileSync(new URL(`../templates/${name}`, import.meta.url), 'utf8');
}

function write(path: string, text: string): void {
  try {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  } catch (error) {
    throw unusable(`${path} cannot be written`, error);
  }
}

async function install(
  packages: readonly string[],
  { folder, install: isWanted }: AddOptions,
  { startedBy, print, run }: Shell,
): Promise<void> {
  if (packages.length === 0) return;
  const manager = findPackageManager(folder, startedBy);
  const args = installArguments(manager, packages);
  const command = [manager, ...args].join(' ');
  if (!isWanted) {
    print(`Install packages:    ${command}`);
    return;
  }
  print(command);
  const exitCode = await run(manager, args, folder);
  if (exitCode !== 0) {
    throw new Refusal(1, `The files are written, but "${command}" failed with exit code ${exitCode}: run it again.`);
  }
}
