import type { Command } from 'commander';
import type { BotServer } from './read-bot.ts';

/** The values of `--from` and `--token`. */
export interface ServerFlags {
  readonly from?: string;
  readonly token?: string;
  readonly bot?: string;
}

/** Adds the flags that name a server of bots. */
export function addServerFlags(command: Command): Command {
  return command
    .option('--from <base_url>', 'the Bots API that bots of a server are read from; or BOTWRIGHT_URL')
    .option('--token <token>', 'agent token for it; better in BOTWRIGHT_TOKEN');
}

/** Takes missing flags from the environment; the address only if the command reads a bot of a server. */
export function serverOf({ from, token, bot }: ServerFlags): BotServer {
  const usedFrom = from ?? (process.env['BOTWRIGHT_URL'] || undefined);
  const usedToken = token ?? process.env['BOTWRIGHT_TOKEN'];
  return {
    ...(usedFrom !== undefined && { from: usedFrom }),
    ...(usedToken !== undefined && { token: usedToken }),
    ...(bot !== undefined && { bot }),
  };
}
