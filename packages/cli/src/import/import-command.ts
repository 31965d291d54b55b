import { type Command, Option } from 'commander';
import type { ImportFlags, ImportFormat } from './import.ts';

const formats: readonly ImportFormat[] = ['pretty', 'json', 'markdown'];

const afterImportHelp = `
Systems:
  typebot        exports of Typebot, versions 3 to 6
  landbot        diagrams of Landbot in their form of 2017
  dialogflow-cx  exported agents of Dialogflow CX: the zip, or its folder
  rasa           assistants of Rasa with flows (CALM): the folder
  botpress       exports of Botpress v12: a folder, a zip or a .tgz
  composer       bots of the Bot Framework Composer: a folder or a zip

Test cases become scenarios, which "botwright test" runs.

Every difference has a line: "changed" says before and after, "lost" what visitors miss. The bots are
written as "botwright lint" and "botwright push --create" read them, one file a bot.

Examples:
  botwright import lead-scoring.json
  botwright import exports/ --out bots/ --report import.json
  botwright import agent.zip --dry-run
  botwright import my-assistant/ --from rasa
  botwright import support.tgz --from botpress
  botwright import lead-scoring.json --format markdown --strict

Exit codes:
  0  imported    1  with --strict: something is lost; or a file exists    2  flags, or nothing could be read`;

/** Adds `botwright import`; its code is loaded when it runs. @spec IM30 */
export function addImport(program: Command): void {
  program
    .command('import')
    .summary('make bots of files of other systems')
    .description('Makes bots of files of other systems, and reports each difference.')
    .argument('<files...>', 'files, zips, globs and folders')
    .option('--from <system>', 'the system of the files; by default the one that they resemble')
    .option('--family <name>', 'channel family of the bots', 'native')
    .option('--out <folder>', 'folder of the written bots', 'bots')
    .option('--report <file>', 'write the whole report, as JSON')
    .addOption(new Option('--format <name>', 'how the differences are printed').choices(formats).default('pretty'))
    .option('--strict', 'fail if something is lost')
    .option('--dry-run', 'print the differences without writing a file')
    .option('--force', 'overwrite files')
    .addHelpText('after', afterImportHelp)
    .action(async (files: readonly string[], flags: Omit<ImportFlags, 'files'>) => {
      const { importFiles } = await import('./import.ts');
      process.exitCode = await importFiles({ ...flags, files });
    });
}
