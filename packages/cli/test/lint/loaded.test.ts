import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { script } from '../support/serve-process.ts';
import { bot, folderWith } from './run-lint.ts';

/** Prints the URL of every loaded module. */
const hooks = `
import { registerHooks } from 'node:module';
import { writeSync } from 'node:fs';
registerHooks({ load: (url, context, next) => { writeSync(2, url + '\\n'); return next(url, context); } });
`;

function loadedBy(...args: readonly string[]): readonly string[] {
  const node = ['--conditions=@botwright/source', '--import', `data:text/javascript,${encodeURIComponent(hooks)}`];
  const { stderr } = spawnSync(process.execPath, [...node, script, ...args], {
    cwd: folderWith({ 'bot.json': bot() }),
    encoding: 'utf8',
  });
  return stderr.split('\n').filter((line) => line.startsWith('file:') || line.startsWith('node:'));
}

it.for([
  ['lint', 'bot.json'],
  ['diff', 'bot.json', 'bot.json', '--format', 'markdown'],
  ['graph', 'bot.json', '--lint'],
])('[LC10][DD1][GR1] %j loads neither server nor store, and without a config nothing that reads one', (args) => {
  const loaded = loadedBy(...args);
  expect(loaded.some((url) => url.includes('/packages/testing/src/files/'))).toBe(true);
  const others =
    /packages\/storage\/|sender-undici|packages\/http|packages\/runner|core\/src\/engine|pino|prom-client|valibot|node:sqlite|node:http/;
  expect(loaded.filter((url) => others.test(url))).toEqual([]);
});
