import type { Command } from 'commander';
import { CommandFailure } from '../command-failure.ts';
import type { BotSource } from './fetch-bot.ts';
import type { BotServer } from './read-bot.ts';

/** Adds the flags that name a server of bots. */
export function addServerFlags(command: Command): Command {
  return command
    .option('--from <base_url>', 'the Bots API that bots of a server are read from; or BOTWRIGHT_URL')
    .option('--token <token>', 'agent token for it; better in BOTWRIGHT_TOKEN');
}

/** Takes missing flags from the environment. */
export function serverOf({ from, token, bot }: BotServer): BotServer {
  return {
    from: from ?? (process.env['BOTWRIGHT_URL'] || undefined),
    token: token ?? process.env['BOTWRIGHT_TOKEN'],
    bot,
  };
}

/** The flags that name one bot of a server, in place of a file. */
export interface ServerBotFlags extends BotServer {
  /** Id of a version, or `latest`; absent: the draft. */
  readonly version?: string;
}

/**
 * The bot of a server that flags name. The environment names the server only of a bot that a flag names.
 *
 * @returns `undefined` when the flags name none.
 * @throws {CommandFailure} When a flag is missing.
 * @spec LC8, RC8
 */
export function botOfServer({ version, ...flags }: ServerBotFlags): BotSource | undefined {
  const { from, token, bot } = flags.bot === undefined ? flags : serverOf(flags);
  if (from !== undefined && bot !== undefined) return { from, bot, versionId: version, token };
  if (from !== undefined) throw new CommandFailure('usage', '--from needs --bot: the uuid or number of the bot.');
  if (bot !== undefined) throw new CommandFailure('usage', '--bot needs --from: the address of the Bots API.');
  if (version !== undefined) throw new CommandFailure('usage', '--version needs --from and --bot.');
  return undefined;
}
