import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { script } from '../support/serve-process.ts';
import { bot, folderWith } from './run-lint.ts';

/** Prints the address of every module that is loaded. */
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

it('[LC10] lint loads neither server nor store, and without a config nothing that reads one', () => {
  const loaded = loadedBy('lint', 'bot.json');
  expect(loaded.some((url) => url.includes('/packages/testing/src/files/'))).toBe(true);
  const others =
    /storage-sqlite|sender-undici|packages\/http|packages\/runner|core\/src\/engine|pino|prom-client|valibot|node:sqlite|node:http/;
  expect(loaded.filter((url) => others.test(url))).toEqual([]);
});
