import { expect, it } from 'vitest';
import { splitUrl } from './split-url.ts';

it.for([
  ['https://acme.test/v0-alpha/bots', '/v0-alpha/bots', ''],
  ['https://acme.test:8443/v0-alpha/a%2Fb?page=1&x=?#end', '/v0-alpha/a%2Fb', 'page=1&x=?'],
  ['https://acme.test', '/', ''],
  ['https://acme.test?x=/', '/', 'x=/'],
  ['https://acme.test/#/?x', '/', ''],
] as const)('[HT49] %s is split', ([url, path, query]) => {
  expect(splitUrl(url)).toEqual({ path, query });
});
