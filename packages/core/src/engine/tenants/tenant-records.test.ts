import { expect, it } from 'vitest';
import { putRecords, removeRecord, sampleBot, sampleChannel, sampleCustomer } from '../../../test/record-samples.ts';
import { memoryStorage } from '../../memory/index.ts';
import type { RecordStore } from '../../ports/record-store.ts';
import { bots } from '../../records/bots.ts';
import { channels } from '../../records/channels.ts';
import { customers } from '../../records/customers.ts';
import type { BrandRecord } from '../../records/tenants.ts';
import { tenantChanges } from './tenant-changes.ts';
import { tenantRecords } from './tenant-records.ts';

const brand = 'acme';
const acme: BrandRecord = { name: brand, plan: 'professional', workspaces: [1, 2], agents: [] };
const umbrella: BrandRecord = { name: 'umbrella', plan: 'sandbox', workspaces: [3], agents: [] };
const token = { hash: 'aa', brand, person: 7, permissions: ['view_bots'] as const };

function fixture() {
  const records = memoryStorage();
  const reads: number[] = [];
  const storage: RecordStore = {
    ...records,
    read: async (scope, requests) => {
      reads.push(requests.length);
      return records.read(scope, requests);
    },
  };
  return { storage, reads, tenants: tenantRecords(storage), changes: tenantChanges(records) };
}

it('[ST51][ST83] a principal is found by the exact hash, in one round trip but for the first, as one frozen object', async () => {
  const { tenants, changes, reads } = fixture();
  await changes.configure({ brands: [acme], tokens: [token] }, 'removed');
  const principal = await tenants.findPrincipal('aa');
  expect(principal).toEqual({ brand, person: 7, permissions: ['view_bots'], workspaces: [1, 2] });
  expect(reads.splice(0)).toEqual([1, 2]);
  expect(await tenants.findPrincipal('aa')).toBe(principal);
  expect(reads).toEqual([2]);
  expect([principal, principal?.workspaces, principal?.permissions].every(Object.isFrozen)).toBe(true);
  for (const hash of ['AA', 'a', '', 'aab']) expect(await tenants.findPrincipal(hash)).toBeUndefined();
});

it('[ST51] a cached token is read again: revoked, changed, or of another brand', async () => {
  const { tenants, changes } = fixture();
  const both = [acme, umbrella];
  await changes.configure({ brands: both, tokens: [token] }, 'removed');
  await tenants.findPrincipal('aa');
  await changes.configure({ brands: both, tokens: [{ ...token, brand: 'umbrella', person: 9 }] }, 'removed');
  const moved = { brand: 'umbrella', person: 9, permissions: ['view_bots'], workspaces: [3] };
  expect(await tenants.findPrincipal('aa')).toEqual(moved);
  await changes.putBrand({ name: 'umbrella', plan: 'sandbox', workspaces: [4] });
  expect(await tenants.findPrincipal('aa')).toEqual({ ...moved, workspaces: [4] });
  await changes.removeToken('umbrella', 'aa');
  expect(await tenants.findPrincipal('aa')).toBeUndefined();
});

it('[ST62][ST85] a token finds its channel while the channel is on and its brand is configured', async () => {
  const { tenants, changes, storage } = fixture();
  const put = (members: object) => putRecords(storage, brand, channels, sampleChannel(5, members));
  await put({ tokenHash: 'cc' });
  const found = { brand, channelNumber: 5 };
  expect(await tenants.findChannelByToken('cc')).toBeUndefined();
  await changes.putBrand(acme);
  expect(await tenants.findChannelByToken('cc')).toEqual(found);
  for (const hash of ['CC', 'c', '']) expect(await tenants.findChannelByToken(hash)).toBeUndefined();
  await put({ tokenHash: 'cc', active: false });
  expect(await tenants.findChannelByToken('cc')).toBeUndefined();
  await put({ tokenHash: 'dd' });
  expect([await tenants.findChannelByToken('cc'), await tenants.findChannelByToken('dd')]).toEqual([undefined, found]);
  await changes.removeBrand(brand);
  expect(await tenants.findChannelByToken('dd')).toBeUndefined();
});

