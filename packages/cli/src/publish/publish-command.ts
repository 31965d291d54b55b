import type { Command } from 'commander';
import type { PublishOptions } from './publish-options.ts';

const afterPublishHelp = `
What is published is what the file has: a draft that says something else is not published, so push
the file first. A bot whose latest version says the same is left as it is.

Examples:
  botwright push bots/ && botwright publish bots/ --label "$(git rev-parse --short HEAD)"
  botwright publish bots/ --dry-run       whether the server would take them

Environment:
  BOTWRIGHT_URL     address of the Bots API, in place of --to
  BOTWRIGHT_TOKEN   agent token
  NO_COLOR          no colours

Exit codes:
  0  done    1  a bot was not published, or the server fails    2  flags, or a file that is no bot`;

/** Adds `botwright publish`; its code is loaded when it runs. @spec PU11, PU17 */
export function addPublish(program: Command): void {
  program
    .command('publish')
    .summary('publish bots that were pushed')
    .description('Publishes bots of files that were pushed, and says at the lines of the file what breaks the rules.')
    .argument('[files...]', 'files, globs and folders; by default those of botwright.config.json')
    .option('--to <base_url>', 'address of the Bots API')
    .option('--label <text>', 'label of the new versions')
    .option('--force', 'publish bots whose latest version says the same, too')
    .option('--dry-run', 'say what would be done')
    .option('--token <token>', 'agent token; better in BOTWRIGHT_TOKEN')
    .addHelpText('after', afterPublishHelp)
    .action(async (files: readonly string[], flags: Omit<PublishOptions, 'files'>) => {
      const { publish } = await import('./publish.ts');
      process.exitCode = await publish({ ...flags, files });
    });
}
