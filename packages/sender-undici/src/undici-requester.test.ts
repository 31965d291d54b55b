import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import type { GuardedRequest, GuardedRequester } from '@botwright/core/ports';
import { expect, it, onTestFinished } from 'vitest';
import { loopback } from '../test/attempt.ts';
import { blockedTargets } from '../test/forbidden-targets.ts';
import { answer, startReceiver } from '../test/receiver.ts';
import type { TransportOptions } from './transport/transport.ts';
import { undiciRequester } from './undici-requester.ts';

function startRequester(options: TransportOptions = loopback): GuardedRequester {
  const requester = undiciRequester(options);
  onTestFinished(() => requester.close());
  return requester;
}

function get(url: string, changes: Partial<GuardedRequest> = {}): GuardedRequest {
  return { method: 'GET', url, headers: {}, timeoutMs: 2_000, maxBytes: 1_000, ...changes };
}

const text = (value: string): Uint8Array => new TextEncoder().encode(value);
const failed = (reason: string): unknown => ({ kind: 'failed', reason });

it.for<[Partial<GuardedRequest>, string, string]>([
  [{ method: 'GET' }, 'GET', ''],
  [{ method: 'DELETE' }, 'DELETE', ''],
  [{ method: 'POST' }, 'POST', 'content-length: 0'],
  [{ method: 'GET', body: text('{}') }, 'GET', 'content-length: 2'],
  [{ method: 'POST', body: text('{}') }, 'POST', 'content-length: 2'],
  [{ method: 'PUT', body: text('{}') }, 'PUT', 'content-length: 2'],
  [{ method: 'PATCH', body: text('{}') }, 'PATCH', 'content-length: 2'],
  [{ method: 'DELETE', body: text('{}') }, 'DELETE', 'content-length: 2'],
])('[SN28] %j goes out as it is', async ([changes, method, length]) => {
  const receiver = await startReceiver({
    onRequest: (socket) => socket.write(answer(200, 'fine', 'x-a: 1\r\nX-A: 2\r\n')),
  });
  const headers = { 'X-Author': 'yes', Authorization: 'Bearer ' };

  expect(await startRequester().request(get(`${receiver.origin}/?q=1`, { headers, ...changes }))).toEqual({
    kind: 'answered',
    status: 200,
    headers: { 'content-length': '4', 'x-a': '1, 2' },
    body: text('fine'),
  });

  const lines = [
    `${method} /?q=1 HTTP/1.1`,
    `host: 127.0.0.1:${receiver.port}`,
    'connection: close',
    'X-Author: yes',
    'Authorization: Bearer ',
    ...(length === '' ? [] : [length]),
  ];
  expect(receiver.requests.map(({ head, body }) => ({ lines: head.split('\r\n'), body: body.toString() }))).toEqual([
    { lines, body: changes.body === undefined ? '' : '{}' },
  ]);
  await receiver.closed();
});

it.for([301, 302, 307, 404, 500])('[SN3][SN28] an answer of %i is an answer', async (status) => {
  const elsewhere = await startReceiver();
  const location = `location: ${elsewhere.origin}/\r\n`;
  const receiver = await startReceiver({ onRequest: (socket) => socket.write(answer(status, 'no', location)) });
  expect(await startRequester().request(get(receiver.origin))).toEqual({
    kind: 'answered',
    status,
    headers: { 'content-length': '2', location: `${elsewhere.origin}/` },
    body: text('no'),
  });
  expect(elsewhere.connections).toHaveLength(0);
});

it('[SN28] a header called __proto__ is a header', async () => {
  const receiver = await startReceiver({ onRequest: (socket) => socket.write(answer(200, '', '__proto__: x\r\n')) });
  const answered = await startRequester().request(get(receiver.origin));
  expect(Object.entries('headers' in answered ? answered.headers : {})).toEqual([
    ['__proto__', 'x'],
    ['content-length', '0'],
  ]);
});

it('[SN29] a body of just as many bytes as are wanted is read', async () => {
  const receiver = await startReceiver({ onRequest: (socket) => socket.write(answer(200, 'x'.repeat(1_000))) });
  expect(await startRequester().request(get(receiver.origin))).toMatchObject({ body: text('x'.repeat(1_000)) });
});

