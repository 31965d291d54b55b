import { expect, it } from 'vitest';
import { acceptedTargets, blockedTargets, malformedTargets } from '../../test/forbidden-targets.ts';
import { type AddressPolicy, addressPolicy, type GuardOptions } from './address-policy.ts';
import { checkTarget } from './check-target.ts';

const closed = addressPolicy({});
const resultOf = (url: string, policy: AddressPolicy = closed): string => checkTarget(url, policy).result;

it.for(blockedTargets)('[SN16][SN17][SN18][SN19] %j is blocked', (url) => {
  expect(resultOf(url)).toBe('blocked');
});

it.for(malformedTargets)('[SN9] %j is no target', (url) => {
  expect(resultOf(url)).toBe('malformed');
});

it.for(acceptedTargets)('[SN16][SN18] %j passes the check of the URL', (url) => {
  expect(resultOf(url)).toBe('accepted');
});

it('[SN18] more than 150 ways to write a forbidden address are in the table, each once', () => {
  expect(new Set(blockedTargets).size).toBe(blockedTargets.length);
  expect(blockedTargets.length).toBeGreaterThanOrEqual(150);
});

it.for([
  ['http://127.0.0.1:3000/', { allowPrivateTargets: true }, 'accepted'],
  ['http://localhost/', { allowPrivateTargets: true }, 'accepted'],
  ['http://[fe80::1]/', { allowPrivateTargets: true }, 'accepted'],
  ['http://user@127.0.0.1/', { allowPrivateTargets: true }, 'malformed'],
  ['http://127.0.0.1/', { allowedCidrs: ['127.0.0.0/8'] }, 'accepted'],
  ['http://0x7f.1/', { allowedCidrs: ['127.0.0.1/32'] }, 'accepted'],
  ['http://[::ffff:127.0.0.1]/', { allowedCidrs: ['127.0.0.0/8'] }, 'accepted'],
  ['http://localhost/', { allowedCidrs: ['127.0.0.0/8'] }, 'accepted'],
  ['http://localhost/', { allowedCidrs: ['::1/128'] }, 'accepted'],
  ['http://localhost/', { allowedCidrs: ['10.0.0.0/8'] }, 'blocked'],
  ['http://10.1.2.3/', { allowedCidrs: ['192.168.0.0/16', '10.1.0.0/16'] }, 'accepted'],
  ['http://10.2.0.0/', { allowedCidrs: ['192.168.0.0/16', '10.1.0.0/16'] }, 'blocked'],
  ['http://[fd00:1::2]/', { allowedCidrs: ['fd00:1::/32'] }, 'accepted'],
  ['http://[fd00:2::2]/', { allowedCidrs: ['fd00:1::/32'] }, 'blocked'],
  ['http://[64:ff9b::8.8.8.8]/', { allowedCidrs: ['64:ff9b::/96'] }, 'accepted'],
  ['http://10.1.2.3/', { allowedCidrs: ['::/0'] }, 'blocked'],
  ['http://8.8.8.8/', { allowedCidrs: ['10.0.0.0/8'] }, 'accepted'],
] satisfies [string, GuardOptions, string][])('[SN19][SN23][SN24] %s with %j is %s', ([url, options, result]) => {
  expect(resultOf(url, addressPolicy(options))).toBe(result);
});

it('[SN18] the target that was checked is the one connected to, and the fragment is not sent', () => {
  expect(checkTarget('https://EXAMPLE.com./a b?c=ü#d', closed)).toEqual({
    result: 'accepted',
    target: {
      origin: 'https://example.com.',
      path: '/a%20b?c=%C3%BC',
      isTls: true,
      host: 'example.com.',
      isAddress: false,
      port: 443,
    },
  });
  expect(checkTarget('http://[2606:4700::1]:8080', closed)).toEqual({
    result: 'accepted',
    target: {
      origin: 'http://[2606:4700::1]:8080',
      path: '/',
      isTls: false,
      host: '2606:4700::1',
      isAddress: true,
      port: 8080,
    },
  });
});
