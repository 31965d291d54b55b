import { expect, it } from 'vitest';
import { modulesLoadedBy } from '../support/modules-loaded.ts';
import { bot, folderWith } from './run-lint.ts';

it.for([
  ['lint', 'bot.json'],
  ['diff', 'bot.json', 'bot.json', '--format', 'markdown'],
  ['graph', 'bot.json', '--lint'],
])('[LC10][DD1][GR1] %j loads neither server nor store, and without a config nothing that reads one', (args) => {
  const loaded = modulesLoadedBy(folderWith({ 'bot.json': bot() }), args);
  expect(loaded.some((url) => url.includes('/packages/testing/src/files/'))).toBe(true);
  const others =
    /packages\/storage\/|sender-undici|packages\/http|packages\/runner|core\/src\/engine|pino|prom-client|valibot|node:sqlite|node:http/;
  expect(loaded.filter((url) => others.test(url))).toEqual([]);
});
