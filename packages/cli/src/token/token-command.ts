import { type Command, InvalidArgumentError } from 'commander';
import type { ListTokensOptions } from './list-tokens.ts';
import type { NewTokenOptions } from './new-token.ts';
import type { RevokeTokensOptions } from './revoke-tokens.ts';

const afterNewHelp = `
A token without permissions has all of them, and one without workspaces has the workspaces of its
brand. The permissions are view_bots, edit_bots, view_integrations and
edit_integrations.

Examples:
  botwright token new --name ci --permission view_bots --permission edit_bots
  export BOTWRIGHT_TOKEN=$(botwright token new --json | jq -r .token)`;

const afterRevokeHelp = `
Examples:
  botwright token revoke ci                    the one that was made with --name ci
  botwright token revoke 4f0c2a7be1d3          as "botwright token list" shows it
  botwright token revoke - < leaked-token.txt  the token itself`;

/** Adds `botwright token`; the code of each subcommand is loaded when it runs. @spec TW1, TW10 */
export function addToken(program: Command): void {
  const token = program
    .command('token')
    .summary('make, list and revoke agent tokens')
    .description('Makes, lists and revokes the agent tokens of a server, while it runs or is stopped.')
    .addHelpText(
      'after',
      '\nA token works with the next request after it was made, and no more with the next request\n' +
        'after it was revoked. Tokens of a config file are changed there.\n\n' +
        'Exit codes:\n  0  done    1  the data folder    2  flags',
    );

  add(token, 'new', 'make a token, and print it once', 'Makes an agent token and prints it: the server keeps a hash.')
    .option('--brand <name>', 'brand of the token; needed when the server has several')
    .option('--person <id>', 'whom it identifies; needed when the tokens of the brand have several', parseNumber)
    .option('--permission <name>', 'a permission in the Bots API; may be repeated', collect)
    .option('--workspace <id>', 'where; may be repeated', collectNumbers)
    .option('--name <name>', 'name, to revoke it by')
    .addHelpText('after', afterNewHelp)
    .action(async (flags: NewTokenOptions) => {
      const { newToken } = await import('./new-token.ts');
      await newToken(flags);
    });

  const about = 'Lists the agent tokens without the tokens themselves.';
  add(token, 'list', 'show the tokens, without the tokens themselves', about)
    .option('--brand <name>', 'only of this brand')
    .action(async (flags: ListTokensOptions) => {
      const { listTokens } = await import('./list-tokens.ts');
      await listTokens(flags);
    });

  add(token, 'revoke', 'stop tokens from working', 'Stops agent tokens from working: all that are named, or none.')
    .argument('<tokens...>', 'names, ids, or beginnings of ids; - reads tokens from standard input')
    .addHelpText('after', afterRevokeHelp)
    .action(async (which: readonly string[], flags: Omit<RevokeTokensOptions, 'which'>) => {
      const { revokeTokens } = await import('./revoke-tokens.ts');
      await revokeTokens({ ...flags, which });
    });
}

function add(parent: Command, name: string, summary: string, description: string): Command {
  return parent
    .command(name)
    .summary(summary)
    .description(description)
    .option('--data <folder>', 'data folder of the server', './.botwright')
    .option('--json', 'print one line of JSON and nothing else')
    .allowExcessArguments(false);
}

function parseNumber(text: string): number {
  if (!/^\d{1,15}$/.test(text)) throw new InvalidArgumentError('Expected a whole number.');
  return Number(text);
}

const collect = (text: string, before: readonly string[] = []): readonly string[] => [...before, text];

const collectNumbers = (text: string, before: readonly number[] = []): readonly number[] => [
  ...before,
  parseNumber(text),
];
