import { Command, InvalidArgumentError } from 'commander';
import type { ServeOptions } from './serve/serve-options.ts';

export interface Commands {
  serve(options: ServeOptions): Promise<void>;
}

/** What `serve` is given by commander. */
interface ServeFlags {
  readonly host: string;
  readonly port: number;
  readonly data: string;
  readonly config?: string;
  readonly publicMetrics?: true;
  readonly json?: true;
}

const afterHelp = `
Signals:
  SIGTERM, SIGINT        stop: finish what is being answered, then exit 0, within 10 seconds
  SIGHUP                 read the config file again

Exit codes:
  0  stopped as asked    1  port, data folder or machine    2  flags or config file

Without brands in a config file, the first start on an empty data folder makes a brand "demo"
and prints its token.`;

/** The commands and flags. Throws commander's errors, help among them. @spec SV1, SV2, SV9 */
export function createCommandLine(commands: Commands, version: string): Command {
  const program = new Command('botwright')
    .description('Build chat bots: diagrams, drafts, rules, versions, and the Bots API that serves them.')
    .version(version)
    .showHelpAfterError('(botwright --help tells more)')
    // Inherited by the commands below: the caller decides how the process ends.
    .exitOverride();

  program
    .command('serve')
    .summary('serve the Bots API from one process and one folder')
    .description('Serves the Bots API from one process, with everything it keeps in one folder.')
    .option('--host <address>', 'address to listen on', '127.0.0.1')
    .option('--port <number>', 'port to listen on; 0 picks a free one', parsePort, 3000)
    .option('--data <folder>', 'where everything is kept; :memory: keeps nothing', './.botwright')
    .option('--config <file>', 'JSON file with brands, tokens and limits')
    .option('--public-metrics', 'let callers from other machines read /metrics')
    .option('--json', 'when ready, print one line of JSON and nothing else')
    .addHelpText('after', afterHelp)
    .showHelpAfterError('(botwright serve --help tells more)')
    .allowExcessArguments(false)
    .action((flags: ServeFlags) =>
      commands.serve({
        host: flags.host,
        port: flags.port,
        data: flags.data,
        ...(flags.config === undefined ? {} : { configFile: flags.config }),
        hasPublicMetrics: flags.publicMetrics === true,
        isJson: flags.json === true,
      }),
    );
  return program;
}

function parsePort(text: string): number {
  const port = Number(text);
  if (!/^\d+$/.test(text) || port > 65_535) throw new InvalidArgumentError('A port is a number from 0 to 65535.');
  return port;
}
