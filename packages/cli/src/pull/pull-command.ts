import type { Command } from 'commander';
import type { PullOptions } from './pull.ts';

const afterPullHelp = `
A bot with a file in the folder keeps the file, even if either is renamed; a new file is named after
the bot and its id. A file whose diagram changed since the last pull or push stays unchanged, and
the exit code is 1.

Examples:
  botwright pull --from https://bots.example.com/v0-alpha --to bots
  botwright pull 12 13 --to bots          these two, by uuid or number
  botwright pull --to bots --versions     also the versions, for a diff or a test

Environment:
  BOTWRIGHT_URL     address of the Bots API, in place of --from
  BOTWRIGHT_TOKEN   agent token
  NO_COLOR          no colours

Exit codes:
  0  done    1  a file was left, or the server fails    2  flags, or a file that is not a bot`;

/** Adds `botwright pull`; its code is loaded when it runs. @spec PU1, PU17 */
export function addPull(program: Command): void {
  program
    .command('pull')
    .summary('fetch drafts of a server into files')
    .description(
      'Fetches the drafts of bots into a folder, one file for each, in a format that changes only with the bot.',
    )
    .argument('[bots...]', 'uuids or numbers; by default all bots that are not in the trash')
    .option('--from <base_url>', 'address of the Bots API')
    .requiredOption('--to <folder>', 'folder of the files')
    .option('--versions', 'also fetch versions, into a folder next to each file')
    .option('--force', 'overwrite files with changes that were not pushed')
    .option('--dry-run', 'print the changes without making them')
    .option('--token <token>', 'agent token; better in BOTWRIGHT_TOKEN')
    .addHelpText('after', afterPullHelp)
    .action(async (bots: readonly string[], flags: Omit<PullOptions, 'bots'>) => {
      const { pull } = await import('./pull.ts');
      process.exitCode = await pull({ ...flags, bots });
    });
}
