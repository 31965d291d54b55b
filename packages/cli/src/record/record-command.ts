import { type Command, InvalidArgumentError } from 'commander';
import type { RecordOptions } from './record.ts';

type Pairs = Readonly<Record<string, string>>;

const afterRecordHelp = `
The bot speaks first. Type an answer, or the number of a button. Nothing is sent anywhere:
if the bot calls a webhook or waits for a booking, you type the outcome.
/help lists the commands; /end or Ctrl+D ends the conversation, which becomes a scenario.

Examples:
  botwright record bots/lead.json                                    prints the scenario
  botwright record bots/lead.json --out bots/lead.scenarios.yaml     writes it, or adds it
  botwright record bots/lead.json --field tier=gold --name "Gold customer"
  botwright record --from https://bots.example.com/v0-alpha --bot 12
  botwright record bots/lead.json < typed.txt > lead.scenarios.yaml  lines that were typed before
  botwright record --from https://bots.example.com/v0-alpha --bot 12 --conversation 345

Environment:
  BOTWRIGHT_URL     address for --bot, in place of --from
  BOTWRIGHT_TOKEN   agent token

Exit codes:
  0  done    1  the bot breaks a rule, or a file cannot be written    2  flags, config or unreadable input
  130  ended by Ctrl+C: nothing is written`;

/** Adds `botwright record`; its code is loaded when it runs. @spec RC1, RC9 */
export function addRecord(program: Command): void {
  program
    .command('record')
    .summary('talk to a bot, and save the conversation as a scenario')
    .description('Talks to a bot in the terminal, and makes a scenario for botwright test of the conversation.')
    .argument('[bot]', 'file of the bot')
    .option('--out <file>', 'file of scenarios to write, or to add the scenario to (.yaml, .yml or .json)')
    .option('--name <name>', 'name of the scenario')
    .option('--field <name=value>', 'a Field that the customer has before; may be repeated', parsePair('tier=gold'))
    .option('--linked <number=file>', 'bot that jumps to this number go to; may be repeated', parsePair('2=other.json'))
    .option('--now <time>', 'when the conversation begins, such as 2026-03-01T09:00:00Z')
    .option('--config <file>', 'config file; by default botwright.config.json, here or in a folder above')
    .option('--family <name>', 'channel family of a bot whose file does not say it (default: native)')
    .option('--from <base_url>', 'talk to a bot of a server, by its Bots API')
    .option('--bot <id>', 'uuid or number of the bot, with --from')
    .option('--version <id>', 'a version, or "latest", in place of the draft')
    .option(
      '--conversation <id>',
      'save a conversation of the journal: number of the customer, or a name of botwright replay',
    )
    .option('--token <token>', 'agent token for --from; better in BOTWRIGHT_TOKEN')
    .addHelpText('after', afterRecordHelp)
    .allowExcessArguments(false)
    .action(async (file: string | undefined, flags: Omit<RecordOptions, 'file'>) => {
      const { record } = await import('./record.ts');
      process.exitCode = await record({ ...flags, file });
    });
}

function parsePair(example: string): (text: string, before?: Pairs) => Pairs {
  return (text, before = {}) => {
    const [, name, value] = /^([^=]+)=(.*)$/su.exec(text) ?? [];
    if (name === undefined || value === undefined) throw new InvalidArgumentError(`Write it as in ${example}.`);
    return { ...before, [name]: value };
  };
}
