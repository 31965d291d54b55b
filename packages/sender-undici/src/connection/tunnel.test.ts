import { expect, it } from 'vitest';
import { attempt, startSender } from '../../test/attempt.ts';
import { makeCertificate } from '../../test/certificate.ts';
import { startProxy } from '../../test/proxy.ts';
import { answer, startReceiver } from '../../test/receiver.ts';
import type { Resolver } from '../look-up/resolver.ts';
import { undiciSender } from '../undici-sender.ts';

const answered = { kind: 'answered', status: 200 };
const failed = (reason: string): unknown => ({ kind: 'failed', reason });
const ok = (socket: NodeJS.WritableStream): void => void socket.write(answer(200));
const noResolver: Resolver = { resolve: () => Promise.reject(new Error('The proxy looks names up.')) };

it('[SN27] a proxy is asked for a tunnel to the name, and what answers is the target', async () => {
  const receiver = await startReceiver({ onRequest: ok });
  const proxy = await startProxy({ to: receiver.port });
  const sender = startSender({ resolver: noResolver, proxy: { url: `http://127.0.0.1:${proxy.port}` } });

  expect(await sender.send(attempt('http://hooks.example/a'))).toEqual(answered);
  expect(await sender.send(attempt('http://[2606:4700::1]:8080/b'))).toEqual(answered);

  expect(proxy.asked).toEqual([
    { target: 'hooks.example:80', credentials: undefined },
    { target: '[2606:4700::1]:8080', credentials: undefined },
  ]);
  expect(receiver.requests.map(({ head }) => head.split('\r\n').slice(0, 3))).toEqual([
    ['POST /a HTTP/1.1', 'host: hooks.example', 'connection: close'],
    ['POST /b HTTP/1.1', 'host: [2606:4700::1]:8080', 'connection: close'],
  ]);
});

it('[SN27] TLS goes through the tunnel to the target', async () => {
  const certificate = await makeCertificate('hooks.example');
  const receiver = await startReceiver({ tls: certificate, onRequest: ok });
  const proxy = await startProxy({ to: receiver.port });
  const sender = startSender({
    resolver: noResolver,
    proxy: { url: `http://us%40er:s%3Aecret@127.0.0.1:${proxy.port}` },
    trustedCertificates: [certificate.cert],
  });

  expect(await sender.send(attempt('https://hooks.example/'))).toEqual(answered);
  expect(await sender.send(attempt('https://other.example/'))).toEqual(failed('tls'));
  const credentials = `Basic ${Buffer.from('us@er:s:ecret').toString('base64')}`;
  expect(proxy.asked).toEqual([
    { target: 'hooks.example:443', credentials },
    { target: 'other.example:443', credentials },
  ]);
});

it('[SN15][SN27] the proxy itself can be spoken to over TLS', async () => {
  const certificate = await makeCertificate('hooks.example', '127.0.0.1');
  const plain = await startReceiver({ onRequest: ok });
  const secure = await startReceiver({ tls: certificate, onRequest: ok });
  const plainProxy = await startProxy({ to: plain.port, tls: certificate });
  const secureProxy = await startProxy({ to: secure.port, tls: certificate });
  const trustedCertificates = [certificate.cert];
  const toPlain = startSender({ proxy: { url: `https://127.0.0.1:${plainProxy.port}` }, trustedCertificates });
  const toSecure = startSender({ proxy: { url: `https://127.0.0.1:${secureProxy.port}` }, trustedCertificates });

  expect(await toPlain.send(attempt('http://hooks.example/'))).toEqual(answered);
  expect(await toSecure.send(attempt('https://hooks.example/'))).toEqual(answered);
  await Promise.all([plain.closed(), secure.closed()]);
});

it('[SN27] what the target answers through a proxy counts as without one', async () => {
  const receiver = await startReceiver({
    onRequest: (socket) => socket.write(`HTTP/1.1 100 Continue\r\n\r\n${answer(503)}`),
  });
  const proxy = await startProxy({ to: receiver.port });
  const sender = startSender({ proxy: { url: `http://127.0.0.1:${proxy.port}` } });
  expect(await sender.send(attempt('http://hooks.example/'))).toEqual({ kind: 'answered', status: 503 });
});

it.for([100, 103, 302, 403, 407, 502])('[SN27] a proxy that answers %i has failed to connect', async (refuse) => {
  const proxy = await startProxy({ refuse });
  const sender = startSender({ proxy: { url: `http://127.0.0.1:${proxy.port}` } });
  const outcome = await sender.send(attempt('https://hooks.example/', { timeoutMs: 500 }));
  expect(outcome).toEqual(failed('connect'));
  expect(proxy.asked).toHaveLength(1);
});

it('[SN10][SN27] without a proxy the connection fails, and one that never answers runs into the time-out', async () => {
  const silent = await startProxy();
  const absent = startSender({ proxy: { url: 'http://127.0.0.1:1' } });
  const waiting = startSender({ proxy: { url: `http://localhost:${silent.port}` } });
  expect(await absent.send(attempt('http://hooks.example/'))).toEqual(failed('connect'));
  expect(await waiting.send(attempt('http://hooks.example/', { timeoutMs: 200 }))).toEqual(failed('timeout'));
});

it('[SN11][SN27] a proxy that should have TLS and has none is a failure to connect', async () => {
  const proxy = await startProxy();
  const sender = startSender({ proxy: { url: `https://127.0.0.1:${proxy.port}` } });
  expect(await sender.send(attempt('http://hooks.example/'))).toEqual(failed('connect'));
});

it('[SN27] the URL is checked before the proxy is asked', async () => {
  const proxy = await startProxy();
  const sender = startSender({ proxy: { url: `http://127.0.0.1:${proxy.port}` } });
  for (const url of ['http://127.0.0.1/', 'http://[::ffff:a00:1]/', 'http://0xa9fea9fe/', 'http://localhost/']) {
    expect(await sender.send(attempt(url))).toEqual(failed('blocked'));
  }
  expect(proxy.asked).toEqual([]);
});

it.for(['', 'proxy.example:3128', 'socks5://proxy.example'])('[SN27] %j is no proxy', (url) => {
  expect(() => undiciSender({ proxy: { url } })).toThrow(TypeError);
});
