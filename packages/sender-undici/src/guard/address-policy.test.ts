import { expect, it } from 'vitest';
import { addressPolicy } from './address-policy.ts';

it.for([
  '10.0.0.0',
  '10.0.0.0/33',
  '10.0.0.0/-1',
  '10.0.0.0/8/8',
  '10.0.0.0/',
  '10/8',
  '0xa.0.0.0/8',
  'fd00::/129',
  'fe80::%eth0/10',
  '::ffff:10.0.0.0/104',
  'localhost/8',
  '/8',
  '',
])('[SN24] %j is no range', (cidr) => {
  expect(() => addressPolicy({ allowedCidrs: [cidr] })).toThrow(TypeError);
});

it.for([
  '',
  'localhost',
  'example.com',
  '8.8.8',
  '010.8.8.8',
  '0x08080808',
  '134744072',
  '8.8.8.8:80',
  '[2606:4700::1]',
])('[SN20][SN23] an answer that is no address (%j) is not allowed, whatever else is', (text) => {
  expect(addressPolicy({}).allows(text)).toBe(false);
  expect(addressPolicy({ allowPrivateTargets: true, allowedCidrs: ['0.0.0.0/0', '::/0'] }).allows(text)).toBe(false);
});

it('[SN16] an address with a zone is not public, in any form', () => {
  expect(addressPolicy({}).allows('2606:4700::1%eth0')).toBe(false);
  expect(addressPolicy({}).allows('fe80::1%eth0')).toBe(false);
  expect(addressPolicy({ allowPrivateTargets: true }).allows('fe80::1%eth0')).toBe(true);
});
