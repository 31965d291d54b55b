import { type Command, InvalidArgumentError } from 'commander';
import { defaultMaxConnections } from './serve-options.ts';

/** The flags of `serve` as commander parses them. */
interface ServeFlags {
  readonly host: string;
  readonly port: number;
  readonly chatPort: number;
  readonly data: string;
  readonly config?: string;
  readonly maxConnections: number;
  readonly publicMetrics?: true;
  readonly json?: true;
}

const afterServeHelp = `
Signals:
  SIGTERM, SIGINT        stop: finish what is being answered, then exit 0, within 10 seconds
  SIGHUP                 read the config file again

Exit codes:
  0  stopped as asked    1  port, data folder or machine    2  flags or config file

Without brands in a config file, the first start on an empty data folder makes a brand "demo"
and prints its tokens.`;

/** Adds `botwright serve`, which is loaded when it runs. @spec SV1, SV2 */
export function addServe(program: Command): void {
  program
    .command('serve')
    .summary('serve bots and the three interfaces')
    .description(
      'Serves the Bots API, the Platform API and APIchat, runs conversations and sends webhooks, from one process, ' +
        'with everything it keeps in one folder.',
    )
    .option('--host <address>', 'address to listen on', '127.0.0.1')
    .option('--port <number>', 'port of the Bots and Platform APIs; 0 picks a free one', parsePort, 3000)
    .option('--chat-port <number>', 'port of APIchat; 0 picks a free one', parsePort, 3001)
    .option('--data <folder>', 'where everything is kept; :memory: keeps nothing', './.botwright')
    .option('--config <file>', 'JSON file with brands, tokens, channels and limits')
    .option('--max-connections <n>', 'connections of each port at a time', parseCount, defaultMaxConnections)
    .option('--public-metrics', 'let callers from other machines read /metrics')
    .option('--json', 'when ready, print one line of JSON and nothing else')
    .addHelpText('after', afterServeHelp)
    .allowExcessArguments(false)
    .action(async (flags: ServeFlags) => {
      const { serve } = await import('./serve.ts');
      await serve({
        host: flags.host,
        port: flags.port,
        chatPort: flags.chatPort,
        data: flags.data,
        ...(flags.config === undefined ? {} : { configFile: flags.config }),
        maxConnections: flags.maxConnections,
        hasPublicMetrics: flags.publicMetrics === true,
        isJson: flags.json === true,
      });
    });
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
