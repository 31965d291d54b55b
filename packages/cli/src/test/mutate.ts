import { readFileSync, writeFileSync } from 'node:fs';
import { type DrawnFinding, toDot, toMermaid, toSvg } from '@botwright/graph';
import { mutateBot, type Scenario, type ScenarioOptions, type TestedBot } from '@botwright/testing';
import { locateAll, type Place, readBotFile } from '@botwright/testing/files';
import { CommandFailure, exitCodes, unwritable } from '../command-failure.ts';
import { writeOutput } from '../printing/write-output.ts';
import { readFamily } from '../project/input-faults.ts';
import { writeFound } from './found-scenarios.ts';
import { renderMutations } from './mutate-formats.ts';
import type { MutatedBot } from './mutated-bot.ts';
import { type RanScenarios, runOnce, runScenarios } from './run-once.ts';
import type { ListFormat, TestOptions } from './test-options.ts';

/**
 * Changes each bot in one place at a time, runs its scenarios, and prints the changes that none notices. Prints failed
 * scenarios in place of that.
 *
 * @returns The exit code.
 * @throws {CommandFailure} When there is nothing to run, or a file cannot be written.
 * @spec MU18, MU19, MU20
 */
export async function mutate(options: TestOptions): Promise<number> {
  const draw = options.picture === undefined ? undefined : pictureFor(options.picture);
  const ran = await runScenarios(options);
  const { failed, refused, unreadable } = ran.report;
  if (failed + refused + unreadable > 0) return (await runOnce(options, ran)).exitCode;
  const { minScore } = options;
  const bots = groupsOf(ran).map((group) => mutateGroup(group, ran, options));
  if (draw !== undefined && bots.length > 1) {
    throw new CommandFailure(
      'usage',
      `--picture draws one bot, and there are ${bots.length}: name the scenarios of one.`,
    );
  }
  writeOutput(`${renderMutations[options.format as ListFormat](bots, minScore)}\n`);
  for (const bot of bots) {
    draw?.(bot);
    if (options.write !== true || bot.proposals.length === 0) continue;
    const { file, proposals: scenarios } = bot;
    writeFound('survivors', { file, scenarios, notes: new Map(), channelFamily: bot.bot.channelFamily });
  }
  return bots.some(({ isTooLow }) => isTooLow) ? exitCodes.failure : exitCodes.done;
}

/** The scenarios of all files with one bot. */
interface Group {
  readonly file: string;
  readonly bot: TestedBot;
  readonly options: Map<Scenario, ScenarioOptions>;
}

function groupsOf({ report: { files } }: RanScenarios): readonly Group[] {
  const groups = new Map<unknown, Group>();
  for (const { bot: file, tested } of files) {
    if (tested === undefined || file === undefined || tested.scenarios.length === 0) continue;
    const { bot, bots, from, scenarios } = tested;
    const group = groups.get(bot.diagram) ?? { file, bot, options: new Map() };
    groups.set(bot.diagram, group);
    for (const scenario of scenarios) group.options.set(scenario, { bots, from });
  }
  return [...groups.values()];
}

function mutateGroup({ file, bot, options }: Group, { config, plugins }: RanScenarios, given: TestOptions): MutatedBot {
  const { catalog, behaviours } = plugins;
  const family = readFamily(given.family) ?? config?.family;
  const report = mutateBot(bot, [...options.keys()], {
    ...(catalog && { catalog }),
    ...(behaviours && { behaviours }),
    ...(family !== undefined && { channelFamily: family }),
    optionsOf: (scenario) => options.get(scenario) ?? {},
  });
  const missed = report.mutants.filter(({ outcome }) => outcome !== 'killed').map(({ pointer }) => pointer);
  const isTooLow = given.minScore !== undefined && report.score < given.minScore;
  return { ...report, file, bot, places: placesOf(file, missed), isTooLow };
}

/** The scenarios were read with the file, so that it is there. */
function placesOf(file: string, pointers: readonly string[]): ReadonlyMap<string, Place> {
  const text = readFileSync(file, 'utf8');
  const read = readBotFile(text);
  const within = read.ok ? read.bot.pointer : '';
  const places = locateAll(
    text,
    pointers.map((pointer) => within + pointer),
  );
  return new Map(pointers.flatMap((pointer, at) => (places[at] === undefined ? [] : [[pointer, places[at]]])));
}

const pictures = { svg: toSvg, mmd: toMermaid, dot: toDot } as const;

/** @throws {CommandFailure} For another ending. @spec MU20 */
function pictureFor(picture: string): (bot: MutatedBot) => void {
  const ending = picture.split('.').at(-1) ?? '';
  if (!Object.hasOwn(pictures, ending)) {
    throw new CommandFailure(
      'usage',
      `--picture is a file that ends in .svg, .mmd or .dot, and "${picture}" does not.`,
    );
  }
  const draw = pictures[ending as keyof typeof pictures];
  return ({ bot, mutants }) => {
    const findings = mutants.flatMap(({ outcome, block, kind, change }): DrawnFinding[] =>
      outcome === 'killed' ? [] : [{ code: kind, severity: 'warning', message: change, blockId: block }],
    );
    const { channelFamily, diagram } = bot;
    try {
      writeFileSync(picture, draw(diagram, { findings, ...(channelFamily !== undefined && { channelFamily }) }));
    } catch (error) {
      throw unwritable(picture, error);
    }
  };
}