it.for<[string, string]>([
  ['declared', `content-length: 1001\r\n\r\n${'x'.repeat(1_001)}`],
  ['declared and never sent', 'content-length: 1000000000\r\n\r\n'],
  ['undeclared', `\r\n${'x'.repeat(1_001)}`],
  ['chunked', `transfer-encoding: chunked\r\n\r\n3e9\r\n${'x'.repeat(1_001)}\r\n`],
])('[SN29] a longer body, %s, is too large, and the connection is closed', async ([, rest]) => {
  const receiver = await startReceiver({ onRequest: (socket) => socket.write(`HTTP/1.1 200 OK\r\n${rest}`) });
  expect(await startRequester().request(get(receiver.origin))).toEqual(failed('too_large'));
  await receiver.closed();
});

it.for<[string, string, string]>([
  ['no body', 'content-length: 5\r\n\r\n', ''],
  ['half a body', 'content-length: 5\r\n\r\n12', '12'],
  ['half a chunk', 'transfer-encoding: chunked\r\n\r\n5\r\n12', '12'],
  ['no chunk', 'transfer-encoding: chunked\r\n\r\nno chunk\r\n', ''],
  ['a chunk of a wrong size', 'transfer-encoding: chunked\r\n\r\n2\r\n12\r\n9\r\n34\r\n0\r\n\r\n', '1234\r\n0\r\n\r\n'],
  ['a head too long', `x: ${'y'.repeat(17_000)}\r\n\r\n12`, ''],
  ['half a head', 'x: y\r\n', ''],
])('[SN41] an answer that ends with %s has answered, with the body that could be read', async ([, rest, body]) => {
  for (const status of [200, 503]) {
    const receiver = await startReceiver({ onRequest: (socket) => socket.end(`HTTP/1.1 ${status} X\r\n${rest}`) });
    const answered = await startRequester().request(get(receiver.origin));
    expect(answered).toMatchObject({ kind: 'answered', status, body: text(body) });
  }
});

it.for<[string, string]>([
  ['the same length twice', 'content-length: 4\r\ncontent-length: 4\r\nx: y\r\n\r\nfine'],
  ['a length beside chunks', 'content-length: 9\r\nx: y\r\ntransfer-encoding: chunked\r\n\r\n4\r\nfine\r\n0\r\n\r\n'],
  ['a folded header', 'x:\r\n y\r\ncontent-length: 4\r\n\r\nfine'],
  ['bare line feeds', 'x: y\ncontent-length: 4\n\nfine'],
  ['a line that is no header', 'x: y\r\nno header\r\ncontent-length: 4\r\n\r\nfine'],
  ['a control character', 'x:\u0001y\r\ncontent-length: 4\r\n\r\nfine'],
  ['more after its body', 'x: y\r\ncontent-length: 4\r\n\r\nfine and more'],
  ['an upgrade', 'connection: upgrade\r\nupgrade: h2c\r\nx: y\r\ncontent-length: 4\r\n\r\nfine'],
])('[SN41] the head and the body of an answer with %s are read', async ([, rest]) => {
  const receiver = await startReceiver({ onRequest: (socket) => socket.end(`HTTP/1.1 200 OK\r\n${rest}`) });
  const answered = await startRequester().request(get(receiver.origin));
  expect(answered).toMatchObject({ kind: 'answered', status: 200, headers: { x: 'y' }, body: text('fine') });
});

const chunked = 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n';

it.for<[string, string, string]>([
  ['bare line feeds', '4\nfine\n0\n\n', 'fine'],
  ['a bare line feed after a size', '2\nfi\r\n2\r\nne\r\n0\r\n\r\n', 'fine'],
  ['a bare line feed after data', '2\r\nfi\n2\r\nne\r\n0\r\n\r\n', 'fine'],
  ['line feeds within', '5\nfi\nne\n0\n\n', 'fi\nne'],
  ['bare line feeds after the last', '4\r\nfine\r\n0\n\n', 'fine'],
  ['no empty line after the last', '4\nfine\n0\n', 'fine'],
  ['extensions', '004 ;a="b"\nfine\n0;c\n\n', 'fine'],
  ['a trailer', '4\nfine\n0\nx: y\nno trailer\n\n', 'fine'],
  ['sizes in capitals', `1A\n${'f'.repeat(26)}\n0\n\n`, 'f'.repeat(26)],
  ['a wrong size behind a right one', '4\nfine\nzz\nno\n0\n\n', 'fine'],
  ['a size without end', `4\nfine\n${'0'.repeat(3_000)}`, 'fine'],
])('[SN45] chunks with %s are read, in one piece and byte by byte', async ([, body, expected]) => {
  for (const pieces of [[chunked + body], [chunked, ...body], [`${chunked}${body.slice(0, 1)}`, body.slice(1)]]) {
    const receiver = await startReceiver({
      async onRequest(socket) {
        for (const piece of pieces) await new Promise((written) => socket.write(piece, written));
        socket.end();
      },
    });
    const answered = await startRequester().request(get(receiver.origin));
    expect(answered).toMatchObject({ kind: 'answered', status: 200, body: text(expected) });
  }
});