it('[ST79] the channel with a token is found whether on or off, configured or not', async () => {
  const { tenants, storage } = fixture();
  const put = (members: object) => putRecords(storage, brand, channels, sampleChannel(5, members));
  await put({});
  expect(await tenants.findTokenHolder('aa')).toBeUndefined();
  for (const active of [true, false]) {
    await put({ tokenHash: 'aa', active });
    expect(await tenants.findTokenHolder('aa')).toEqual({ brand, channelNumber: 5 });
  }
  for (const hash of ['AA', 'a', '']) expect(await tenants.findTokenHolder(hash)).toBeUndefined();
  await put({});
  expect(await tenants.findTokenHolder('aa')).toBeUndefined();
});

it('[ST80] brands list as the last configuration has them, by name', async () => {
  const { tenants, changes } = fixture();
  expect(await tenants.listBrands()).toEqual([]);
  const unusual = { ...acme, workspaces: [3, 1], agents: [{ id: 9, name: 'Ünï', email: '' }] };
  await changes.configure({ brands: [umbrella, unusual], tokens: [] }, 'removed');
  expect(await tenants.listBrands()).toEqual([unusual, umbrella]);
  await changes.configure({ brands: [umbrella], tokens: [] }, 'removed');
  expect(await tenants.listBrands()).toEqual([umbrella]);
});

it('[ST115] a bot of any brand and state is found by its number, unless its brand was removed', async () => {
  const { tenants, changes, storage } = fixture();
  expect(await tenants.findBot(1)).toBeUndefined();
  await putRecords(storage, brand, bots, sampleBot(1));
  const undeclared = { brand, isDeclared: false, botId: sampleBot(1).id };
  const first = { ...undeclared, isDeclared: true };
  expect(await tenants.findBot(1)).toEqual(undeclared);
  await changes.configure({ brands: [acme, umbrella], tokens: [] }, 'removed');
  await putRecords(storage, 'umbrella', bots, sampleBot(2, { state: 'trashed', trashedAt: 5 }));
  const second = { brand: 'umbrella', isDeclared: true, botId: sampleBot(2).id };
  expect([await tenants.findBot(1), await tenants.findBot(2)]).toEqual([first, second]);
  for (const number of [0, 3, -1, 1.5]) expect(await tenants.findBot(number)).toBeUndefined();

  await changes.configure({ brands: [umbrella], tokens: [] }, 'removed');
  expect([await tenants.findBot(1), await tenants.findBot(2)]).toEqual([undefined, second]);
  await changes.configure({ brands: [acme, umbrella], tokens: [] }, 'removed');
  expect(await tenants.findBot(1)).toEqual(first);
  await removeRecord(storage, brand, bots, { id: first.botId });
  expect(await tenants.findBot(1)).toBeUndefined();
});

it('[ST116] customers that have expired list by the moment, of every brand, up to a number', async () => {
  const { tenants, changes, storage } = fixture();
  await changes.configure({ brands: [acme, umbrella], tokens: [] }, 'removed');
  await putRecords(storage, brand, channels, sampleChannel(1), sampleChannel(3, { purpose: 'test' }));
  await putRecords(storage, 'umbrella', channels, sampleChannel(2));
  const put = (name: string, number: number, channel: number, expiresAt: number) =>
    putRecords(storage, name, customers, sampleCustomer(number, channel, { expiresAt }));
  await put(brand, 1, 1, 8);
  await put(brand, 2, 1, 6);
  await put('umbrella', 3, 2, 7);
  await put(brand, 4, 1, 9_000_000_000_000);
  await putRecords(storage, brand, customers, sampleCustomer(5, 3, { purpose: 'test' }));
  const late = { brand, customerNumber: 1 };
  const early = { brand, customerNumber: 2 };
  const other = { brand: 'umbrella', customerNumber: 3 };
  expect(await tenants.listExpiredCustomers(5, 10)).toEqual([]);
  expect(await tenants.listExpiredCustomers(6, 10)).toEqual([early]);
  expect(await tenants.listExpiredCustomers(8, 10)).toEqual([early, other, late]);
  expect(await tenants.listExpiredCustomers(8, 2)).toEqual([early, other]);
  await put(brand, 2, 1, 9);
  await changes.configure({ brands: [acme], tokens: [] }, 'removed');
  expect(await tenants.listExpiredCustomers(8, 10)).toEqual([other, late]);
  expect(await tenants.listExpiredCustomers(9, 10)).toEqual([other, late, early]);
});
