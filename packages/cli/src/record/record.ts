import { dirname, resolve } from 'node:path';
import { type JsonValue, parseExactJson } from '@botwright/core/files';
import {
  renderPlace,
  type Scenario,
  type SimulatedChat,
  type SimulateOptions,
  simulate,
  type TestedBot,
} from '@botwright/testing';
import { projectFolderOf } from '@botwright/testing/files';
import { type NamedText, type ReadTestedBotOptions, readTestedBot } from '@botwright/testing/scenario-files';
import type { BotSource } from '../bots/fetch-bot.ts';
import { botOfServer, type ServerBotFlags } from '../bots/server-flags.ts';
import { CommandFailure, exitCodes } from '../command-failure.ts';
import { readNamedFile } from '../files/read-input.ts';
import { printableLines } from '../printing/printable.ts';
import { writeOutput } from '../printing/write-output.ts';
import { readFamily } from '../project/input-faults.ts';
import { findProjectConfig, pluginsOf } from '../project/project-config.ts';
import { typedLines } from '../terminal/typed-lines.ts';
import { Recording } from './recording.ts';
import { openTarget, type ScenarioTarget } from './scenario-target.ts';

/** The arguments of `botwright record`. */
export interface RecordOptions extends ServerBotFlags {
  /** File of the bot; absent with `from`. */
  readonly file: string | undefined;
  /** File for the scenario. */
  readonly out?: string;
  readonly name?: string;
  /** Files of the bots that jumps lead to, by number. */
  readonly linked?: Readonly<Record<string, string>>;
  /** The customer's Fields before the start: JSON or text. */
  readonly field?: Readonly<Record<string, string>>;
  /** Start time in ISO 8601. */
  readonly now?: string;
  readonly config?: string;
  readonly family?: string;
  /** Number of the customer whose last conversation becomes the scenario, or the name of one of them. */
  readonly conversation?: string;
}

/** The exit code of shells for Ctrl+C. */
const interrupted = 130;

/**
 * Talks to a bot in the terminal, and makes a scenario of the conversation. Prints the conversation on standard error,
 * so that standard output has only the scenario.
 *
 * @returns The exit code.
 * @throws {CommandFailure} When there is no bot, or the scenario cannot be written.
 * @spec RC1, RC5, RC7, RC8
 */
export async function record(options: RecordOptions): Promise<number> {
  if (options.conversation !== undefined) {
    const { saveConversation } = await import('./save-conversation.ts');
    return saveConversation({ ...options, conversation: options.conversation });
  }
  const onServer = botOfServer(options);
  if (onServer !== undefined && options.file !== undefined) {
    throw new CommandFailure('usage', 'Talk either to a bot of a file or, with --from, of a server.');
  }
  const config = await findProjectConfig(options.config);
  const family = readFamily(options.family) ?? config?.family;
  const target = openTarget(options.out, options.file);
  const channelFamily = target.existing?.channel_family ?? family;
  const source = await readSource(options.file, onServer);
  const { catalog, behaviours } = await pluginsOf(config);
  const known = { ...(channelFamily !== undefined && { channelFamily }), ...(catalog && { catalog }) };
  const bot = readBot(source, known);
  const bots = linkedBots(options, target, known);
  const fields = Object.fromEntries(Object.entries(options.field ?? {}).map(([name, text]) => [name, readValue(text)]));
  const now = options.now === undefined ? {} : { now: options.now };
  const recording = new Recording(() =>
    talk(bot, { bots, fields, ...now, ...(catalog && { catalog }), ...(behaviours && { behaviours }) }),
  );

  print([`-- Talking to ${source.name}. /help lists the commands; /end or Ctrl+D ends it.`, ...recording.start()]);
  const end = await listen(recording);
  if (end !== 'write' || recording.acts.length === 0) {
    print(['-- Nothing was written.']);
    return end === 'interrupt' ? interrupted : exitCodes.done;
  }
  const name = recording.name ?? options.name ?? `Recorded ${(target.existing?.scenarios.length ?? 0) + 1}`;
  const hasFields = Object.keys(fields).length > 0;
  const scenario = recording.scenario({ name, ...now, ...(hasFields && { fields }) });
  writeScenario(scenario, options, target, family);
  return exitCodes.done;
}

type End = 'write' | 'drop' | 'interrupt';

