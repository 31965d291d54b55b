import { connect, Socket } from 'node:net';
import { networkInterfaces } from 'node:os';
import { expect, it } from 'vitest';
import { attempt, loopback, startSender } from '../../test/attempt.ts';
import { blockedTargets, malformedTargets } from '../../test/forbidden-targets.ts';
import { answer, startReceiver } from '../../test/receiver.ts';
import { addressPolicy } from '../guard/address-policy.ts';
import type { Resolver } from '../look-up/resolver.ts';
import { createBounds } from './bounds.ts';
import { openTcp } from './open-tcp.ts';

const ok = (socket: Socket): void => void socket.write(answer(200));
const answered = { kind: 'answered', status: 200 };
const blocked = { kind: 'failed', reason: 'blocked' };
const unconnected = { kind: 'failed', reason: 'connect' };
const always = (...addresses: string[]): Resolver => ({ resolve: async () => addresses });

it('[SN1][SN14][SN18] every way to write a forbidden address is refused at send, before any look-up', async () => {
  const asked: string[] = [];
  const sender = startSender({ resolver: { resolve: async (name) => [asked.push(name), '127.0.0.1'].map(String) } });
  const outcomesOf = (urls: readonly string[]): Promise<unknown[]> =>
    Promise.all(urls.map((url) => sender.send(attempt(url, { timeoutMs: 100 }))));

  expect(await outcomesOf(blockedTargets)).toEqual(blockedTargets.map(() => blocked));
  expect(await outcomesOf(malformedTargets)).toEqual(
    malformedTargets.map(() => ({ kind: 'failed', reason: 'malformed' })),
  );
  expect(asked).toEqual([]);
});

it('[SN25] a target is checked by its URL alone, without a look-up', () => {
  const sender = startSender({ resolver: { resolve: () => Promise.reject(new Error('No look-up is made here.')) } });
  expect(['https://example.com/', 'http://0x7f.1/', 'http://user@example.com/'].map(sender.checkTarget)).toEqual([
    'accepted',
    'blocked',
    'malformed',
  ]);
});

it.for([
  ['127.0.0.1'],
  ['0.0.0.0'],
  ['10.0.0.1'],
  ['100.64.0.1'],
  ['169.254.169.254'],
  ['168.63.129.16'],
  ['::1'],
  ['::ffff:127.0.0.1'],
  ['::ffff:a9fe:a9fe'],
  ['::127.0.0.1'],
  ['64:ff9b::7f00:1'],
  ['2002:7f00:1::'],
  ['fd00:ec2::254'],
  ['fe80::1'],
  ['fe80::1%lo'],
  ['1.1.1.1', '127.0.0.1'],
  ['127.0.0.1', '1.1.1.1'],
  ['2606:4700::1111', '1.1.1.1', 'fd00::1'],
  ['0177.0.0.1'],
  ['127.1'],
  ['2130706433'],
  ['localhost'],
  [''],
])('[SN20] a name that is answered with %j is blocked', async (addresses) => {
  const sender = startSender({ resolver: always(...addresses) });
  expect(await sender.send(attempt('http://hooks.example/', { timeoutMs: 100 }))).toEqual(blocked);
});

it('[SN20] one forbidden answer is enough, also where another would do', async () => {
  const receiver = await startReceiver({ onRequest: ok });
  const sender = startSender({ allowedCidrs: ['127.0.0.1/32'], resolver: always('127.0.0.1', '127.0.0.2') });
  expect(await sender.send(attempt(`http://hooks.example:${receiver.port}/`))).toEqual(blocked);
  expect(receiver.connections).toHaveLength(0);
});

it('[SN11] a name without an address is a failed connection', async () => {
  const outcomeOf = (resolver: Resolver): unknown => startSender({ resolver }).send(attempt('http://hooks.example/'));
  expect(await outcomeOf(always())).toEqual(unconnected);
  expect(await outcomeOf({ resolve: () => Promise.reject(new Error('ENOTFOUND')) })).toEqual(unconnected);
  const thrown: Resolver = {
    resolve() {
      throw new Error('No answer.');
    },
  };
  expect(await outcomeOf(thrown)).toEqual(unconnected);
});

it('[SN10][SN13] a look-up that hangs ends with the time-out, or when the sender is closed', async () => {
  const sender = startSender({ resolver: { resolve: () => new Promise(() => {}) } });
  expect(await sender.send(attempt('http://hooks.example/', { timeoutMs: 100 }))).toEqual({
    kind: 'failed',
    reason: 'timeout',
  });
  const waiting = sender.send(attempt('http://hooks.example/'));
  await sender.close();
  expect(await waiting).toEqual({ kind: 'abandoned' });
});

it('[SN10][SN35] the time of an attempt does not run while its look-up waits for a slot', async () => {
  const receiver = await startReceiver({ onRequest: ok });
  const resolver: Resolver = {
    resolve: async (name) => (name.startsWith('silent') ? new Promise(() => {}) : ['127.0.0.1']),
  };
  const sender = startSender({ ...loopback, resolver, lookUps: { atOnce: 1, timeoutMs: 400 } });
  const send = (name: string, group: string) =>
    sender.send(attempt(`http://${name}.example:${receiver.port}/`, { timeoutMs: 300, group }));

  const outcomes = [send('silent-1', 'acme'), send('silent-2', 'acme'), send('sound', 'umbrella')];
  const timeout = { kind: 'failed', reason: 'timeout' };
  expect(await Promise.all(outcomes)).toEqual([timeout, timeout, answered]);
});

