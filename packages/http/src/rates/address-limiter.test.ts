import { expect, it } from 'vitest';

import { addressGroup, addressLimiter } from './address-limiter.ts';

it.for([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['::FFFF:cb00:7107', '203.0.113.7'],
  ['0:0:0:0:0:ffff:203.0.113.7', '203.0.113.7'],
  ['64:ff9b::203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:0::/56'],
  ['2001:db8:1:ff::1', '2001:db8:1:0::/56'],
  ['2001:0DB8:0001:01ab:ffff::1', '2001:db8:1:100::/56'],
  ['2001:db8:1:ff00::', '2001:db8:1:ff00::/56'],
  ['2001:db8::1', '2001:db8:0:0::/56'],
  ['fe80::1%eth0', 'fe80:0:0:0::/56'],
  ['::1', '0:0:0:0::/56'],
  ['unix', 'unix'],
] as const)('[HT53][HT70] %s counts for %s', ([address, group]) => {
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

it('[HT53][HT71] beyond ten thousand addresses, further ones are counted by their networks', () => {
  const limiter = addressLimiter({ perAddress: 1 });
  const kindOf = (address: string, now = 0): string => limiter.admit(address, now).kind;
  const address = (at: number): string => `2001:db8:${(at >> 8).toString(16)}:${((at & 255) << 8).toString(16)}::1`;
  for (let at = 0; at < 10_000; at += 1) expect(kindOf(address(at))).toBe('admitted');
  expect([10_000, 10_001].map((at) => kindOf(address(at)))).toEqual(['admitted', 'refused']);
  const others = ['192.0.2.1', '192.0.2.2', '198.51.100.1', '2001:db9::1', '2001:db9:7::1'].map((each) => kindOf(each));
  expect(others).toEqual(['admitted', 'refused', 'admitted', 'admitted', 'refused']);
  expect(kindOf('192.0.2.2', 1_000)).toBe('admitted');
});

it('[HT53][HT71] beyond ten thousand networks, further ones are counted together', () => {
  const limiter = addressLimiter({ perAddress: 1 });
  const address = (at: number): string => `2a00:${at.toString(16)}::1`;
  for (let at = 0; at < 20_000; at += 1) expect(limiter.admit(address(at), 0).kind).toBe('admitted');
  expect([20_000, 20_001].map((at) => limiter.admit(address(at), 0).kind)).toEqual(['admitted', 'refused']);
});
