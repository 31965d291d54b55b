import type { RunScenarioFilesOptions } from '@botwright/testing/scenario-files';
import { type Command, InvalidArgumentError } from 'commander';
import { CommandFailure } from '../command-failure.ts';

/** The flags of `botwright test` that choose scenarios and their bot. */
export interface SelectionOptions {
  /** Source of a regular expression that selects scenarios by name. */
  readonly name?: string;
  /** Scenarios with one of these tags; without the tags after `!`. */
  readonly tag?: readonly string[];
  readonly shard?: { readonly number: number; readonly count: number };
  /** Default: whether a CI server runs the command. */
  readonly forbidOnly?: boolean;
  /** The address of a server; its bot is tested in place of the files. */
  readonly server?: string;
  /** The number of the bot on the server. */
  readonly bot?: number;
  /** How often a failed scenario is repeated with a server. */
  readonly retries?: number;
}

const mostRetries = 10;
const mostShards = 1_000;

/** @spec SF7, SF8, SF9, SF20, SF24 */
export function addSelectionFlags(command: Command): Command {
  return command
    .option('-t, --name <pattern>', 'run scenarios whose name this regular expression matches')
    .option(
      '--tag <tag>',
      'run scenarios with this tag, or with one of several; !tag runs those without it',
      (tag: string, others: readonly string[] = []) => [...others, tag],
    )
    .option('--shard <part>', 'run one part of the scenarios, such as 1/4', parseShard)
    .option('--forbid-only', 'refuse scenarios with "only"; the default where CI is set')
    .option('--no-forbid-only', 'allow them there, too')
    .option('--server <url>', 'talk to the published bot of this server, as a visitor of its web chat; with --bot')
    .option('--bot <number>', 'its number', parseNumber(1, Number.MAX_SAFE_INTEGER))
    .option('--retries <count>', 'with --server: repeat a failed scenario so often', parseNumber(0, mostRetries));
}

/** @throws {CommandFailure} When the pattern is malformed. */
export function selectionOf({ name, tag = [], shard, forbidOnly }: SelectionOptions): Partial<RunScenarioFilesOptions> {
  const pattern = name === undefined ? undefined : readPattern(name);
  const without = tag.flatMap((each) => (each.startsWith('!') ? [each.slice(1)] : []));
  const wanted = tag.filter((each) => !each.startsWith('!'));
  return {
    isWanted: (scenario, tags) =>
      pattern?.test(scenario) !== false &&
      !without.some((each) => tags.includes(each)) &&
      (wanted.length === 0 || wanted.some((each) => tags.includes(each))),
    forbidsOnly: forbidOnly ?? isContinuousIntegration(process.env['CI']),
    ...(shard && { shard }),
  };
}

/** Whether only a part of the scenarios runs: a bound of the config does not apply then. @spec TC5 */
export function isSelection({ name, tag, shard, server }: SelectionOptions): boolean {
  return [name, tag, shard, server].some((each) => each !== undefined);
}

/** @throws {CommandFailure} Names the flag that needs another one. @spec SF20, SF24 */
export function refuseLoneFlags({ server, bot, retries }: SelectionOptions): void {
  const fault =
    server === undefined
      ? bot !== undefined
        ? '--bot needs --server: the address of the server.'
        : retries !== undefined && '--retries needs --server: in files a scenario always ends in the same way.'
      : bot === undefined && '--server needs --bot: the number of the bot.';
  if (fault !== false) throw new CommandFailure('usage', fault);
}

function isContinuousIntegration(value: string | undefined): boolean {
  return value !== undefined && !['', '0', 'false'].includes(value);
}

function readPattern(source: string): RegExp {
  try {
    return new RegExp(source, 'u');
  } catch {
    throw new CommandFailure('usage', `--name is a regular expression, and "${source}" is none.`);
  }
}

function parseShard(text: string): SelectionOptions['shard'] {
  const [, number, count] = /^(\d{1,4})\/(\d{1,4})$/.exec(text)?.map(Number) ?? [];
  if (number === undefined || count === undefined || number < 1 || number > count || count > mostShards) {
    throw new InvalidArgumentError(
      `The part is a number and a count, such as 1/4; the count is at most ${mostShards}.`,
    );
  }
  return { number, count };
}

function parseNumber(least: number, most: number) {
  return (text: string): number => {
    const number = Number(text);
    if (!/^\d{1,16}$/.test(text) || number < least || number > most) {
      throw new InvalidArgumentError(
        most === Number.MAX_SAFE_INTEGER
          ? 'The number of a bot is a whole number from 1.'
          : `Expected a number from ${least} to ${most}.`,
      );
    }
    return number;
  };
}