it('[SN36] a look-up that is not answered in its own time is a failed connection', async () => {
  const resolver: Resolver = { resolve: () => new Promise(() => {}) };
  const sender = startSender({ resolver, lookUps: { timeoutMs: 50 } });
  expect(await sender.send(attempt('http://hooks.example/'))).toEqual(unconnected);
});

it('[SN13][SN35] an attempt whose look-up waits for a slot ends when the sender is closed', async () => {
  const resolver: Resolver = { resolve: () => new Promise(() => {}) };
  const sender = startSender({ resolver, lookUps: { atOnce: 1 } });
  const sent = ['a', 'b'].map((name) => sender.send(attempt(`http://${name}.example/`)));
  await sender.close();
  expect(await Promise.all(sent)).toEqual([{ kind: 'abandoned' }, { kind: 'abandoned' }]);
});

it('[SN37] a resolver that answers nothing ends this attempt only', async () => {
  const resolver = { resolve: async () => undefined } as unknown as Resolver;
  expect(await startSender({ resolver }).send(attempt('http://hooks.example/'))).toEqual(unconnected);
});

it('[SN21] a name that changes its address between look-up and connection is reached at the address that was checked', async () => {
  const receiver = await startReceiver({ host: '0.0.0.0', onRequest: ok });
  const answers = [['127.0.0.1'], ['127.0.0.5'], ['127.0.0.5']];
  const names: string[] = [];
  const resolver: Resolver = {
    async resolve(name) {
      names.push(name);
      return answers.shift() ?? [];
    },
  };
  const sender = startSender({ allowedCidrs: ['127.0.0.1/32'], resolver });
  const request = attempt(`http://rebind.example:${receiver.port}/`);

  expect(await sender.send(request)).toEqual(answered);
  expect(names).toEqual(['rebind.example']);
  expect(receiver.connections.map(({ localAddress }) => localAddress)).toEqual(['127.0.0.1']);
  expect(receiver.requests[0]?.head).toContain(`\r\nhost: rebind.example:${receiver.port}\r\n`);

  expect(await sender.send(request)).toEqual(blocked);
  expect(names).toEqual(['rebind.example', 'rebind.example']);
  expect(receiver.connections).toHaveLength(1);
});

it('[SN21] an answer that changes after it was checked has no effect', async () => {
  const receiver = await startReceiver({ host: '0.0.0.0', onRequest: ok });
  const answers = ['127.0.0.1', '127.0.0.5', '127.0.0.5'];
  const changing = Object.defineProperty([''], 0, { get: () => answers.shift() });
  const sender = startSender({ allowedCidrs: ['127.0.0.1/32'], resolver: { resolve: async () => changing } });

  expect(await sender.send(attempt(`http://rebind.example:${receiver.port}/`))).toEqual(answered);
  expect(receiver.connections.map(({ localAddress }) => localAddress)).toEqual(['127.0.0.1']);
});

it('[SN22] a connection that ended at a forbidden address is closed before a byte is written', async () => {
  const receiver = await startReceiver();
  const endpoint = { host: 'rebind.example', port: receiver.port, addresses: ['93.184.216.34'] };
  const dialled: unknown[] = [];

  const opening = await openTcp(
    endpoint,
    addressPolicy({}).allows,
    createBounds().open(1_000),
    ({ lookup, ...options }) => {
      dialled.push(options);
      lookup?.('rebind.example', { all: true }, (_error, found) => dialled.push(found));
      return connect(receiver.port, '127.0.0.1');
    },
  );

  expect(opening).toEqual(blocked);
  expect(dialled).toEqual([
    { host: 'rebind.example', port: receiver.port, autoSelectFamily: true, noDelay: true },
    [{ address: '93.184.216.34', family: 4 }],
  ]);
  await receiver.closed();
  expect(receiver.bytes()).toBe(0);
});

it('[SN10] a connection that is not answered is given up when the attempt is stopped', async () => {
  const bounds = createBounds();
  const socket = new Socket();
  const endpoint = { host: '1.1.1.1', port: 80, addresses: ['1.1.1.1'] };
  const opening = openTcp(
    endpoint,
    () => true,
    bounds.open(1_000),
    () => socket,
  );
  void bounds.close();
  expect(await opening).toEqual(unconnected);
  expect(socket.destroyed).toBe(true);
});

it('[SN20] of several allowed addresses one that answers is found', async () => {
  const receiver = await startReceiver({ onRequest: ok });
  const sender = startSender({ ...loopback, resolver: always('::1', '127.0.0.2', '127.0.0.1') });
  expect(await sender.send(attempt(`http://hooks.example:${receiver.port}/`))).toEqual(answered);
});

const hasIpv6 = Object.values(networkInterfaces()).some((all) => all?.some(({ address }) => address === '::1'));

it.runIf(hasIpv6)('[SN24] an allowed range is reached over IPv6 and by name too', async () => {
  const receiver = await startReceiver({ host: '::1', onRequest: ok });
  const sender = startSender();
  expect(await sender.send(attempt(receiver.origin))).toEqual(answered);
  expect(
    await startSender({ ...loopback, resolver: always('::1') }).send(attempt(`http://a.localhost:${receiver.port}`)),
  ).toEqual(answered);
});

it('[SN23] with private targets allowed everything is reached', async () => {
  const receiver = await startReceiver({ onRequest: ok });
  const sender = startSender({ allowPrivateTargets: true, resolver: always('127.0.0.1') });
  expect(await sender.send(attempt(receiver.origin))).toEqual(answered);
  expect(await sender.send(attempt(`http://localhost:${receiver.port}`))).toEqual(answered);
});
