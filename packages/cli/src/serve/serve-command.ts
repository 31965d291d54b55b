import { type Command, InvalidArgumentError, Option } from 'commander';
import { CommandFailure } from '../command-failure.ts';
import { defaultMaxConnections, type ServeOptions, serverRoles } from './serve-options.ts';

const afterServeHelp = `
Signals:
  SIGTERM, SIGINT        stop: finish pending requests, then exit 0, within 10 seconds
  SIGHUP                 read the config file again

Exit codes:
  0  stopped as asked    1  port, data folder or machine    2  flags or config file

Without brands in a config file, the first start on an empty data folder or database makes a
brand "demo" with two demo bots, and prints its tokens and a link to the console.

Any number of servers can share a database, each with a data folder of its own. All of them need
the same secret keys: give the others those of the first with --secret-keys, or name them in the
config file.

Members connect pretend Google and Calendly accounts while the server listens on a loopback
address. For real ones the config file takes "providers": {"google_sheets": {"client_id",
"client_secret"}, "calendly": {"client_id", "client_secret"}}.`;

/** Adds `botwright serve`; its code is loaded when it runs. @spec SV1, SV2, SV47, SV49, SV52, SV55, SV56 */
export function addServe(program: Command): void {
  program
    .command('serve')
    .summary('serve bots and the three interfaces')
    .description(
      'Serves the Bots API, the Platform API and APIchat, runs conversations and sends webhooks, from one process, ' +
        'with everything it keeps in one folder, or in a PostgreSQL database that many of them share.',
    )
    .option('--host <address>', 'address to listen on', '127.0.0.1')
    .option('--port <number>', 'port of the Bots and Platform APIs; 0 picks a free one', parsePort, 3000)
    .option('--chat-port <number>', 'port of APIchat; 0 picks a free one', parsePort, 3001)
    .option('--data <folder>', 'folder of the data; :memory: stores nothing', './.botwright')
    .addOption(
      new Option(
        '--database <url>',
        'PostgreSQL database for everything but the keys, such as postgres://host/name',
      ).env('BOTWRIGHT_DATABASE'),
    )
    .addOption(
      new Option('--role <role>', 'role on a shared database: answer requests, work, or both')
        .choices(serverRoles)
        .default('all'),
    )
    .option('--config <file>', 'JSON file with brands, tokens, channels and limits')
    .option('--secret-keys <file>', 'keys that encrypt secrets, as another server has them in its data folder')
    .option('--max-connections <n>', 'connections of each port at a time', parseCount, defaultMaxConnections)
    .option('--public-metrics', 'let callers from other machines read /metrics')
    .option('--audit', 'write an audit log: one line for each change by a person or by the config')
    .option('--no-demo', 'publish no demo bots at a first start')
    .option('--open', 'open the console in the browser')
    .option('--json', 'when ready, print one line of JSON and nothing else')
    .addHelpText('after', afterServeHelp)
    .allowExcessArguments(false)
    .action(async (flags: ServeOptions) => {
      if (flags.database !== undefined) requireDatabaseUrl(flags.database);
      if (flags.role !== 'all' && flags.database === undefined) {
        const message = `--role ${flags.role} needs --database: one server alone has a data folder.`;
        throw new CommandFailure('usage', message);
      }
      const { serve } = await import('./serve.ts');
      await serve(flags);
    });
}

/** A parser of commander would repeat the value, which may have a password. @spec SV48 */
function requireDatabaseUrl(text: string): void {
  if (!/^postgres(ql)?:\/\//.test(text)) {
    throw new CommandFailure('usage', '--database needs a URL that begins with postgres://.');
  }
  if (!URL.canParse(text)) {
    const escapes = 'write # as %23, / as %2F, ? as %3F and @ as %40 in a user or a password';
    throw new CommandFailure('usage', `--database begins with postgres:// but is not a URL: ${escapes}.`);
  }
}

function parsePort(text: string): number {
  const port = Number(text);
  if (!/^\d+$/.test(text) || port > 65_535) throw new InvalidArgumentError('A port is a number from 0 to 65535.');
  return port;
}

function parseCount(text: string): number {
  const count = Number(text);
  if (!/^\d+$/.test(text) || count < 1 || count > 1_000_000) {
    throw new InvalidArgumentError('A count is a number from 1 to 1000000.');
  }
  return count;
}
