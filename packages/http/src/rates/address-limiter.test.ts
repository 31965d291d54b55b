import { expect, it } from 'vitest';

import { addressGroup, addressLimiter } from './address-limiter.ts';

it.for([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0DB8:1:2:ffff::1', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['unix', 'unix'],
] as const)('[HT53] %s counts for %s', ([address, group]) => {
  expect(addressGroup(address)).toBe(group);
});

it('[HT53] each address has a limit of attempts, and all addresses together have another', () => {
  const limiter = addressLimiter({ perAddress: 2, inAll: 5, windowMs: 60_000 });
  const kinds = (address: string | undefined, times: number, now = 0): readonly string[] =>
    Array.from({ length: times }, () => limiter.admit(address, now).kind);
  expect(kinds('a', 3)).toEqual(['admitted', 'admitted', 'refused']);
  expect(kinds('b', 3)).toEqual(['admitted', 'admitted', 'refused']);
  expect(kinds(undefined, 2)).toEqual(['admitted', 'refused']);
  expect(limiter.admit('c', 0)).toEqual({ kind: 'refused', retryAfterMs: 60_000 });
  expect(kinds('a', 1, 59_999)).toEqual(['refused']);
  expect(kinds('a', 3, 60_000)).toEqual(['admitted', 'admitted', 'refused']);
});

it('[HT53] beyond ten thousand addresses, further ones are counted together', () => {
  const limiter = addressLimiter({ perAddress: 1 });
  for (let at = 0; at < 10_000; at += 1) expect(limiter.admit(`10.0.${at >> 8}.${at & 255}`, 0).kind).toBe('admitted');
  expect(limiter.admit('192.0.2.1', 0).kind).toBe('admitted');
  expect(limiter.admit('192.0.2.2', 0).kind).toBe('refused');
  expect(limiter.admit('192.0.2.2', 1_000).kind).toBe('admitted');
});