/** Reads typed lines until the recording ends. */
async function listen(recording: Recording): Promise<End> {
  let end: End = 'write';
  const prompt = () => (recording.chat.awaited === undefined ? '> ' : '? ');
  const onInterrupt = () => {
    end = 'interrupt';
  };
  for await (const line of typedLines(process.stderr, prompt, onInterrupt)) {
    // A terminal shows typed text; the output of a script should show it, too.
    if (!process.stdin.isTTY) print([`${prompt()}${line}`]);
    const taken = recording.take(line);
    print(taken.lines);
    if (taken.end !== undefined) return taken.end;
  }
  return end;
}

function print(lines: readonly string[]): void {
  for (const line of lines.flatMap(printableLines)) process.stderr.write(`${line}\n`);
}

function writeScenario(
  scenario: Scenario,
  { file, out, linked = {} }: RecordOptions,
  target: ScenarioTarget,
  family: string | undefined,
): void {
  const bots = Object.fromEntries(Object.entries(linked).map(([number, other]) => [number, target.pathFrom(other)]));
  const text = target.write(
    {
      ...(file !== undefined && { bot: target.pathFrom(file) }),
      ...(Object.keys(bots).length > 0 && { bots }),
      ...(family !== undefined && { channel_family: family }),
    },
    scenario,
  );
  if (text !== undefined) writeOutput(text);
  else print([`-- ${target.existing === undefined ? 'wrote' : 'added to'} ${out}: ${scenario.name}`]);
  if (file === undefined && target.existing?.bot === undefined) {
    print(['-- Name the file of the bot in it, as in "bot: lead.json": botwright test reads bots from files.']);
  }
}

/** The bots are already checked. */
function talk(bot: TestedBot, given: SimulateOptions): SimulatedChat {
  try {
    return simulate(bot, { ...given, unchecked: true });
  } catch (error) {
    if (error instanceof TypeError) throw new CommandFailure('usage', error.message, { cause: error });
    throw error;
  }
}

/** @spec RC8 */
async function readSource(file: string | undefined, onServer: BotSource | undefined): Promise<NamedText> {
  if (file !== undefined) return { name: file, text: readNamedFile(file) };
  if (onServer !== undefined) {
    const { fetchBot } = await import('../bots/fetch-bot.ts');
    return fetchBot(onServer);
  }
  throw new CommandFailure(
    'usage',
    'Say which bot: its file, as in "botwright record bots/lead.json", or --from and --bot.',
  );
}

/** @throws {CommandFailure} With each violation, if the diagram breaks a rule. */
function readBot(source: NamedText, known: ReadTestedBotOptions): TestedBot {
  const read = readTestedBot(source, known);
  if (read.ok) return read.bot;
  const lines = read.faults.map(({ code, message, place }) => {
    return `${renderPlace(place)}${code === undefined ? '' : ` ${code}`}: ${message}`;
  });
  const isBroken = read.faults.some(({ code }) => code === undefined);
  throw new CommandFailure(isBroken ? 'usage' : 'failure', lines);
}

function linkedBots(
  { linked = {}, out }: RecordOptions,
  { existing }: ScenarioTarget,
  known: ReadTestedBotOptions,
): Readonly<Record<number, TestedBot>> {
  const [given] = Object.keys(linked);
  if (given !== undefined && existing !== undefined) {
    throw new CommandFailure('usage', `Name the bots of jumps in ${out}, under "bots": it is there already.`);
  }
  const wrong = Object.keys(linked).find((number) => !/^[1-9]\d*$/.test(number));
  if (wrong !== undefined)
    throw new CommandFailure('usage', `--linked names a bot by its number, and not by "${wrong}".`);
  const folder = out === undefined ? process.cwd() : dirname(resolve(out));
  // Bots that the file of scenarios names must be in the project.
  const bounds = existing === undefined ? undefined : { within: projectFolderOf(folder, process.cwd()) };
  const named = Object.entries(existing?.bots ?? {}).map(([number, file]) => [number, resolve(folder, file)] as const);
  const read = (text: string, file: string) => readBot({ name: file, text }, known);
  return Object.fromEntries([
    ...named.map(([number, file]) => [number, read(readNamedFile(file, bounds), file)]),
    ...Object.entries(linked).map(([number, file]) => [number, read(readNamedFile(file), file)]),
  ]);
}

/** Parses a value as JSON; otherwise it is text. */
function readValue(text: string): JsonValue {
  try {
    return parseExactJson(text);
  } catch {
    return text;
  }
}
