import { Command, InvalidArgumentError } from 'commander';
import type { ChatOptions } from './chat/chat-options.ts';
import { defaultMaxConnections } from './serve/bind-server.ts';
import type { ServeOptions } from './serve/serve-options.ts';

export interface Commands {
  serve(options: ServeOptions): Promise<void>;
  chat(options: ChatOptions): Promise<void>;
}

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

/** The flags of `chat` as commander parses them. */
interface ChatFlags {
  readonly test?: true;
  readonly data: string;
  readonly config?: string;
  readonly brand?: string;
}

const afterServeHelp = `
Signals:
  SIGTERM, SIGINT        stop: finish what is being answered, then exit 0, within 10 seconds
  SIGHUP                 read the config file again

Exit codes:
  0  stopped as asked    1  port, data folder or machine    2  flags or config file

Without brands in a config file, the first start on an empty data folder makes a brand "demo"
and prints its tokens.`;

const afterChatHelp = `
The bot speaks first. Type an answer, or the number of a button; Ctrl+D ends it.
The server may run on the same folder, and need not: webhooks that a live conversation
causes are sent by the server, and nothing is sent for a test.`;

/** The commands and flags. Parsing throws commander's errors, also for `--help`. @spec SV1, SV2, SV9 */
export function createCommandLine(commands: Commands, version: string): Command {
  const program = new Command('botwright')
    .description('Build chat bots: diagrams, drafts, rules, versions, and the interfaces that serve them.')
    .version(version)
    .showHelpAfterError('(botwright --help tells more)')
    // Commands below inherit it: commander throws instead of ending the process.
    .exitOverride();
  addServe(program, commands);
  addChat(program, commands);
  return program;
}

function addServe(program: Command, commands: Commands): void {
  program
    .command('serve')
    .summary('serve the Bots API, the Platform API and APIchat from one process and one folder')
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
    .showHelpAfterError('(botwright serve --help tells more)')
    .allowExcessArguments(false)
    .action((flags: ServeFlags) =>
      commands.serve({
        host: flags.host,
        port: flags.port,
        chatPort: flags.chatPort,
        data: flags.data,
        ...(flags.config === undefined ? {} : { configFile: flags.config }),
        maxConnections: flags.maxConnections,
        hasPublicMetrics: flags.publicMetrics === true,
        isJson: flags.json === true,
      }),
    );
}

function addChat(program: Command, commands: Commands): void {
  program
    .command('chat')
    .summary('talk to a bot in the terminal')
    .description('Talks to a bot in the terminal, as a visitor would.')
    .argument('<bot>', "the bot's uuid or number")
    .option('--test', 'talk to what was deployed to the test channel, not to what visitors meet')
    .option('--data <folder>', 'data folder of the server', './.botwright')
    .option('--config <file>', 'config file of the server')
    .option('--brand <name>', 'brand of the bot, where there are several')
    .addHelpText('after', afterChatHelp)
    .showHelpAfterError('(botwright chat --help tells more)')
    .allowExcessArguments(false)
    .action((bot: string, flags: ChatFlags) =>
      commands.chat({
        bot,
        isTest: flags.test === true,
        data: flags.data,
        ...(flags.config === undefined ? {} : { configFile: flags.config }),
        ...(flags.brand === undefined ? {} : { brand: flags.brand }),
      }),
    );
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
