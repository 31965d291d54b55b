import { type Command, InvalidArgumentError, Option } from 'commander';
import { endProcess } from '../printing/end-process.ts';
import type { LintFormat, LintOptions } from './lint.ts';

const formats: readonly LintFormat[] = ['pretty', 'json', 'sarif', 'junit', 'github', 'markdown'];

const afterLintHelp = `
A bot file holds a diagram, {"diagram": …}, or the output of "botwright pull".

Examples:
  botwright lint bots/                                   every bot below a folder
  botwright lint 'bots/**/*.json' --max-warnings 0       warnings fail, too
  botwright lint bots/ --rule dead-end=error --rule unused-field=off
  botwright lint bots/ --format github                   annotations in a pull request
  botwright lint --from https://bots.example.com/v0-alpha --bot 12

Without files it checks the files that botwright.config.json names:
  { "files": ["bots"], "family": "native", "rules": { "unused-field": "off" }, "max_warnings": 0 }

Environment:
  BOTWRIGHT_URL     address for --bot, in place of --from
  BOTWRIGHT_TOKEN   agent token
  NO_COLOR          no colours

Exit codes:
  0  clean    1  an error, or too many warnings    2  flags, config or unreadable input`;

/** Adds `botwright lint`; its code is loaded when it runs. @spec LC1, LC10 */
export function addLint(program: Command): void {
  program
    .command('lint')
    .summary('check bots by the rules of publication')
    .description('Checks bots in files for broken rules of publication and for probable mistakes.')
    .argument('[files...]', 'files, globs and folders; - reads standard input')
    .addOption(new Option('--format <name>', 'how findings are printed').choices(formats).default('pretty'))
    .option('--rule <code=level>', 'off, warn or error for a rule; may be repeated', parseRule)
    .option('--config <file>', 'config file; by default botwright.config.json, here or in a folder above')
    .option('--max-warnings <n>', 'fail on more warnings than this', parseCount)
    .option('--family <name>', 'channel family of bots whose file does not say it (default: native)')
    .option('--fix', 'correct findings in the files that have only one correction')
    .option('--from <base_url>', 'check a bot of a server, by its Bots API')
    .option('--bot <id>', 'uuid or number of the bot, with --from')
    .option('--version <id>', 'a version, or "latest", in place of the draft')
    .option('--token <token>', 'agent token for --from; better in BOTWRIGHT_TOKEN')
    .option('--verbose', 'name the files in folders that have no bot')
    .addHelpText('after', afterLintHelp)
    .action(async (files: readonly string[], flags: Omit<LintOptions, 'files' | 'toolVersion'>) => {
      const { lint } = await import('./lint.ts');
      endProcess(await lint({ ...flags, files, toolVersion: program.version() ?? '' }));
    });
}

function parseRule(text: string, before: Readonly<Record<string, string>> = {}): Readonly<Record<string, string>> {
  const [, code, level] = /^([^=]+)=(off|warn|error)$/.exec(text) ?? [];
  if (code === undefined || level === undefined) {
    throw new InvalidArgumentError('A rule is set as in dead-end=error: to off, warn or error.');
  }
  return { ...before, [code]: level };
}

function parseCount(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError('A count is a number from 0.');
  return Number(text);
}
