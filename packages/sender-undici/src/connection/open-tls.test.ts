import { connect } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { beforeAll, expect, it } from 'vitest';
import { attempt, loopback, startSender } from '../../test/attempt.ts';
import { type Certificate, makeCertificate } from '../../test/certificate.ts';
import { answer, startReceiver } from '../../test/receiver.ts';
import type { SenderOptions } from '../undici-sender.ts';

const ok = (socket: NodeJS.WritableStream): void => void socket.write(answer(200));
const answered = { kind: 'answered', status: 200 };
const failed = (reason: string): unknown => ({ kind: 'failed', reason });

let own: Certificate;
let other: Certificate;
beforeAll(async () => {
  own = await makeCertificate('hooks.example', '127.0.0.1');
  other = await makeCertificate('other.example');
});

function trusting(...certificates: Certificate[]): SenderOptions {
  const resolver = { resolve: async () => ['127.0.0.1'] };
  return { ...loopback, resolver, trustedCertificates: certificates.map(({ cert }) => cert) };
}

it('[SN12][SN15] a receiver with a trusted certificate is reached by name and by address, over HTTP/1.1', async () => {
  const receiver = await startReceiver({ tls: { ...own, ALPNProtocols: ['h2', 'http/1.1'] }, onRequest: ok });
  const sender = startSender(trusting(own));

  expect(await sender.send(attempt(`https://hooks.example:${receiver.port}/`))).toEqual(answered);
  expect(await sender.send(attempt(`https://hooks.example.:${receiver.port}/`))).toEqual(answered);
  expect(await sender.send(attempt(`https://127.0.0.1:${receiver.port}/`))).toEqual(answered);

  const sockets = receiver.connections as readonly TLSSocket[];
  expect(sockets.map(({ servername, alpnProtocol }) => ({ servername, alpnProtocol }))).toEqual([
    { servername: 'hooks.example', alpnProtocol: 'http/1.1' },
    { servername: 'hooks.example', alpnProtocol: 'http/1.1' },
    { servername: false, alpnProtocol: 'http/1.1' },
  ]);
  await receiver.closed(2);
});

it('[SN12] a certificate that is not trusted is a failure of TLS', async () => {
  const receiver = await startReceiver({ tls: own, onRequest: ok });
  expect(await startSender().send(attempt(`https://127.0.0.1:${receiver.port}/`))).toEqual(failed('tls'));
  expect(receiver.requests).toEqual([]);
});

it('[SN12] a certificate of another name is a failure of TLS', async () => {
  const receiver = await startReceiver({ tls: other, onRequest: ok });
  const sender = startSender(trusting(own, other));
  expect(await sender.send(attempt(`https://hooks.example:${receiver.port}/`))).toEqual(failed('tls'));
  expect(await sender.send(attempt(`https://127.0.0.1:${receiver.port}/`))).toEqual(failed('tls'));
  expect(receiver.requests).toEqual([]);
});

it('[SN12] a receiver without TLS is a failure of TLS', async () => {
  const receiver = await startReceiver({ onConnect: (socket) => socket.on('data', () => socket.end(answer(400))) });
  expect(await startSender().send(attempt(`https://127.0.0.1:${receiver.port}/`))).toEqual(failed('tls'));
});

it('[SN12] a receiver with only older TLS is a failure of TLS', async () => {
  const tls = { ...own, minVersion: 'TLSv1.1', maxVersion: 'TLSv1.1', ciphers: 'DEFAULT@SECLEVEL=0' } as const;
  const receiver = await startReceiver({ tls, onRequest: ok });
  expect(await startSender(trusting(own)).send(attempt(`https://127.0.0.1:${receiver.port}/`))).toEqual(failed('tls'));
});

it('[SN12] a receiver that refuses us for want of a certificate is a failure of TLS', async () => {
  const tls = { ...own, requestCert: true, rejectUnauthorized: true, maxVersion: 'TLSv1.2' } as const;
  const receiver = await startReceiver({ tls, onRequest: ok });
  expect(await startSender(trusting(own)).send(attempt(`https://127.0.0.1:${receiver.port}/`))).toEqual(failed('tls'));
  expect(receiver.requests).toEqual([]);
});

/** Application data encrypted with no key of the connection. */
const badRecord = Buffer.concat([Buffer.from([23, 3, 3, 0, 32]), Buffer.alloc(32)]);

it('[SN12] what breaks TLS after the handshake is a failure of TLS', async () => {
  const received = Promise.withResolvers<void>();
  const receiver = await startReceiver({ tls: own, onRequest: () => received.resolve() });
  const relay = await startReceiver({
    onConnect: (socket) => {
      socket.pipe(connect(receiver.port, '127.0.0.1')).pipe(socket);
      void received.promise.then(() => socket.write(badRecord));
    },
  });
  expect(await startSender(trusting(own)).send(attempt(`https://127.0.0.1:${relay.port}/`))).toEqual(failed('tls'));
});

it.for<[string, 'destroy' | 'resetAndDestroy']>([
  ['closed', 'destroy'],
  ['reset', 'resetAndDestroy'],
])('[SN11][SN12] a connection that is %s during the handshake is a failed connection', async ([, end]) => {
  const receiver = await startReceiver({ onConnect: (socket) => socket.once('data', () => socket[end]()) });
  expect(await startSender().send(attempt(`https://127.0.0.1:${receiver.port}/`))).toEqual(failed('connect'));
  expect(receiver.connections).toHaveLength(1);
});

it('[SN10] a handshake that hangs runs into the time-out', async () => {
  const receiver = await startReceiver();
  const outcome = await startSender().send(attempt(`https://127.0.0.1:${receiver.port}/`, { timeoutMs: 200 }));
  expect(outcome).toEqual(failed('timeout'));
  await receiver.closed();
});
