// A bot on Telegram. Get a token from @BotFather, then: TELEGRAM_TOKEN=… npm run telegram-bot
import { createEngine, permissions } from '@botwright/core';
import { conversationRunner } from '@botwright/core/runner';
import { telegram } from '@botwright/messenger-telegram';
import { sqliteStorage } from '@botwright/storage/sqlite';

const { TELEGRAM_TOKEN: token, TELEGRAM_API: apiUrl, TELEGRAM_FILE: file = 'telegram-bot.sqlite' } = process.env;
if (token === undefined) throw new Error('Set TELEGRAM_TOKEN to the token of your bot.');

const messenger = telegram({ token, ...(apiUrl !== undefined && { apiUrl }) });
const engine = createEngine({
  storage: await sqliteStorage({ file }),
  runner: conversationRunner(),
  transports: { telegram: messenger.transport },
});
await engine.configure([
  {
    name: 'tea',
    plan: 'professional',
    workspaces: [1],
    tokens: [],
    channels: [{ type: 'telegram', name: 'Telegram' }],
  },
]);
const { bots, channels, drafts, versions } = engine.as({ brand: 'tea', person: 1, workspaces: [1], permissions });

// The file keeps the bot, its customers and its messages: it is made once.
if ((await bots.list()).total === 0) {
  const { id } = await bots.create({ name: 'Tea room', channelFamily: 'telegram' });
  const buttons = [
    { id: 'green', label: 'Green' },
    { id: 'black', label: 'Black' },
  ];
  await drafts.addBlocks(id, {
    blocks: [
      { id: 'bot_start', type: 'buttons', params: { text: 'Hello @{name}! Which tea?', buttons } },
      { id: 'green', type: 'send_text', params: { text: 'Green tea, at 80 °C.' } },
      { id: 'black', type: 'send_text', params: { text: 'Black tea, with milk?' } },
    ],
    connections: [
      { sourcePath: 'bot_start', type: '$green', targetPath: 'green' },
      { sourcePath: 'bot_start', type: '$black', targetPath: 'black' },
    ],
  });
  await versions.publish(id);
}

const [channel] = (await channels.list({ type: 'telegram' })).items;
if (channel === undefined) throw new Error('The channel is missing.');

const workers = engine.startWorkers({ isAlone: true });
const stopping = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stopping.abort());
console.log('The bot is on Telegram. Ctrl+C ends it.');
await messenger.poll(
  engine,
  { brand: 'tea', channelNumber: channel.number },
  { signal: stopping.signal, onFault: console.error },
);
await workers.stop();
await engine.close();
