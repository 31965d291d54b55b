import { resolve } from 'node:path';
import type { Catalog, Diagram } from '@botwright/core/diagram';
import type { TestedBot } from '../chat/tested-bot.ts';
import { nameOfFile } from '../files/find-bot-files.ts';
import { projectFolderOf } from '../files/project-folder.ts';
import { readTextFile } from '../files/text-file.ts';
import type { ReadScenarios } from '../scenario/read-scenarios.ts';
import type { Path } from '../scenario/scenario-text.ts';
import { type FileFault, type ReadTestedBot, readTestedBot } from './read-tested-bot.ts';

/** The bots of one run of scenario files, with caches: each file is read once. */
export class Bots {
  readonly workingFolder: string;
  readonly catalog: Catalog;
  readonly channelFamily: string | undefined;
  readonly names = new Map<Diagram, string>();
  readonly inputs = new Set<string>();
  readonly diagrams = new Map<string, Diagram>();
  readonly read = new Map<string, ReadTestedBot>();
  readonly projects = new Map<string, string>();

  constructor(workingFolder: string, catalog: Catalog, channelFamily: string | undefined) {
    this.workingFolder = workingFolder;
    this.catalog = catalog;
    this.channelFamily = channelFamily;
  }
}

/** The bots of a file of scenarios. */
export interface BotsOfFile {
  readonly bot: TestedBot;
  readonly bots: Readonly<Record<number, TestedBot>>;
}

/** @spec TE31 */
export function readBotsOf(
  bots: Bots,
  file: ReadScenarios,
  folder: string,
  text: string,
): ({ readonly ok: true } & BotsOfFile) | { readonly ok: false; readonly faults: readonly FileFault[] } {
  const refuse = (message: string, at: Path): ReadTestedBot => ({
    ok: false,
    faults: [{ message, place: file.placeIn(at), text }],
  });
  const readBot = (name: string, at: Path): ReadTestedBot => {
    const bot = readBotAt(bots, resolve(folder, name), projectOf(bots, folder), file.channel_family);
    if (!('failed' in bot)) return bot;
    const problem = bot.failed === 'ENOENT' ? `There is no file "${name}".` : undefined;
    return refuse(problem ?? `The file "${name}" cannot be read (${bot.failed}).`, at);
  };
  const first =
    file.bot === undefined
      ? refuse('"bot" is missing: the file of the bot, by its path from this file.', [])
      : readBot(file.bot, ['bot']);
  const number = String(first.ok ? (first.bot.number ?? 1) : undefined);
  const others = Object.entries(file.bots ?? {}).map(([key, name]) => {
    const at = ['bots', key];
    if (key === number) return [key, refuse(`The bot ${file.bot} has the number ${key}, too.`, at)] as const;
    return [key, readBot(name, at)] as const;
  });
  const faults = [first, ...others.map(([, bot]) => bot)].flatMap((each) => (each.ok ? [] : each.faults));
  if (!first.ok || faults.length > 0) return { ok: false, faults };
  const linked = others.flatMap(([key, each]) => (each.ok ? [[key, each.bot] as const] : []));
  return { ok: true, bot: first.bot, bots: Object.fromEntries(linked) };
}

function projectOf({ projects, workingFolder }: Bots, folder: string): string {
  const project = projects.get(folder) ?? projectFolderOf(folder, workingFolder);
  projects.set(folder, project);
  return project;
}

/** @param within - The project: a file named by a file must be in it. @spec TE66 */
function readBotAt(
  bots: Bots,
  path: string,
  within: string,
  channelFamily = bots.channelFamily,
): ReadTestedBot | { readonly failed: string } {
  const { catalog, inputs, names, read, workingFolder } = bots;
  inputs.add(path);
  const key = JSON.stringify([path, channelFamily, within]);
  const known = read.get(key);
  if (known !== undefined) return known;
  const file = readTextFile(path, { within });
  if ('failed' in file) return file;
  const name = nameOfFile(path, workingFolder);
  const given = { catalog, ...(channelFamily !== undefined && { channelFamily }) };
  const bot = withKnownDiagram(bots, readTestedBot({ name, text: file.text }, given), path);
  read.set(key, bot);
  if (bot.ok) names.set(bot.bot.diagram, name);
  return bot;
}

/** Each file has one diagram, also for several channel families, so that coverage counts it once. */
function withKnownDiagram({ diagrams }: Bots, bot: ReadTestedBot, path: string): ReadTestedBot {
  if (!bot.ok) return bot;
  const diagram = diagrams.get(path) ?? bot.bot.diagram;
  diagrams.set(path, diagram);
  return { ok: true, bot: { ...bot.bot, diagram } };
}
