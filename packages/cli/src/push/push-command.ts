import { type Command, InvalidArgumentError } from 'commander';
import type { PushOptions } from './push.ts';

const afterPushHelp = `
A draft that changed on the server since it was pulled is not overwritten: pull it, or see what
changed with "botwright diff". A draft may break rules; they are printed, and prevent only
"botwright publish". After a push the file has the stored draft, in the format of pull.

Examples:
  botwright push bots/ --to https://bots.example.com/v0-alpha
  botwright push bots/lead-form-8d3f0a1c.json --dry-run
  botwright push new-bot.json --create

Environment:
  BOTWRIGHT_URL     address of the Bots API, in place of --to
  BOTWRIGHT_TOKEN   agent token
  NO_COLOR          no colours

Exit codes:
  0  done    1  a draft was not written, or the server fails    2  flags, or a file that is not a bot`;

/** Adds `botwright push`; its code is loaded when it runs. @spec PU7, PU17 */
export function addPush(program: Command): void {
  program
    .command('push')
    .summary('put bots of files into the drafts of a server')
    .description('Puts bots of files into the drafts of a server, and overwrites nothing that changed there.')
    .argument('[files...]', 'files, globs and folders; by default the ones in botwright.config.json')
    .option('--to <base_url>', 'address of the Bots API')
    .option('--force', 'overwrite drafts that changed on the server')
    .option('--create', 'create a bot for a file that names none')
    .option('--workspace <id>', 'workspace of created bots; needed when the token has several', parseWorkspace)
    .option('--dry-run', 'print the changes without making them')
    .option('--token <token>', 'agent token; better in BOTWRIGHT_TOKEN')
    .addHelpText('after', afterPushHelp)
    .action(async (files: readonly string[], flags: Omit<PushOptions, 'files'>) => {
      const { push } = await import('./push.ts');
      process.exitCode = await push({ ...flags, files });
    });
}

function parseWorkspace(text: string): number {
  if (!/^\d{1,15}$/.test(text)) throw new InvalidArgumentError('Expected a whole number.');
  return Number(text);
}
