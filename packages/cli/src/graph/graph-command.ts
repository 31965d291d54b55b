import { type Command, Option } from 'commander';
import { addServerFlags, serverOf } from '../bots/server-flags.ts';
import type { GraphFormat, GraphOptions } from './graph.ts';

const formats: readonly GraphFormat[] = ['svg', 'mermaid', 'dot'];
const themes: readonly GraphOptions['theme'][] = ['auto', 'light', 'dark'];

const afterGraphHelp = `
A bot is a file, - for standard input, or of a server: 12@draft, 12@latest, 12@<version id>,
where 12 is the number or uuid of the bot.

Blocks are where they are on the canvas; a bot whose blocks have no places, or lie over one
another, is laid out from left to right. Mermaid and Graphviz lay out themselves.

Examples:
  botwright graph bots/lead.json > lead.svg
  botwright graph bots/lead.json --lint --title 'Lead form' > lead.svg
  botwright graph bots/lead.json --coverage coverage.json > coverage.svg
  botwright graph bots/lead.json --diff 12@latest --from https://bots.example.com/v0-alpha > diff.svg
  botwright graph 12@draft --format dot | dot -Tpng > draft.png

Environment:
  BOTWRIGHT_URL     address for --from
  BOTWRIGHT_TOKEN   agent token

Exit codes:
  0  drawn    2  flags, or a bot that cannot be read`;

/** Adds `botwright graph`; its code is loaded when it runs. @spec GR1, GR2 */
export function addGraph(program: Command): void {
  const command = program
    .command('graph')
    .summary('draw a bot')
    .description('Draws a bot to standard output, with findings, coverage or differences.')
    .argument('<bot>', 'the bot')
    .addOption(new Option('--format <name>', 'format of the picture').choices(formats).default('svg'))
    .option('--lint', 'mark violations and lints on their blocks')
    .option('--coverage <file>', 'show the coverage in a file of "botwright test --coverage-file"')
    .option('--diff <before>', 'show the differences from another bot')
    .option('--title <text>', 'title of the picture')
    .addOption(new Option('--theme <name>', 'colours of the SVG').choices(themes).default('auto'));
  addServerFlags(command)
    .addHelpText('after', afterGraphHelp)
    .action(async (place: string, flags: Omit<GraphOptions, 'place'>) => {
      const { graph } = await import('./graph.ts');
      process.exitCode = await graph({ ...flags, ...serverOf(flags), place });
    });
}
