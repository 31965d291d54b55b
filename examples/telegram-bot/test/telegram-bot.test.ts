import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';
import { fakeBotApi, wordsOf } from '../../../packages/messenger-telegram/test/fake-bot-api.ts';
import { packageOptions } from '../../../scripts/built-for-tests.mjs';

const main = fileURLToPath(new URL('../src/main.ts', import.meta.url));
const token = '110201543:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw';
const chat = { id: 42, type: 'private' };
const from = { id: 42, first_name: 'Ann' };

it('talks on Telegram, also after a restart', { timeout: 60_000 }, async () => {
  const api = await fakeBotApi(token);
  const folder = mkdtempSync(join(tmpdir(), 'telegram-bot-'));
  let running: ChildProcess | undefined;
  onTestFinished(async () => {
    running?.kill('SIGKILL');
    await api.close();
    rmSync(folder, { recursive: true });
  });
  const env = {
    ...process.env,
    TELEGRAM_TOKEN: token,
    TELEGRAM_API: api.url,
    TELEGRAM_FILE: join(folder, 'bot.sqlite'),
  };
  const start = () => {
    const bot = spawn(process.execPath, [...packageOptions, main], { env, stdio: 'pipe' });
    running = bot;
    const said = Promise.all([text(bot.stdout), text(bot.stderr)]);
    return async () => {
      const ended = once(bot, 'exit');
      bot.kill('SIGTERM');
      expect(await ended).toEqual([0, null]);
      expect(await said).toEqual(['The bot is on Telegram. Ctrl+C ends it.\n', '']);
    };
  };
  const shown = () => api.shown.map(wordsOf);

  const stop = start();
  api.push({ message: { message_id: 1, chat, from, text: '/start' } });
  await expect.poll(shown).toEqual(['Hello Ann! Which tea?']);
  await stop();

  const stopAgain = start();
  const keyboard = api.shown[0]?.params['reply_markup'] ?? {};
  const message = { message_id: 2, chat, reply_markup: keyboard };
  api.push({ callback_query: { id: 'q1', from, data: 'p$green', message } });
  await expect.poll(shown).toEqual(['Hello Ann! Which tea?', 'Green tea, at 80 °C.']);
  await expect.poll(() => api.acknowledged).toEqual(['q1']);
  await stopAgain();
});

it('the example fits on a page', () => {
  expect(readFileSync(main, 'utf8').trimEnd().split('\n').length).toBeLessThanOrEqual(65);
});
