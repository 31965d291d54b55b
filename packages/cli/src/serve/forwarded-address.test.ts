import { expect, it } from 'vitest';
import { forwardedAddress } from './forwarded-address.ts';

it.for([
  ['203.0.113.7', 0, undefined],
  ['203.0.113.7', 1, '203.0.113.7'],
  ['198.51.100.1, 203.0.113.7', 1, '203.0.113.7'],
  ['198.51.100.1, 203.0.113.7', 2, '198.51.100.1'],
  ['spoofed, 198.51.100.1,203.0.113.7', 2, '198.51.100.1'],
  [['198.51.100.1', '203.0.113.7'], 2, '198.51.100.1'],
  ['2001:db8::1', 1, '2001:db8::1'],
  ['203.0.113.7', 2, undefined],
  ['unknown', 1, undefined],
  ['203.0.113.7:8080', 1, undefined],
  ['', 1, undefined],
  [undefined, 1, undefined],
] as const)('[CF28] of %j and %i proxies, the address is %s', ([header, proxies, address]) => {
  expect(forwardedAddress(header, proxies)).toBe(address);
});
