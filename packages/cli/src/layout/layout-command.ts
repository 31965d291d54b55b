import type { Command } from 'commander';
import type { LayoutOptions } from './layout.ts';

const afterLayoutHelp = `
Every block gets a place in columns from left to right, so that none covers another. Nothing else of
a file changes, neither its order nor its indentation. The same bot always gets the same places.

Examples:
  botwright layout bots/lead.json
  botwright layout bots/ --check           in CI: fails if a bot is not laid out

Exit codes:
  0  laid out    1  with --check: a bot is not laid out    2  flags, or a file that is not a bot`;

/** Adds `botwright layout`; its code is loaded when it runs. @spec GR7, GR8 */
export function addLayout(program: Command): void {
  program
    .command('layout')
    .summary('place the blocks of bots')
    .description('Places the blocks of bots in files from left to right.')
    .argument('<files...>', 'files, globs or folders')
    .option('--check', 'write nothing, and fail if a bot is not laid out')
    .addHelpText('after', afterLayoutHelp)
    .action(async (files: readonly string[], flags: Omit<LayoutOptions, 'files'>) => {
      const { layout } = await import('./layout.ts');
      process.exitCode = await layout({ ...flags, files });
    });
}
