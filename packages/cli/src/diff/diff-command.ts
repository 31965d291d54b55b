import { type Command, Option } from 'commander';
import { addServerFlags, serverOf } from '../bots/server-flags.ts';
import type { DiffFormat, DiffOptions } from './diff.ts';

const formats: readonly DiffFormat[] = ['pretty', 'json', 'markdown'];

const afterDiffHelp = `
A bot is a file, - for standard input, or of a server: 12@draft, 12@latest, 12@<version id>,
where 12 is the number or uuid of the bot.

Examples:
  botwright diff old.json new.json
  git show main:bots/lead.json | botwright diff - bots/lead.json
  botwright diff 12@latest bots/lead.json --from https://bots.example.com/v0-alpha
  botwright diff latest draft --bot 12 --from https://bots.example.com/v0-alpha
  botwright diff old.json new.json --format markdown | gh pr comment --body-file -

The order of members is ignored. Places of blocks on the canvas count, unless
--ignore-positions is given.

Environment:
  BOTWRIGHT_URL     address for --from
  BOTWRIGHT_TOKEN   agent token
  NO_COLOR          no colours

Exit codes:
  0  the same    1  different    2  flags, or a bot that cannot be read`;

/** Adds `botwright diff`; its code is loaded when it runs. @spec DD1, DD2 */
export function addDiff(program: Command): void {
  const command = program
    .command('diff')
    .summary('show the differences between two bots')
    .description('Shows the differences between two bots: blocks, texts and connections.')
    .argument('<before>', 'the old bot')
    .argument('<after>', 'the new bot')
    .addOption(new Option('--format <name>', 'how differences are printed').choices(formats).default('pretty'))
    .option('--ignore-positions', 'blocks that only moved are the same')
    .option('--positions', 'show where each block moved to')
    .option('--bot <id>', 'bot of the server for "draft", "latest" and versions without a bot');
  addServerFlags(command)
    .addHelpText('after', afterDiffHelp)
    .action(async (before: string, after: string, flags: Omit<DiffOptions, 'before' | 'after'>) => {
      const { diff } = await import('./diff.ts');
      process.exitCode = await diff({ ...flags, ...serverOf(flags), before, after });
    });
}
