import { expect, it, onTestFinished } from 'vitest';
import { loopback } from '../test/attempt.ts';
import { makeCertificate } from '../test/certificate.ts';
import { blockedTargets } from '../test/forbidden-targets.ts';
import { answer, startReceiver } from '../test/receiver.ts';
import type { TransportOptions } from './transport/transport.ts';
import { undiciRequester } from './undici-requester.ts';

function startRequester(options: TransportOptions = loopback) {
  const requester = undiciRequester(options);
  onTestFinished(() => requester.close());
  return requester;
}

async function causeOf(promise: Promise<unknown>): Promise<string> {
  const error = await promise.catch((reason: unknown) => reason);
  return String((error as Error).cause);
}

it('[AS8] a response comes in parts', async () => {
  const goOn = Promise.withResolvers<void>();
  const receiver = await startReceiver({
    onRequest(socket) {
      socket.write('HTTP/1.1 200 OK\r\nx-a: 1\r\n\r\none');
      void goOn.promise.then(() => socket.end('two'));
    },
  });
  const response = await startRequester().fetch(`${receiver.origin}/a?b`, { method: 'POST', body: '{}' });
  expect([response.status, response.headers.get('x-a')]).toEqual([200, '1']);
  const parts: string[] = [];
  for await (const part of response.body ?? []) {
    parts.push(new TextDecoder().decode(part));
    goOn.resolve();
  }
  expect(parts).toEqual(['one', 'two']);
  expect(receiver.requests[0]?.head).toMatch(/^POST \/a\?b HTTP/);
});

it('[AS8] each connection passes the guard', async () => {
  const { fetch } = startRequester({ resolver: { resolve: async () => ['1.1.1.1', '10.0.0.1'] } });
  const causes = await Promise.all(blockedTargets.map((url) => causeOf(fetch(url))));
  expect(causes).toEqual(blockedTargets.map(() => 'Error: No connection: blocked.'));
  expect(await causeOf(fetch('http://hooks.example/'))).toBe('Error: No connection: blocked.');
});

it('[AS8] the target of a redirect passes the guard', async () => {
  const receiver = await startReceiver({
    onRequest: (socket) => socket.write(answer(307, '', 'location: http://10.0.0.1/\r\n')),
  });
  expect(await causeOf(startRequester().fetch(receiver.origin))).toBe('Error: No connection: blocked.');
});

it('[AS8] a connection has TLS with the name of the target', async () => {
  const certificate = await makeCertificate('localhost', '127.0.0.1');
  const receiver = await startReceiver({
    tls: certificate,
    onRequest: (socket) => socket.end(answer(200, 'fine')),
  });
  expect(await causeOf(startRequester().fetch(receiver.origin))).toBe('Error: No connection: tls.');
  const { fetch } = startRequester({ ...loopback, trustedCertificates: [certificate.cert] });
  expect(await (await fetch(receiver.origin)).text()).toBe('fine');
});

it('[AS8] an abort, or the end of the requester, closes the connection', async () => {
  const receiver = await startReceiver();
  const requester = startRequester();
  const stop = new AbortController();
  const [aborted, waiting] = [
    requester.fetch(receiver.origin, { signal: stop.signal }),
    requester.fetch(receiver.origin),
  ];
  const ends = Promise.allSettled([aborted, waiting]);
  await expect.poll(() => receiver.requests.length).toBe(2);
  stop.abort();
  await requester.close();
  expect((await ends).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  await Promise.all([receiver.closed(0), receiver.closed(1)]);
  await expect(requester.fetch(receiver.origin)).rejects.toThrow();
});
