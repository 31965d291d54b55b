import type { Command } from 'commander';
import type { PublishOptions } from './publish.ts';

const afterPublishHelp = `
It publishes the content of the file. A draft with other content is not published, so push the file
first. A bot whose latest version has the same content stays unchanged.

Examples:
  botwright push bots/ && botwright publish bots/ --label "$(git rev-parse --short HEAD)"
  botwright publish bots/ --dry-run       whether the server would take them

Environment:
  BOTWRIGHT_URL     address of the Bots API, in place of --to
  BOTWRIGHT_TOKEN   agent token
  NO_COLOR          no colours

Exit codes:
  0  done    1  a bot was not published, or the server fails    2  flags, or a file that is not a bot`;

/** Adds `botwright publish`; its code is loaded when it runs. @spec PU11, PU17 */
export function addPublish(program: Command): void {
  program
    .command('publish')
    .summary('publish bots that were pushed')
    .description('Publishes bots of pushed files, and shows broken rules at the lines of the file.')
    .argument('[files...]', 'files, globs and folders; by default the ones in botwright.config.json')
    .option('--to <base_url>', 'address of the Bots API')
    .option('--label <text>', 'label of the new versions')
    .option('--policy <policy>', 'conversations under way move to the new version (default), or finish on theirs')
    .option('--days <number>', 'with --policy finish: the most days, 1 to 30; by default 7')
    .option('--force', 'also publish bots whose latest version has the same content')
    .option('--dry-run', 'print the changes without making them')
    .option('--token <token>', 'agent token; better in BOTWRIGHT_TOKEN')
    .addHelpText('after', afterPublishHelp)
    .action(async (files: readonly string[], flags: Omit<PublishOptions, 'files'>) => {
      const { publish } = await import('./publish.ts');
      process.exitCode = await publish({ ...flags, files });
    });
}
