import { expect, it } from 'vitest';
import { belowPrefix } from './below-prefix.ts';

it.each([
  ['', '/v0-alpha/bots', '/v0-alpha/bots'],
  ['/', '/v0-alpha/bots', '/v0-alpha/bots'],
  ['/behind', '/behind/v0-alpha/a%2Fb', '/v0-alpha/a%2Fb'],
  ['/behind/', '/behind/v0-alpha', '/v0-alpha'],
  ['/Behind', '/behind/v0-alpha', '/v0-alpha'],
  ['/of/:brand', '/of/a%2Fcme/v0-alpha/bots/', '/v0-alpha/bots/'],
  ['/behind', '/behind', '/'],
  ['/of/:brand', '/of', '/'],
])('[HA1] below "%s", %s is %s', (prefix, path, below) => {
  expect(belowPrefix(prefix, path)).toBe(below);
});
