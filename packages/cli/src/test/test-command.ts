import { type Command, InvalidArgumentError, Option } from 'commander';
import { addSelectionFlags } from './selection.ts';
import { type TestOptions, testFormats } from './test-options.ts';

const afterTestHelp = `
A file of scenarios names its bot, and says what a visitor does and what the bot has to do:

  bot: lead.json
  scenarios:
    - name: Ann leaves her number
      steps:
        - bot: What is your name?
        - visitor: Ann
        - bot: { contains: number }
        - visitor: +1 202 555 0123
        - ends_at: bye

The clock, ids and answers of webhooks are those of the scenario: nothing is sent anywhere.

Examples:
  botwright test                                  every *.scenarios.yaml, .yml and .json below this folder
  botwright test bots/lead.scenarios.yaml -t Ann  scenarios with "Ann" in their name
  botwright test --coverage --min-coverage 80     a table of what was missed, and a bound
  botwright test bots/ --watch                    again whenever a scenario or a bot changes
  botwright test --generate bots/                 scenarios for bots that have none, to be edited
  botwright test --mutate --min-score 80          what scenarios notice when the bot is wrong
  botwright test --visitors 10000 bots/           people who type anything, for errors and dead ends
  botwright test --format junit > report.xml      for the test reports of a CI server
  botwright test --format html > report.html      failed scenarios step by step, on the picture of the bot
  botwright test --tag smoke --server https://chat.example.com --bot 12 --retries 2
                                                  with the published bot, as a visitor of its web chat

Without files it runs those that botwright.config.json names:
  { "scenarios": ["bots"], "min_coverage": 80 }

Environment:
  NO_COLOR   no colours

Exit codes:
  0  all passed    1  a scenario failed, a bot breaks a rule, or too little is covered or noticed,
     or visitors found a fault
  2  flags, config or unreadable input`;

/** Adds `botwright test`; its code is loaded when it runs. @spec TC1, TC10 */
export function addTest(program: Command): void {
  const command = program
    .command('test')
    .summary('run scripted conversations with bots')
    .description('Runs scenarios: conversations with bots in files, compared with what the bots should say and do.')
    .argument('[files...]', 'files of scenarios, globs and folders; with --generate and --visitors, of bots')
    .addOption(new Option('--format <name>', 'how results are printed').choices(testFormats).default('pretty'));
  addSelectionFlags(command)
    .option('--bail', 'run nothing more after the first failure')
    .option('--coverage', 'print which blocks and outputs were missed')
    .option(
      '--min-coverage <percent>',
      'fail when less is covered of the blocks or outputs of a bot, or of all',
      parsePercent,
    )
    .option('--coverage-file <file>', 'write what was covered as JSON, for botwright graph --coverage')
    .option('--generate', 'write scenarios next to each bot that has none; nothing is overwritten')
    .option('--mutate', 'change each bot in one place at a time, and tell which changes no scenario notices')
    .option(
      '--min-score <percent>',
      'with --mutate: fail when scenarios notice less of the changes of a bot',
      parsePercent,
    )
    .option('--picture <file>', 'with --mutate: draw what no scenario notices, as .svg, .mmd or .dot')
    .option('--visitors <count>', 'let random visitors talk to each bot, and run no scenarios', parseVisitors)
    .option('--seed <number>', 'with --visitors: other visitors (default: 1)', parseSeed)
    .option('--write', 'with --mutate or --visitors: write scenarios next to each bot; nothing is overwritten')
    .option('--watch', 'run again when a scenario or a bot changes; q ends it')
    .option('--config <file>', 'config file; by default botwright.config.json, here or in a folder above')
    .option('--family <name>', 'channel family of bots whose file does not say it (default: native)')
    .option('--verbose', 'list the scenarios that passed, too')
    .addHelpText('after', afterTestHelp)
    .action(async (files: readonly string[], flags: Omit<TestOptions, 'files'>) => {
      const { test } = await import('./test.ts');
      process.exitCode = await test({ ...flags, files });
    });
}

function parseVisitors(text: string): number {
  if (!/^\d{1,7}$/.test(text) || Number(text) < 1 || Number(text) > mostVisitors) {
    throw new InvalidArgumentError(`A number of visitors is a whole number from 1 to ${mostVisitors}.`);
  }
  return Number(text);
}

const mostVisitors = 1_000_000;

function parseSeed(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError('A seed is a whole number from 0 to 999999999.');
  return Number(text);
}

function parsePercent(text: string): number {
  if (!/^\d{1,3}(\.\d+)?$/.test(text) || Number(text) > 100) {
    throw new InvalidArgumentError('A share is a number from 0 to 100.');
  }
  return Number(text);
}
