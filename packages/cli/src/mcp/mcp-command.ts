import type { Command } from 'commander';
import type { McpFlags } from './mcp.ts';

const afterMcpHelp = `
An assistant starts it, by the command line that you give it, and speaks the Model Context Protocol with it by standard input and output:
it reads, edits, checks, draws and tests bots. It deletes none, and calls nothing that a bot calls.
A publication needs --allow-publish, and a person who confirms it in the assistant.

Examples:
  botwright mcp bots/
  botwright mcp --url https://bots.example.com/v0-alpha

Environment:
  BOTWRIGHT_TOKEN   agent token, with --url

Exit codes:
  0  the assistant ended it    1  the server fails    2  flags`;

/** Adds `botwright mcp`; its code is loaded when it runs. @spec MC18 */
export function addMcp(program: Command): void {
  program
    .command('mcp')
    .summary('give an assistant tools for bots')
    .description('Gives an assistant tools for the bots of files, or of a server.')
    .argument('[files...]', 'files, globs and folders; by default the ones in botwright.config.json, or this folder')
    .option('--url <base_url>', 'the Bots API whose bots it works on, in place of files')
    .option('--token <token>', 'agent token for it; better in BOTWRIGHT_TOKEN')
    .option('--allow-publish', 'let it publish bots of the server, if the person confirms each publication')
    .option('--publish-untested', 'also bots without tests, or whose tests fail')
    .addHelpText('after', afterMcpHelp)
    .action(async (files: readonly string[], flags: Omit<McpFlags, 'files'>) => {
      const { serveTools } = await import('./mcp.ts');
      await serveTools({ ...flags, files });
    });
}