it('[SN41] an answer that is reset has answered, with the body that came before', async () => {
  const receiver = await startReceiver({
    onRequest: (socket) =>
      socket.write('HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nfine', () =>
        setTimeout(() => socket.resetAndDestroy(), 50),
      ),
  });
  expect(await startRequester().request(get(receiver.origin))).toMatchObject({ status: 200, body: text('fine') });
});

it('[SN40] informational answers without end have failed', async () => {
  const receiver = await startReceiver({
    onRequest: (socket) => socket.write('HTTP/1.1 103 Early Hints\r\n\r\n'.repeat(101) + answer(200)),
  });
  expect(await startRequester().request(get(receiver.origin))).toEqual(failed('connect'));
});

it('[SN28] a body that ends with the connection is whole', async () => {
  const receiver = await startReceiver({ onRequest: (socket) => socket.end('HTTP/1.1 200 OK\r\n\r\nfine') });
  expect(await startRequester().request(get(receiver.origin))).toMatchObject({ kind: 'answered', body: text('fine') });
});

it.for([
  ['no head', ''],
  ['half a body', 'HTTP/1.1 200 OK\r\ncontent-length: 5\r\n\r\n12'],
])('[SN30] the time-out covers the whole answer: %s', async ([, sent]) => {
  const receiver = await startReceiver({ onRequest: (socket) => socket.write(sent ?? '') });
  expect(await startRequester().request(get(receiver.origin, { timeoutMs: 200 }))).toEqual(failed('timeout'));
  await receiver.closed();
});

it('[SN30] closing abandons a request in the middle of its answer', async () => {
  const reached = Promise.withResolvers<void>();
  const receiver = await startReceiver({
    onRequest: (socket) => socket.write('HTTP/1.1 200 OK\r\ncontent-length: 5\r\n\r\n12', () => reached.resolve()),
  });
  const requester = startRequester();
  const waiting = requester.request(get(receiver.origin));
  await reached.promise;
  await requester.close();
  expect(await waiting).toEqual({ kind: 'abandoned' });
  await receiver.closed();
});

it('[SN28] the requester has the guard of the sender', async () => {
  const requester = startRequester({ resolver: { resolve: async () => ['1.1.1.1', '10.0.0.1'] } });
  const outcomes = await Promise.all(blockedTargets.map((url) => requester.request(get(url))));
  expect(outcomes).toEqual(blockedTargets.map(() => failed('blocked')));
  expect(await requester.request(get('http://hooks.example/'))).toEqual(failed('blocked'));
  expect(await requester.request(get('ftp://hooks.example/'))).toEqual(failed('malformed'));
  expect(await requester.request(get('http://hooks.example/', { headers: { Host: 'x' } }))).toEqual(
    failed('malformed'),
  );
});

/** Answers by the path: `/3` redirects to `/2`; `/0` is the end. */
async function startCountdown(status = 307) {
  return startReceiver({
    onRequest: (socket, { head }) => {
      const left = Number(/^\w+ \/(\d+)/.exec(head)?.[1]);
      socket.write(left === 0 ? answer(200, 'there') : answer(status, 'moved', `location: /${left - 1}\r\n`));
    },
  });
}

it('[SN42] as many redirects are followed as the request says, each over a connection of its own', async () => {
  const receiver = await startCountdown();
  const ask = (path: string): Promise<unknown> =>
    startRequester().request(get(receiver.origin + path, { method: 'POST', body: text('{}'), redirects: 5 }));

  expect(await ask('/5')).toMatchObject({ kind: 'answered', status: 200, body: text('there') });
  expect(receiver.requests.map(({ head, body }) => [head.split(' HTTP')[0], body.toString()])).toEqual(
    ['/5', '/4', '/3', '/2', '/1', '/0'].map((path) => [`POST ${path}`, '{}']),
  );
  expect(receiver.connections).toHaveLength(6);
  expect(await ask('/6')).toMatchObject({ kind: 'answered', status: 307, body: text('moved') });
});

it('[SN42] a redirect to itself ends', async () => {
  const receiver = await startReceiver({ onRequest: (socket) => socket.write(answer(302, '', 'location: /\r\n')) });
  const answered = await startRequester().request(get(receiver.origin, { redirects: 5 }));
  expect(answered).toMatchObject({ kind: 'answered', status: 302 });
  expect(receiver.requests).toHaveLength(6);
});

