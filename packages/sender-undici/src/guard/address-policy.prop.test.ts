import { BlockList } from 'node:net';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { addressPolicy } from './address-policy.ts';

const run = { seed: 20261121, numRuns: 5_000 };

/** A second, independent implementation of the registries of special addresses. */
const special4: readonly [string, number][] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['168.63.129.16', 32],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.31.196.0', 24],
  ['192.52.193.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['192.175.48.0', 24],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
];
const special6: readonly [string, number][] = [
  ['::', 3],
  ['4000::', 2],
  ['8000::', 1],
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['2620:4f:8000::', 48],
  ['3fff::', 20],
];

const oracle4 = new BlockList();
for (const [start, bits] of special4) oracle4.addSubnet(start, bits, 'ipv4');
const oracle6 = new BlockList();
for (const [start, bits] of special6) oracle6.addSubnet(start, bits, 'ipv6');

const { allows } = addressPolicy({});
const byte = fc.integer({ min: 0, max: 255 });
/** Any address, and equally often one within a step of the edge of a special range. */
const anyIpv4 = fc.oneof(
  fc.tuple(byte, byte, byte, byte).map((parts) => parts.join('.')),
  fc
    .tuple(fc.constantFrom(...special4), fc.integer({ min: -2, max: 2 }), fc.boolean())
    .map(([[start, bits], step, isEnd]) => {
      const first = start.split('.').reduce((sum, part) => sum * 256 + Number(part), 0);
      const edge = (first + (isEnd ? 2 ** (32 - bits) : 0) + step + 2 ** 32) % 2 ** 32;
      return [24, 16, 8, 0].map((shift) => Math.floor(edge / 2 ** shift) % 256).join('.');
    }),
);
const group = fc.integer({ min: 0, max: 0xffff });
const anyIpv6 = fc
  .tuple(
    fc.oneof(
      fc.tuple(group, group, group),
      fc.constantFrom<[number, number, number]>(
        [0x2001, 0x1ff, 0xffff],
        [0x2001, 0x200, 0],
        [0x2001, 0xdb7, 0xffff],
        [0x2001, 0xdb8, 0],
        [0x2001, 0xdb9, 0],
        [0x2002, 0, 0],
        [0x2003, 0, 0],
        [0x2620, 0x4f, 0x7fff],
        [0x2620, 0x4f, 0x8000],
        [0x2620, 0x4f, 0x8001],
        [0x3fff, 0xfff, 0xffff],
        [0x3fff, 0x1000, 0],
      ),
      fc.tuple(fc.integer({ min: 0x2000, max: 0x3fff }), group, group),
    ),
    group,
    group,
    group,
    group,
    group,
  )
  .map(([start, ...rest]) => [...start, ...rest].map((part) => part.toString(16)).join(':'))
  .filter((address) => !address.startsWith('0:0:0:0:0:ffff:'));

it('[SN16] an IPv4 address is allowed exactly when no registry calls it special', () => {
  fc.assert(
    fc.property(anyIpv4, (address) => {
      expect(allows(address)).toBe(!oracle4.check(address, 'ipv4'));
    }),
    run,
  );
});

it('[SN16] an IPv6 address is allowed exactly when it is global unicast and no registry calls it special', () => {
  fc.assert(
    fc.property(anyIpv6, (address) => {
      expect(allows(address)).toBe(!oracle6.check(address, 'ipv6'));
    }),
    run,
  );
});

it('[SN17] an IPv4-mapped address is checked as the IPv4 address', () => {
  fc.assert(
    fc.property(anyIpv4, (address) => {
      expect(allows(`::ffff:${address}`)).toBe(allows(address));
    }),
    run,
  );
});
