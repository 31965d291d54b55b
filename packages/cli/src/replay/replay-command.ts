import { type Command, InvalidArgumentError, Option } from 'commander';
import { addServerFlags, serverOf } from '../bots/server-flags.ts';
import type { ReplayFormat, ReplayOptions } from './replay.ts';

const formats: readonly ReplayFormat[] = ['pretty', 'json', 'markdown', 'github'];

const afterReplayHelp = `
Conversations come from the journal of the server, which "journal" in its config switches on.
Nothing is sent anywhere, and no visitor notices.

  same            the draft says the same
  otherwise       with the first difference: the visitor's input before it, the block, both texts
  begins again    the draft's conversation ends early, and the visitor's next input begins it again
  error           the draft's conversation ends with an error
  not replayable  the journal lacks something, such as an input that was too long

Examples:
  botwright replay bots/lead.json --from https://bots.example.com/v0-alpha --bot 12
  botwright replay --bot 12 --last 200             the draft of the server
  botwright replay bots/lead.json --bot 12 --max-different 0
  botwright replay bots/lead.json --bot 12 --format markdown --no-words | gh pr comment --body-file -

"botwright record --conversation" saves one of the conversations as a scenario.

Environment:
  BOTWRIGHT_URL     address for --from
  BOTWRIGHT_TOKEN   agent token
  NO_COLOR          no colours

Exit codes:
  0  done    1  more conversations than --max-different are otherwise, begin again or end with an error
  2  flags, config, or a bot or journal that cannot be read`;

/** Adds `botwright replay`; its code is loaded when it runs. @spec JR20 */
export function addReplay(program: Command): void {
  const command = program
    .command('replay')
    .summary('repeat conversations of visitors on a draft')
    .description('Repeats the last conversations of a bot on a draft, and shows where the draft says something else.')
    .argument('[draft]', 'file of the draft; by default the draft of the server')
    .requiredOption('--bot <id>', 'uuid or number of the bot that held the conversations')
    .option('--last <count>', 'how many conversations, from 1 to 10,000', parseCount(1, 10_000), 1_000)
    .addOption(new Option('--format <name>', 'how results are printed').choices(formats).default('pretty'))
    .option('--max-different <count>', 'fail when more conversations differ', parseCount(0, 10_000))
    .option('--no-words', 'leave out what visitors and the bot said')
    .option('--config <file>', 'config file; by default botwright.config.json, here or in a folder above');
  addServerFlags(command)
    .addHelpText('after', afterReplayHelp)
    .allowExcessArguments(false)
    .action(async (draft: string | undefined, flags: Omit<ReplayOptions, 'draft'>) => {
      const { replay } = await import('./replay.ts');
      process.exitCode = await replay({ ...flags, ...serverOf(flags), bot: flags.bot, draft });
    });
}

function parseCount(least: number, most: number): (text: string) => number {
  return (text) => {
    if (!/^\d{1,5}$/.test(text) || Number(text) < least || Number(text) > most) {
      throw new InvalidArgumentError(`It is a number from ${least} to ${most.toLocaleString('en')}.`);
    }
    return Number(text);
  };
}