it('[SN42][SN43] a redirect to another origin has a GET without body, and no credentials', async () => {
  const elsewhere = await startReceiver({ onRequest: (socket) => socket.write(answer(200, 'fine')) });
  const receiver = await startReceiver({
    onRequest: (socket) => socket.write(answer(303, '', `Location: ${elsewhere.origin}/x\r\n`)),
  });
  const answered = await startRequester().request(
    get(receiver.origin, {
      method: 'POST',
      headers: { Authorization: 'Bearer x', cookie: 'a=b', 'content-type': 'text/plain', 'x-own': 'y' },
      body: text('hello'),
      redirects: 5,
    }),
  );
  expect(answered).toMatchObject({ kind: 'answered', status: 200, body: text('fine') });
  expect(elsewhere.requests).toEqual([
    {
      head: `GET /x HTTP/1.1\r\nhost: 127.0.0.1:${elsewhere.port}\r\nconnection: close\r\nx-own: y`,
      body: Buffer.alloc(0),
    },
  ]);
});

it.for([
  ['http://169.254.169.254/latest', 'blocked'],
  ['http://0xa9fea9fe/', 'blocked'],
  ['//10.0.0.1/', 'blocked'],
  ['http://intern.example/', 'blocked'],
  ['http://user:secret@127.0.0.1/', 'malformed'],
  ['file:///etc/passwd', 'malformed'],
  ['gopher://127.0.0.1/', 'malformed'],
  ['javascript:1', 'malformed'],
] as const)('[SN42] the target of a redirect is checked: %s', async ([location, reason]) => {
  const receiver = await startReceiver({
    onRequest: (socket) => socket.write(answer(307, '', `location: ${location}\r\n`)),
  });
  const requester = startRequester({ ...loopback, resolver: { resolve: async () => ['10.0.0.1'] } });
  expect(await requester.request(get(receiver.origin, { redirects: 5 }))).toEqual(failed(reason));
});

it('[SN42] one time-out covers all redirects, and the body of a redirect is not awaited', async () => {
  const receiver = await startReceiver({
    onRequest: (socket) =>
      setTimeout(() => socket.write('HTTP/1.1 302 X\r\nlocation: /\r\ncontent-length: 1000000000\r\n\r\n'), 150),
  });
  expect(await startRequester().request(get(receiver.origin, { timeoutMs: 400, redirects: 100 }))).toEqual(
    failed('timeout'),
  );
  expect(receiver.requests.length).toBeLessThan(5);
});

const words = 'many words, '.repeat(40);
const encodings: readonly (readonly [string, Buffer])[] = [
  ['gzip', gzipSync(words)],
  ['GZIP', gzipSync(words)],
  ['deflate', deflateSync(words)],
  ['br', brotliCompressSync(words)],
];

function startEncoded(encoding: string, body: Buffer) {
  return startReceiver({
    onRequest: (socket) =>
      socket.end(
        Buffer.concat([
          Buffer.from(`HTTP/1.1 200 OK\r\ncontent-encoding: ${encoding}\r\ncontent-length: ${body.length}\r\n\r\n`),
          body,
        ]),
      ),
  });
}

it.for(encodings)('[SN44] a body encoded as %s is decoded', async ([encoding, body]) => {
  const receiver = await startEncoded(encoding, body);
  expect(await startRequester().request(get(receiver.origin))).toMatchObject({ status: 200, body: text(words) });
});

it.for<readonly [string, Buffer, string]>([
  ['gzip', Buffer.from('plain'), ''],
  ['gzip', gzipSync('abc', { level: 0 }).subarray(0, 17), 'ab'],
  ['deflate', deflateSync('abc', { level: 0 }).subarray(0, 8), 'a'],
  ['br', Buffer.from('plain, plain'), ''],
  ['gzip', Buffer.alloc(0), ''],
  ['identity', Buffer.from('plain'), 'plain'],
  ['odd', Buffer.from('plain'), 'plain'],
])('[SN41][SN44] of a body that is no whole %s, what can be decoded is read', async ([encoding, body, read]) => {
  const receiver = await startEncoded(encoding, body);
  expect(await startRequester().request(get(receiver.origin))).toMatchObject({ status: 200, body: text(read) });
});

it('[SN29][SN44] a body that is too large when it is decoded is too large', async () => {
  const receiver = await startEncoded('gzip', gzipSync(Buffer.alloc(50_000_000)));
  expect(await startRequester().request(get(receiver.origin, { maxBytes: 100_000 }))).toEqual(failed('too_large'));
});
