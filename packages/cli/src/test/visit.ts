import { type TestedBot, visitBot } from '@botwright/testing';
import { locate, type Place, readBotFile, readTextFile } from '@botwright/testing/files';
import { readTestedBot, scenarioFileEnding } from '@botwright/testing/scenario-files';
import { exitCodes } from '../command-failure.ts';
import { writeOutput } from '../printing/write-output.ts';
import { noBotFound, readFamily, searchFiles } from '../project/input-faults.ts';
import { configuredPaths, findProjectConfig, type ProjectConfig, pluginsOf } from '../project/project-config.ts';
import { type FoundScenarios, scenarioText, writeFound } from './found-scenarios.ts';
import type { ListFormat, TestOptions } from './test-options.ts';
import { renderVisits } from './visit-formats.ts';
import type { UnvisitedBot, VisitedBot } from './visited-bot.ts';

interface ReadBot {
  readonly file: string;
  readonly text: string;
  readonly bot: TestedBot;
  /** Of the diagram in the file. */
  readonly pointer: string;
}

/**
 * Lets random visitors talk to each bot, and prints the faults that they find.
 *
 * @returns The exit code.
 * @throws {CommandFailure} When there is no bot, or a file cannot be written.
 * @spec MU18, MU19, MU22
 */
export async function visit(options: TestOptions & { readonly visitors: number }): Promise<number> {
  const { visitors, seed } = options;
  const config = await findProjectConfig(options.config);
  const { catalog, behaviours } = await pluginsOf(config);
  const family = readFamily(options.family) ?? config?.family;
  const given = { ...(catalog && { catalog }), ...(family !== undefined && { channelFamily: family }) };
  const read = readBots(options.files, config, given);
  if (read.length === 0) throw noBotFound(options.files);
  const bots = read.flatMap((each) => ('bot' in each ? [each] : []));
  const unvisited = read.flatMap((each) => ('bot' in each ? [] : [each]));
  const visited = bots.map((each): VisitedBot => {
    const { file, text, bot } = each;
    const others = { ...given, ...(behaviours && { behaviours }), bots: targetsOf(each, bots), unchecked: true };
    const report = visitBot(bot, { ...others, visitors, ...(seed !== undefined && { seed }) });
    const found = foundIn(each, report);
    if (options.write === true && report.faults.length > 0) writeFound('visitors', found);
    return {
      ...report,
      file,
      text,
      places: placesOf(each, report),
      yaml: report.faults.length > 0 ? scenarioText(found) : '',
    };
  });
  writeOutput(`${renderVisits[options.format as ListFormat](visited, unvisited)}\n`);
  if (unvisited.some(({ faults }) => faults.some(({ code }) => code === undefined))) return exitCodes.usage;
  return unvisited.length > 0 || visited.some(({ faults }) => faults.length > 0) ? exitCodes.failure : exitCodes.done;
}

function readBots(
  files: readonly string[],
  config: ProjectConfig | undefined,
  options: Parameters<typeof readTestedBot>[1],
): readonly (ReadBot | UnvisitedBot)[] {
  const named = config?.files === undefined ? undefined : configuredPaths(config, config.files);
  const sources: { readonly paths: readonly string[]; readonly within?: string } =
    files.length > 0 ? { paths: files } : (named ?? { paths: [config?.folder ?? process.cwd()] });
  const { paths, within } = sources;
  return searchFiles(paths, within === undefined ? {} : { within })
    .filter(({ name }) => !scenarioFileEnding.test(name))
    .flatMap(({ name: file, path, isNamed, bounds }): readonly (ReadBot | UnvisitedBot)[] => {
      const found = readTextFile(path, bounds);
      if ('failed' in found) return [unreadable(file, `The file cannot be read (${found.failed}).`)];
      const { text } = found;
      const parsed = readBotFile(text);
      // A folder contains other JSON files, too.
      if (!parsed.ok && parsed.isOther && !isNamed) return [];
      const tested = readTestedBot({ name: file, text }, options);
      if (!tested.ok) return [{ file, faults: tested.faults }];
      return [{ file, text, bot: tested.bot, pointer: parsed.ok ? parsed.bot.pointer : '' }];
    });
}

function unreadable(file: string, message: string): UnvisitedBot {
  const place = { file, line: 1, column: 1, endLine: 1, endColumn: 1 };
  return { file, faults: [{ message, place, text: '' }] };
}

/** Bots that the files number can be the targets of jumps. */
function targetsOf(one: ReadBot, bots: readonly ReadBot[]): Readonly<Record<number, TestedBot>> {
  const number = one.bot.number ?? 1;
  return Object.fromEntries(
    bots.flatMap(({ bot }) => (bot.number === undefined || bot.number === number ? [] : [[bot.number, bot]])),
  );
}

function foundIn({ file, bot }: ReadBot, { faults }: ReturnType<typeof visitBot>): FoundScenarios {
  return {
    file,
    scenarios: faults.map(({ scenario }) => scenario),
    notes: new Map(faults.map(({ scenario, message }) => [scenario, message])),
    channelFamily: bot.channelFamily,
  };
}

function placesOf({ text, pointer }: ReadBot, { faults }: ReturnType<typeof visitBot>): ReadonlyMap<string, Place> {
  return new Map(
    faults.flatMap(({ block }) => {
      const place = locate(text, `${pointer}/nodes/${block.replaceAll('~', '~0').replaceAll('/', '~1')}`);
      return place === undefined ? [] : [[block, place] as const];
    }),
  );
}
