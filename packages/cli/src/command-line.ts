import { Command } from 'commander';
import { addChat } from './chat/chat-command.ts';
import { addDiff } from './diff/diff-command.ts';
import { addGraph } from './graph/graph-command.ts';
import { addImport } from './import/import-command.ts';
import { addLayout } from './layout/layout-command.ts';
import { addLint } from './lint/lint-command.ts';
import { addMcp } from './mcp/mcp-command.ts';
import { printable } from './printing/printable.ts';
import { addPublish } from './publish/publish-command.ts';
import { addPull } from './pull/pull-command.ts';
import { addPush } from './push/push-command.ts';
import { addRecord } from './record/record-command.ts';
import { addReplay } from './replay/replay-command.ts';
import { addSchema } from './schema/schema-command.ts';
import { addServe } from './serve/serve-command.ts';
import { addTest } from './test/test-command.ts';
import { addToken } from './token/token-command.ts';

const afterHelp = `
Examples:
  botwright lint bots/                     broken rules and probable mistakes
  botwright test bots/ --coverage          run the scenarios of all bots
  botwright graph bots/lead.json > lead.svg
  botwright serve                          a server with its data in ./.botwright

"botwright <command> --help" explains a command, with examples and exit codes.`;

/**
 * The commands and flags. The code of a command is loaded when it runs, so that each loads only its needs. Parsing
 * throws commander's errors, also for `--help`.
 *
 * @spec SV1, SV2, SV9
 */
export function createCommandLine(version: string): Command {
  const program = new Command('botwright')
    .description('Build chat bots: diagrams, drafts, rules, versions, and the interfaces that serve them.')
    .version(version)
    // A command may repeat a flag of the program, such as --version.
    .enablePositionalOptions()
    // Subcommands inherit it: commander throws instead of ending the process.
    .exitOverride();
  program.commandsGroup('Bots in files:');
  addLint(program);
  addTest(program);
  addRecord(program);
  addDiff(program);
  addGraph(program);
  addLayout(program);
  addImport(program);
  addSchema(program);
  addMcp(program);
  program.commandsGroup('Bots of a server:');
  addPull(program);
  addPush(program);
  addPublish(program);
  addReplay(program);
  program.commandsGroup('The server:');
  addServe(program);
  addChat(program);
  addToken(program);
  program.commandsGroup('Help:').helpCommand(true).addHelpText('after', afterHelp);
  for (const command of withParts(program)) {
    command.configureOutput({ outputError: (message, write) => write(usageError(command, message)) });
  }
  return program;
}

/** A command with its subcommands, such as `token new`. */
function withParts(command: Command): readonly Command[] {
  return [command, ...command.commands.flatMap(withParts)];
}

/** The problem of the flags, in one line: commander writes its suggestion in a second line. */
function usageError(command: Command, message: string): string {
  const name = nameOf(command);
  const problem = message
    .trim()
    .replace(/^error: /, '')
    .replaceAll(/\s*\n\s*/g, ' ');
  return `${name}: ${printable(problem)} (see ${name} --help)\n`;
}

function nameOf(command: Command): string {
  return command.parent === null ? command.name() : `${nameOf(command.parent)} ${command.name()}`;
}
