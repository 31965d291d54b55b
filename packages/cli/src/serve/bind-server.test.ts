import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, it } from 'vitest';
import { bindServer, timeLimits } from './bind-server.ts';

const place = { host: '127.0.0.1', port: 0, flag: '--port' } as const;
const short = { ...timeLimits, headersTimeout: 50, requestTimeout: 100, connectionsCheckingInterval: 10 };

it('[SV17] gives a head 10 seconds and a request 60', async () => {
  const { server } = await bindServer(place);
  expect([server.headersTimeout, server.requestTimeout]).toEqual([10_000, 60_000]);
  server.close();
});

it.for([
  ['a head', 'GET / HTTP/1.1\r\nhost: x\r\n'],
  ['a body', 'POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 9\r\n\r\n1234'],
] as const)('[SV17] ends %s that does not come', async ([, text]) => {
  const { server, origin, open } = await bindServer(place, short);
  open((request) => request.resume());
  const socket = connect(Number(new URL(origin).port), '127.0.0.1').setEncoding('utf8');
  socket.write(text);
  const [answer] = await once(socket, 'data');
  expect(answer).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\n/);
  if (!socket.closed) await once(socket, 'close');
  server.close();
});

it('[SV4] answers 503 until it is opened', async () => {
  const { server, origin, open } = await bindServer(place);
  const statuses = [(await fetch(origin)).status];
  open((_request, response) => response.end());
  statuses.push((await fetch(origin)).status);
  expect(statuses).toEqual([503, 200]);
  server.close();
});

it.for([
  ['127.0.0.1', /^http:\/\/127\.0\.0\.1:\d+$/],
  ['0.0.0.0', /^http:\/\/127\.0\.0\.1:\d+$/],
  ['localhost', /^http:\/\/(127\.0\.0\.1|\[::1\]):\d+$/],
] as const)('[SV1] %s is reached at %s', async ([host, origin]) => {
  const bound = await bindServer({ ...place, host });
  expect(bound.origin).toMatch(origin);
  bound.server.close();
});
