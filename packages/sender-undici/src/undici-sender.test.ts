import { randomBytes } from 'node:crypto';
import type { Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { attempt, loopback, startSender } from '../test/attempt.ts';
import { makeCertificate } from '../test/certificate.ts';
import { answer, startReceiver } from '../test/receiver.ts';

const ok = (socket: Socket): void => void socket.write(answer(200));
const answered = (status: number): unknown => ({ kind: 'answered', status });
const failed = (reason: string): unknown => ({ kind: 'failed', reason });

it('[SN2][SN7] one request, written whole, says that the connection ends with it', async () => {
  const receiver = await startReceiver({ onRequest: ok });
  const sender = startSender();

  expect(await sender.send(attempt(`${receiver.origin}/hook?a=1`, { headers: { 'x-delivery-attempt': '1' } }))).toEqual(
    answered(200),
  );

  expect(receiver.requests).toEqual([
    {
      head: [
        'POST /hook?a=1 HTTP/1.1',
        `host: 127.0.0.1:${receiver.port}`,
        'connection: close',
        'x-delivery-attempt: 1',
        'content-length: 15',
      ].join('\r\n'),
      body: Buffer.from('{"messages":[]}'),
    },
  ]);
});

it('[SN2] a receiver that would keep the connection finds it closed, and gets a new one each time', async () => {
  const receiver = await startReceiver({
    onRequest: (socket) => socket.write(answer(204, '', 'connection: keep-alive\r\nkeep-alive: timeout=60\r\n')),
  });
  const sender = startSender();

  for (const place of [0, 1, 2]) {
    expect(await sender.send(attempt(receiver.origin))).toEqual(answered(204));
    await receiver.closed(place);
  }
  expect(receiver.connections).toHaveLength(3);
});

it('[SN2] attempts to one target at once do not share a connection', async () => {
  const receiver = await startReceiver({ onRequest: ok });
  const sender = startSender();

  const outcomes = await Promise.all(Array.from({ length: 20 }, () => sender.send(attempt(receiver.origin))));

  expect(outcomes).toEqual(Array(20).fill(answered(200)));
  expect(receiver.connections).toHaveLength(20);
});

it('[SN2][SN11] a connection lost at once is not opened a second time', async () => {
  const receiver = await startReceiver({ onConnect: (socket) => socket.resetAndDestroy() });
  const sender = startSender();

  expect(await sender.send(attempt(receiver.origin))).toEqual(failed('connect'));
  expect(receiver.connections).toHaveLength(1);
});

it.for([200, 201, 204, 226, 299, 300, 304, 400, 401, 404, 410, 429, 500, 502, 503, 599, 999])(
  '[SN1][SN4] an answer of %i is that outcome',
  async (status) => {
    const receiver = await startReceiver({ onRequest: (socket) => socket.write(answer(status)) });
    expect(await startSender().send(attempt(receiver.origin))).toEqual(answered(status));
  },
);

it.for([301, 302, 303, 307, 308])('[SN3] a redirect by %i is an answer, and is not followed', async (status) => {
  const elsewhere = await startReceiver({ onRequest: ok });
  const receiver = await startReceiver({
    onRequest: (socket) => socket.write(answer(status, '', `location: ${elsewhere.origin}/\r\n`)),
  });

  expect(await startSender().send(attempt(receiver.origin))).toEqual(answered(status));
  await receiver.closed();
  expect(elsewhere.connections).toHaveLength(0);
});

it('[SN4] the outcome does not wait for the body of the answer', async () => {
  const receiver = await startReceiver({
    onRequest: (socket) => socket.write('HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\n12345'),
  });
  expect(await startSender().send(attempt(receiver.origin))).toEqual(answered(200));
});

it('[SN4] an answer that comes before the request was read counts', async () => {
  const receiver = await startReceiver({ onConnect: (socket) => socket.once('data', () => socket.write(answer(413))) });
  const body = randomBytes(64);
  expect(await startSender().send(attempt(receiver.origin, { body }))).toEqual(answered(413));
});

const informational: [string, string[]][] = [
  ['100', ['HTTP/1.1 100 Continue\r\n\r\n']],
  ['100 with headers', ['HTTP/1.1 100 Continue\r\nserver: old\r\nx: y\r\n\r\n']],
  ['100 twice', ['HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 100 Continue\r\n\r\n']],
  ['100 in pieces', ['HT', 'TP/1.1 1', '00 Continue\r', '\n\r', '\n']],
  ['102', ['HTTP/1.1 102 Processing\r\n\r\n']],
  ['103', ['HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n']],
  ['100, 102, 103', ['HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 102 P\r\n\r\n', 'HTTP/1.1 103 E\r\n\r\n']],
];

it.for(informational)('[SN5] informational answers (%s) do not count', async ([, pieces]) => {
  const receiver = await startReceiver({
    onRequest: async (socket) => {
      for (const piece of pieces) {
        socket.write(piece);
        await wait(5);
      }
      socket.write(answer(202));
    },
  });
  expect(await startSender().send(attempt(receiver.origin))).toEqual(answered(202));
});

it.for(informational)(
  '[SN5] informational answers (%s) in one piece with the answer do not count',
  async ([, pieces]) => {
    const receiver = await startReceiver({ onRequest: (socket) => socket.write(pieces.join('') + answer(202)) });
    expect(await startSender().send(attempt(receiver.origin))).toEqual(answered(202));
  },
);

it.for(informational)('[SN5][SN10][SN11] informational answers (%s) alone are no answer', async ([, pieces]) => {
  const silent = await startReceiver({ onRequest: (socket) => socket.write(pieces.join('')) });
  const closing = await startReceiver({ onRequest: (socket) => socket.end(pieces.join('')) });
  const sender = startSender();
  expect(await sender.send(attempt(silent.origin, { timeoutMs: 150 }))).toEqual(failed('timeout'));
  expect(await sender.send(attempt(closing.origin))).toEqual(failed('connect'));
});

it('[SN5][SN11] switching protocols unasked is no answer', async () => {
  const receiver = await startReceiver({
    onRequest: (socket) => socket.write('HTTP/1.1 101 Switching\r\nconnection: upgrade\r\nupgrade: other\r\n\r\n'),
  });
  expect(await startSender().send(attempt(receiver.origin))).toEqual(failed('connect'));
});

it('[SN6] the body of the answer is read to its end while it is small and quick', async () => {
  const received = Promise.withResolvers<string>();
  const receiver = await startReceiver({
    onRequest: (socket) => {
      socket.on('close', (hadError) => received.resolve(hadError ? 'reset' : 'closed'));
      socket.write('HTTP/1.1 200 OK\r\ncontent-length: 60000\r\n\r\n');
      setImmediate(() => socket.write(Buffer.alloc(60_000)));
    },
  });
  expect(await startSender().send(attempt(receiver.origin))).toEqual(answered(200));
  expect(await received.promise).toBe('closed');
});

it.for([
  ['of a declared length', 'content-length: 1000000000'],
  ['of no declared length', 'x-length: none'],
  ['in chunks', 'transfer-encoding: chunked'],
])('[SN6] a body without end, %s, is cut off', async ([, header]) => {
  let written = 0;
  const chunk = header === 'transfer-encoding: chunked' ? `10000\r\n${'x'.repeat(65_536)}\r\n` : 'x'.repeat(65_536);
  const receiver = await startReceiver({
    onRequest: (socket) => {
      socket.write(`HTTP/1.1 200 OK\r\n${header}\r\n\r\n`);
      const pour = (): void => {
        while (!socket.destroyed && socket.write(chunk)) written += chunk.length;
      };
      socket.on('drain', pour);
      pour();
    },
  });
  expect(await startSender().send(attempt(receiver.origin))).toEqual(answered(200));
  await receiver.closed();
  expect(written).toBeLessThan(32 * 1_048_576);
});

it('[SN6] a body that drips is cut off after a second, and disturbs nothing before', async () => {
  const receiver = await startReceiver({
    onRequest: (socket) => {
      socket.write('HTTP/1.1 200 OK\r\ncontent-length: 1000\r\n\r\n');
      const drip = setInterval(() => socket.write('x'), 50);
      socket.on('close', () => clearInterval(drip));
    },
  });
  const started = performance.now();
  expect(await startSender().send(attempt(receiver.origin, { timeoutMs: 500 }))).toEqual(answered(200));
  await receiver.closed();
  const elapsed = performance.now() - started;
  expect(elapsed).toBeGreaterThan(900);
  // The whole body would take fifty seconds.
  expect(elapsed).toBeLessThan(20_000);
});

it('[SN6] what breaks in the body after the head breaks nothing here', async () => {
  const receiver = await startReceiver({
    onRequest: (socket) => {
      socket.write('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nno chunk\r\n');
      setImmediate(() => socket.resetAndDestroy());
    },
  });
  expect(await startSender().send(attempt(receiver.origin))).toEqual(answered(200));
  await receiver.closed();
});

it('[SN7] the body goes out byte for byte, on every attempt', async () => {
  const receiver = await startReceiver({ onRequest: ok });
  const sender = startSender();
  const body = randomBytes(1_000_000);
  const copy = Buffer.from(body);

  await sender.send(attempt(receiver.origin, { body }));
  await sender.send(attempt(receiver.origin, { body }));
  await sender.send(attempt(receiver.origin, { body: new Uint8Array(body.buffer, body.byteOffset + 7, 9) }));
  await sender.send(attempt(receiver.origin, { body: new Uint8Array() }));

  const bodies = receiver.requests.map((request) => request.body);
  expect(bodies.map(({ length }) => length)).toEqual([1_000_000, 1_000_000, 9, 0]);
  expect(bodies[0]?.equals(copy) && bodies[1]?.equals(copy) && bodies[2]?.equals(copy.subarray(7, 16))).toBe(true);
  expect(receiver.requests[3]?.head).toContain('\r\ncontent-length: 0');
});

it('[SN8] an empty token keeps its space on the wire', async () => {
  const receiver = await startReceiver({ onRequest: ok });
  const headers = {
    authorization: 'Token ',
    'user-agent': 'acme/webhooks',
    'x-tab': '\ta\t',
    'x-latin': 'caf\u00e9',
    'x-empty': '',
  };
  expect(await startSender().send(attempt(receiver.origin, { headers }))).toEqual(answered(200));

  const lines = receiver.requests[0]?.head.split('\r\n').slice(3, -1);
  expect(lines).toEqual([
    'authorization: Token ',
    'user-agent: acme/webhooks',
    'x-tab: \ta\t',
    'x-latin: caf\u00e9',
    'x-empty: ',
  ]);
});

it.for<Readonly<Record<string, string>>>([
  { authorization: 'Token a\r\nx-injected: 1' },
  { authorization: 'Token a\nx-injected: 1' },
  { authorization: 'Token a\rx-injected: 1' },
  { authorization: 'Token a\r\n\r\nGET / HTTP/1.1' },
  { authorization: 'Token \u0000' },
  { authorization: 'Token \u007f' },
  { authorization: 'Token \u010a' },
  { authorization: 'Token \ud83d\ude00' },
  { authorization: 'Token a\u560d\u560a' },
  { '': 'x' },
  { 'x y': 'x' },
  { 'x:y': 'x' },
  { 'x\r\ny': 'x' },
  { 'caf\u00e9': 'x' },
  { host: 'internal' },
  { 'Content-Length': '3' },
  { 'transfer-encoding': 'chunked' },
  { connection: 'keep-alive' },
  { 'keep-alive': 'timeout=5' },
  { upgrade: 'h2c' },
  { expect: '100-continue' },
  { te: 'trailers' },
  { trailer: 'x' },
  { 'proxy-authorization': 'Basic eA==' },
  { 'proxy-connection': 'keep-alive' },
])('[SN9] nothing is sent with the header %j', async (headers) => {
  const receiver = await startReceiver({ onRequest: ok });
  expect(await startSender().send(attempt(receiver.origin, { headers }))).toEqual(failed('malformed'));
  expect(receiver.connections).toHaveLength(0);
});

it.for<[string, (socket: Socket) => void]>([
  ['closes after the request', (socket) => socket.end()],
  ['resets after the request', (socket) => socket.resetAndDestroy()],
  ['closes within the status line', (socket) => socket.end('HTTP/1.1 20')],
  ['closes within the digits of its status', (socket) => socket.end('HTTP/1.1 200')],
  ['answers something else', (socket) => socket.end('SSH-2.0-OpenSSH_9.9\r\n')],
  ['answers something else and stays', (socket) => socket.write('220 mail.example ESMTP\r\n')],
  ['answers without a status', (socket) => socket.write('HTTP/1.1 \r\n\r\n')],
  ['answers with a status of four digits', (socket) => socket.write('HTTP/1.1 2000 OK\r\n\r\n')],
  ['answers with a status below 100', (socket) => socket.write('HTTP/1.1 099 Odd\r\n\r\n')],
  ['sends a status line without a status that never ends', (socket) => socket.write(`HTTP/1.1 ${' '.repeat(100)}`)],
])('[SN1][SN11] a receiver that %s has failed to connect', async ([, onRequest]) => {
  const receiver = await startReceiver({ onRequest });
  expect(await startSender().send(attempt(receiver.origin))).toEqual(failed('connect'));
  await receiver.closed();
  expect(receiver.connections).toHaveLength(1);
});

const oddHeads: [string, (status: number) => string][] = [
  ['the same length twice', (status) => `HTTP/1.1 ${status} X\r\ncontent-length: 2\r\ncontent-length: 2\r\n\r\nok`],
  ['two lengths', (status) => `HTTP/1.1 ${status} X\r\nContent-Length: 2\r\ncontent-length: 7\r\n\r\nok`],
  ['a list of lengths', (status) => `HTTP/1.1 ${status} X\r\ncontent-length: 2, 2\r\n\r\nok`],
  ['a length that is no number', (status) => `HTTP/1.1 ${status} X\r\ncontent-length: two\r\n\r\nok`],
  ['a length below zero', (status) => `HTTP/1.1 ${status} X\r\ncontent-length: -1\r\n\r\nok`],
  ['an enormous length', (status) => `HTTP/1.1 ${status} X\r\ncontent-length: ${'9'.repeat(40)}\r\n\r\nok`],
  [
    'a length beside chunks',
    (status) => `HTTP/1.1 ${status} X\r\ncontent-length: 5\r\ntransfer-encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n`,
  ],
  [
    'chunked twice',
    (status) =>
      `HTTP/1.1 ${status} X\r\ntransfer-encoding: chunked\r\ntransfer-encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n`,
  ],
  ['an unknown encoding', (status) => `HTTP/1.1 ${status} X\r\ntransfer-encoding: odd\r\n\r\nok`],
  ['a folded header', (status) => `HTTP/1.1 ${status} X\r\nx-long: a\r\n  b\r\n\tc\r\n\r\nok`],
  ['a header folded onto the status line', (status) => `HTTP/1.1 ${status} X\r\n folded\r\nx: y\r\n\r\nok`],
  ['bare line feeds', (status) => `HTTP/1.1 ${status} X\nx: y\ncontent-length: 2\n\nok`],
  ['one bare line feed', (status) => `HTTP/1.1 ${status} X\r\nx: y\ncontent-length: 2\r\n\r\nok`],
  ['a line without a colon', (status) => `HTTP/1.1 ${status} X\r\nno colon\r\n\r\nok`],
  ['a header without a name', (status) => `HTTP/1.1 ${status} X\r\n: y\r\n\r\nok`],
  ['a space before a colon', (status) => `HTTP/1.1 ${status} X\r\ncontent-length : 2\r\n\r\nok`],
  ['a name that is no token', (status) => `HTTP/1.1 ${status} X\r\nx(y): z\r\n\r\nok`],
  ['control characters', (status) => `HTTP/1.1 ${status} X\r\nx: a\u0000b\u0007c\rd\r\n\r\nok`],
  ['no reason phrase', (status) => `HTTP/1.1 ${status}\r\ncontent-length: 2\r\n\r\nok`],
  ['control characters in the reason phrase', (status) => `HTTP/1.1 ${status} \u0000\u0001\r\n\r\nok`],
  ['two spaces before the status', (status) => `HTTP/1.1  ${status} X\r\n\r\nok`],
  ['an older version', (status) => `HTTP/1.0 ${status} X\r\ntransfer-encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n`],
  ['a version that is not its own', (status) => `HTTP/2 ${status}\r\n\r\nok`],
  ['a protocol in small letters', (status) => `http/1.1 ${status} X\r\n\r\nok`],
  ['empty lines before the status', (status) => `\r\n\r\n\nHTTP/1.1 ${status} X\r\n\r\nok`],
  [
    'an upgrade that nobody asked for',
    (status) => `HTTP/1.1 ${status} X\r\nconnection: upgrade\r\nupgrade: h2c\r\n\r\nok`,
  ],
  ['a header of 17 KB', (status) => `HTTP/1.1 ${status} X\r\nx: ${'y'.repeat(17_000)}\r\n\r\nok`],
  ['headers without end', (status) => `HTTP/1.1 ${status} X\r\n${'x: yyyyyyyy\r\n'.repeat(4_000)}`],
  ['wrong sizes of chunks', (status) => `HTTP/1.1 ${status} X\r\ntransfer-encoding: chunked\r\n\r\nzz\r\nok\r\n`],
  ['a second response', (status) => `HTTP/1.1 ${status} X\r\ncontent-length: 0\r\n\r\nHTTP/1.1 200 OK\r\n\r\n`],
  ['a body where none may be', (status) => `HTTP/1.1 ${status} X\r\ncontent-length: 0\r\n\r\nok`],
  [
    'a body that is no gzip',
    (status) => `HTTP/1.1 ${status} X\r\ncontent-encoding: gzip\r\ncontent-length: 2\r\n\r\nok`,
  ],
];
const cutOff: [string, string][] = [
  ['within the status line', 'HTTP/1.1 STATUS Serv'],
  ['after the status line', 'HTTP/1.1 STATUS X\r\n'],
  ['within a header', 'HTTP/1.1 STATUS X\r\ncontent-le'],
  ['before the empty line', 'HTTP/1.1 STATUS X\r\ncontent-length: 2\r\n'],
  ['before the body', 'HTTP/1.1 STATUS X\r\ncontent-length: 2\r\n\r\n'],
  ['within a chunk', 'HTTP/1.1 STATUS X\r\ntransfer-encoding: chunked\r\n\r\n5\r\nab'],
];

it.for(oddHeads.flatMap(([name, write]) => [200, 503].map((status) => [name, status, write(status)] as const)))(
  '[SN41] a response with %s has answered by its status %i',
  async ([, status, response]) => {
    const whole = await startReceiver({ onRequest: (socket) => socket.end(response, 'latin1') });
    const inPieces = await startReceiver({
      onRequest: async (socket) => {
        for (const byte of response.slice(0, 120)) await new Promise((sent) => socket.write(byte, 'latin1', sent));
        socket.end(response.slice(120), 'latin1');
      },
    });
    const sender = startSender();
    expect(await sender.send(attempt(whole.origin))).toEqual(answered(status));
    expect(await sender.send(attempt(inPieces.origin))).toEqual(answered(status));
  },
);

it.for(cutOff.flatMap(([name, sent]) => [204, 500].map((status) => [name, status, sent] as const)))(
  '[SN41] a response cut off %s has answered by its status %i, however the connection ends',
  async ([, status, sent]) => {
    const bytes = sent.replace('STATUS', String(status));
    const closing = await startReceiver({ onRequest: (socket) => socket.end(bytes) });
    const resetting = await startReceiver({
      onRequest: (socket) => socket.write(bytes, () => setTimeout(() => socket.resetAndDestroy(), 20)),
    });
    const sender = startSender();
    expect(await sender.send(attempt(closing.origin))).toEqual(answered(status));
    expect(await sender.send(attempt(resetting.origin))).toEqual(answered(status));
  },
);

it('[SN41] over TLS too', async () => {
  const certificate = await makeCertificate('hooks.example', '127.0.0.1');
  const receiver = await startReceiver({
    tls: certificate,
    onRequest: (socket) => socket.end('HTTP/1.1 503 X\r\ncontent-length: 2\r\ncontent-length: 2\r\n\r\nok'),
  });
  const sender = startSender({ ...loopback, trustedCertificates: [certificate.cert] });
  expect(await sender.send(attempt(receiver.origin))).toEqual(answered(503));
});

const early = 'HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n';

it.for<[string, string]>([
  ['100 of them', early.repeat(100)],
  ['of each kind', 'HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 102 Processing\r\n\r\nHTTP/1.1 199 Own\r\n\r\n'],
  ['long ones', `HTTP/1.1 103 Early Hints\r\nlink: ${'a'.repeat(16_000)}\r\n\r\n`.repeat(4)],
])('[SN5][SN40] the answer after informational ones is read: %s', async ([, before]) => {
  const receiver = await startReceiver({ onRequest: (socket) => socket.write(before + answer(202)) });
  expect(await startSender().send(attempt(receiver.origin))).toEqual(answered(202));
});

it.for<[string, string]>([
  ['101 informational answers', early.repeat(101)],
  ['informational answers of 64 KiB', `HTTP/1.1 102 P\r\nx: ${'a'.repeat(16_000)}\r\n\r\n`.repeat(5)],
  ['an informational answer of more than 16 KiB', `HTTP/1.1 103 E\r\n${'x: y\r\n'.repeat(3_000)}`],
  ['empty lines', '\r\n'.repeat(40_000)],
])('[SN40] %s before the status end the connection', async ([, before]) => {
  const receiver = await startReceiver({ onRequest: (socket) => socket.write(before) });
  expect(await startSender().send(attempt(receiver.origin, { timeoutMs: 20_000 }))).toEqual(failed('connect'));
  await receiver.closed();
});

it.for([
  early,
  'HTTP/1.1 100 Continue\r\n\r\n',
  'HTTP/1.1 102 Processing\r\n\r\n',
  '\r\n',
  'HTTP/1.1 103 ',
  'x: y\r\n',
])('[SN40] %j without end is not read without end', async (piece) => {
  let written = 0;
  const receiver = await startReceiver({
    onRequest: (socket) => {
      const chunk = piece.repeat(Math.ceil(65_536 / piece.length));
      const pour = (): void => {
        while (!socket.destroyed && socket.write(chunk)) written += chunk.length;
      };
      socket.on('drain', pour);
      pour();
    },
  });
  expect(await startSender().send(attempt(receiver.origin, { timeoutMs: 20_000 }))).toEqual(failed('connect'));
  await receiver.closed();
  expect(written).toBeLessThan(32 * 1_048_576);
});

it('[SN11] a port without a listener is a failed connection', async () => {
  const sender = startSender();
  expect(await sender.send(attempt('http://127.0.0.1:1/'))).toEqual(failed('connect'));
  expect(await sender.send(attempt('http://127.0.0.1:0/'))).toEqual(failed('connect'));
});

it.for<[string, (socket: Socket) => void]>([
  ['never answers', () => {}],
  ['stops within the head', (socket) => socket.write('HTTP/1.1 200 OK\r\ncontent-length: 0\r\n')],
  [
    'drips its head',
    (socket) => {
      const bytes = [...'HTTP/1.1 200 OK\r\ncontent-length: 0\r\nx-long: yyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyy'];
      const drip = setInterval(() => socket.write(bytes.shift() ?? 'y'), 10);
      socket.on('close', () => clearInterval(drip));
    },
  ],
  [
    'says again and again that it is at work',
    (socket) => {
      const drip = setInterval(() => socket.write('HTTP/1.1 102 Processing\r\n\r\n'), 20);
      socket.on('close', () => clearInterval(drip));
    },
  ],
])('[SN10] a receiver that %s runs into the time-out, and its connection is closed', async ([, onRequest]) => {
  const receiver = await startReceiver({ onRequest });
  const started = performance.now();
  expect(await startSender().send(attempt(receiver.origin, { timeoutMs: 250 }))).toEqual(failed('timeout'));
  // None of these ends without a limit.
  expect(performance.now() - started).toBeLessThan(20_000);
  await receiver.closed();
});

it('[SN10] a receiver that does not read runs into the time-out', async () => {
  const receiver = await startReceiver({ onConnect: (socket) => socket.pause() });
  const body = Buffer.alloc(32 * 1_048_576);
  expect(await startSender().send(attempt(receiver.origin, { body, timeoutMs: 250 }))).toEqual(failed('timeout'));
});

it('[SN10] a time-out longer than timers can wait does not end the attempt at once', async () => {
  const receiver = await startReceiver({ onRequest: ok });
  expect(await startSender().send(attempt(receiver.origin, { timeoutMs: 2 ** 40 }))).toEqual(answered(200));
});

it('[SN13] closing abandons what is under way and what comes later, and leaves no connection', async () => {
  const reached = Promise.withResolvers<void>();
  const silent = await startReceiver({ onRequest: () => reached.resolve() });
  const dripping = await startReceiver({
    onRequest: (socket) => socket.write('HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\n'),
  });
  const sender = startSender();
  expect(await sender.send(attempt(dripping.origin))).toEqual(answered(200));
  const waiting = sender.send(attempt(silent.origin));
  await reached.promise;

  await sender.close();

  expect(await waiting).toEqual({ kind: 'abandoned' });
  await Promise.all([silent.closed(), dripping.closed()]);
  expect(await sender.send(attempt(silent.origin))).toEqual({ kind: 'abandoned' });
  expect(silent.connections).toHaveLength(1);
  await sender.close();
});
