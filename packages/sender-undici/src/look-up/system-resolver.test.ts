import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it, onTestFinished, vi } from 'vitest';
import { startNameServer } from '../../test/name-server.ts';
import { systemResolver } from './system-resolver.ts';

afterEach(() => vi.restoreAllMocks());

it('[SN39] localhost and every name below it are this machine', () => {
  const resolver = systemResolver();
  for (const name of ['localhost', 'LOCALHOST.']) {
    const found = resolver.known?.(name) ?? [];
    expect(found.length).toBeGreaterThan(0);
    expect(found.filter((address) => address !== '127.0.0.1' && address !== '::1')).toEqual([]);
  }
  expect(resolver.known?.('a.localhost')).toEqual(['127.0.0.1', '::1']);
  expect(resolver.known?.('notlocalhost')).toBe(undefined);
});

it('[SN26] the hosts file is known without asking anybody, and noticed when it changes', () => {
  const folder = mkdtempSync(join(tmpdir(), 'botwright-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const hostsFile = join(folder, 'hosts');
  let now = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => now);
  writeFileSync(hostsFile, '10.1.2.3\tCRM.internal crm # ours\n#1.1.1.1 off\nno address\nfe80::1%lo0 crm\n::7 crm\n');
  const resolver = systemResolver({ hostsFile, servers: ['127.0.0.1:9'] });
  const found = () => ['crm.internal', 'Crm', 'crm.', 'off', 'address', '#'].map((name) => resolver.known?.(name));
  const first = [['10.1.2.3'], ['10.1.2.3', '::7'], ['10.1.2.3', '::7'], undefined, undefined, undefined];
  expect(found()).toEqual(first);

  writeFileSync(hostsFile, '10.9.9.9 crm\n');
  utimesSync(hostsFile, 1, 1);
  now = 999;
  expect(found()).toEqual(first);
  now = 1_000;
  expect(found()).toEqual([undefined, ['10.9.9.9'], ['10.9.9.9'], undefined, undefined, undefined]);
  rmSync(hostsFile);
  now = 2_000;
  expect(resolver.known?.('crm')).toBe(undefined);
});

it.for([
  [{ A: ['1.1.1.1', '8.8.8.8'], AAAA: ['2606:4700::1111'] }, ['1.1.1.1', '2606:4700::1111', '8.8.8.8']],
  [{ A: ['1.1.1.1'], AAAA: [] }, ['1.1.1.1']],
  [{ A: [], AAAA: ['2606:4700::1111'] }, ['2606:4700::1111']],
  [{ A: [], AAAA: [] }, []],
] as const)('[SN26] the name servers are asked for both families at once: %o', async ([answers, addresses]) => {
  const server = await startNameServer((_name, family) => ({ addresses: answers[family] }));
  const resolver = systemResolver({ servers: [server.address] });
  expect((await resolver.resolve('Hooks.Example.')).toSorted()).toEqual(addresses);
  expect(server.asked.toSorted()).toEqual(['A hooks.example', 'AAAA hooks.example']);
});

it('[SN26] an address family without an answer delays the other for a short time only', async () => {
  const server = await startNameServer((_name, family) => (family === 'A' ? { addresses: ['1.1.1.1'] } : 'never'));
  const startedAt = performance.now();
  expect(await systemResolver({ servers: [server.address] }).resolve('hooks.example')).toEqual(['1.1.1.1']);
  // Without it the look-up waits for the other family until its time-out.
  expect(performance.now() - startedAt).toBeLessThan(4_500);
});

it.for([
  ['there is no such name', () => 'no such name'],
  ['the name means itself', () => ({ alias: 'loop.example' })],
  ['what comes is no answer', () => Buffer.from('nonsense')],
  ['the answer ends too early', () => Buffer.alloc(12, 0xff)],
] satisfies [string, Parameters<typeof startNameServer>[0]][])(
  '[SN36][SN37] where %s, there is no address',
  { timeout: 15_000 },
  async ([, answer]) => {
    const server = await startNameServer(answer);
    expect(await systemResolver({ servers: [server.address] }).resolve('loop.example')).toEqual([]);
  },
);

it('[SN38] an answer is remembered as long as it says, and no longer than 30 seconds', async () => {
  let ttl = 20;
  const server = await startNameServer((name, family) => ({
    addresses: name === 'none.example' || family === 'AAAA' ? [] : ['1.1.1.1'],
    ttl,
  }));
  const resolver = systemResolver({ servers: [server.address] });
  let now = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => now);
  const known = () => resolver.known?.('hooks.example');
  const ask = async () => {
    await resolver.resolve('Hooks.example');
    return known();
  };
  const found = ['1.1.1.1'];

  expect(known()).toBe(undefined);
  expect(await ask()).toEqual(found);
  now = 19_999;
  expect(known()).toEqual(found);
  now = 20_000;
  expect(known()).toBe(undefined);
  ttl = 86_400;
  expect(await ask()).toEqual(found);
  now = 49_999;
  expect(known()).toEqual(found);
  now = 50_000;
  expect(known()).toBe(undefined);
  ttl = 0;
  expect(await ask()).toBe(undefined);
  await resolver.resolve('none.example');
  expect(resolver.known?.('none.example')).toBe(undefined);
});

it('[SN38] a thousand answers are remembered, and the oldest is forgotten first', async () => {
  const server = await startNameServer((_name, family) => (family === 'A' ? { addresses: ['1.1.1.1'] } : {}));
  const resolver = systemResolver({ servers: [server.address] });
  for (let from = 0; from <= 1_000; from += 77) {
    const names = Array.from({ length: Math.min(77, 1_001 - from) }, (_, index) => `h${from + index}.example`);
    await Promise.all(names.map((name) => resolver.resolve(name)));
  }
  const known = Array.from({ length: 1_001 }, (_, index) => resolver.known?.(`h${index}.example`) !== undefined);
  expect([known.filter(Boolean).length, known[1_000]]).toEqual([1_000, true]);
});
