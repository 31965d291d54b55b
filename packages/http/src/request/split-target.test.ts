import { expect, it } from 'vitest';
import { splitTarget } from './split-target.ts';

it.for([
  ['/v0-alpha/bots?page=1?x', '/v0-alpha/bots', 'page=1?x'],
  ['/v0-alpha/bots?', '/v0-alpha/bots', ''],
  ['/http://x', '/http://x', ''],
  ['http://acme.test/v0-alpha/bots?page=1', '/v0-alpha/bots', 'page=1'],
  ['http://acme.test', '/', ''],
  ['http://acme.test?page=1', '', 'page=1'],
  ['*', '*', ''],
  ['acme.test:443', 'acme.test:443', ''],
  ['', '', ''],
] as const)('[HT10] the target %s is split', ([target, path, query]) => {
  expect(splitTarget(target)).toEqual({ path, query });
});
