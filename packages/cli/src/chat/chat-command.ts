import type { Command } from 'commander';
import type { ChatOptions } from './open-bot.ts';

const afterChatHelp = `
The bot speaks first. Type an answer, or the number of a button; Ctrl+D ends it.
/wait 1h 30m lets that time pass, in this terminal only.
The server may run on the same folder, and need not: webhooks that a live conversation
causes are sent by the server, and nothing is sent for a test.`;

/** Adds `botwright chat`; its code is loaded when it runs. @spec SV1, SV2 */
export function addChat(program: Command): void {
  program
    .command('chat')
    .summary('talk to a bot in the terminal')
    .description('Talks to a bot in the terminal, as a visitor would.')
    .argument('<bot>', "the bot's uuid or number")
    .option('--test', 'talk to the test deployment instead of the live version')
    .option('--skip-waits', 'end each wait of the bot when it begins')
    .option('--data <folder>', 'data folder of the server', './.botwright')
    .option('--config <file>', 'config file of the server')
    .option('--brand <name>', 'brand of the bot, if there are several')
    .addHelpText('after', afterChatHelp)
    .allowExcessArguments(false)
    .action(async (bot: string, flags: Omit<ChatOptions, 'bot'>) => {
      const { chat } = await import('./chat.ts');
      await chat({ ...flags, bot });
    });
}
