import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../../../../scripts/depth.ts';
import { currentAdapters } from '../support/adapters.ts';
import { createBot, publishedBot } from '../support/bot-requests.ts';
import { connectClient } from '../support/bots-client.ts';
import { tokens } from '../support/callers.ts';
import { connectRaw } from '../support/raw-socket.ts';
import { startServer } from '../support/start-server.ts';
import { cleanDiagram } from '../support/wire-diagrams.ts';

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PURGE'];
const segments = [
  'v0-alpha',
  'api',
  'bots',
  'BOT',
  'draft',
  'blocks',
  'welcome',
  'versions',
  'latest',
  'feedback',
  'test',
  'validate',
];
const oddSegments = ['', '%', '%00', '%2F', '..', '%ff', '__proto__', 'é', '\x01', 'x'.repeat(2_000)];
const queries = [
  '',
  '?',
  '?page=1',
  '?page=-1',
  '?page=%',
  '?permanent=true',
  '?state=&state=',
  '?search=%ed%a0%80',
  '?a[]=1',
  '??',
];
const headerLines = [
  'Content-Type: application/json',
  'Content-Type: text/plain',
  'Content-Type: ;;;',
  'If-Match: "1"',
  'If-Match: *',
  'If-Match: W/"',
  'Prefer: return=minimal',
  'Prefer: ,,=;"',
  'Idempotency-Key: k',
  'Idempotency-Key: \x80',
  'X-Request-Id: ok-1',
  'X-Request-Id: \xff',
  'Cookie: sessionid=x; =; ;;',
  'Origin: null',
  'Expect: 100-continue',
  'Accept-Encoding: br',
];
const credentials = [
  `Token ${tokens.acme}`,
  `Token ${tokens.viewer}`,
  'Token',
  'Bearer x',
  'Basic x',
  '',
  ' ',
  'Token \xe9',
];
const bodies = [
  '',
  '{}',
  'null',
  '[]',
  '{"name":"x"}',
  '{"name":"\\ud800"}',
  '{"enabled":true}',
  '{"source":"x"}',
  '{"state":"active"}',
  '{"blocks":[{"type":"send_text","params":{"text":[]}}]}',
  '{"blocks":{"add":[{"type":"bot_link","params":{"bot":{}}}],"delete":["welcome"]}}',
  '{"params":{"__proto__":1},"top":-0}',
  '{"nodes":{"a":null,"b":[],"c":5},"connections":{"d":"x"}}',
  JSON.stringify({ diagram: cleanDiagram() }),
  '{"diagram":',
  '\xff\xfe',
  `${'['.repeat(200)}`,
  '{"nodes":{"\\u0000":{"template":"bot_link","params":{"bot":1e999}}},"connections":{}}',
];

const requests = fc.record({
  method: fc.constantFrom(...methods),
  path: fc.oneof(
    {
      weight: 4,
      arbitrary: fc.array(fc.constantFrom(...segments), { maxLength: 6 }).map((list) => `/v0-alpha/${list.join('/')}`),
    },
    {
      weight: 2,
      arbitrary: fc
        .constantFrom('', '/draft', '/draft/blocks', '/versions', '/feedback', '/test', '/draft/validate')
        .map((end) => `/v0-alpha/bots/BOT${end}`),
    },
    {
      weight: 1,
      arbitrary: fc
        .array(fc.constantFrom(...segments, ...oddSegments), { maxLength: 6 })
        .map((list) => `/${list.join('/')}`),
    },
  ),
  query: fc.constantFrom(...queries),
  credential: fc.oneof({ weight: 3, arbitrary: fc.constant(credentials[0] ?? '') }, fc.constantFrom(...credentials)),
  headers: fc.subarray(headerLines, { maxLength: 4 }),
  body: fc.constantFrom(...bodies),
});

describe.each(currentAdapters)('raw requests to %s', (adapter) => {
  it('[HT17][HT51] no request causes a fault, with any content', { timeout: 120_000 }, async () => {
    const client = await connectClient(await startServer({ adapter }));
    await createBot(client);
    const { id } = await publishedBot(client);

    const run = async ({
      method,
      path,
      query,
      credential,
      headers,
      body,
    }: typeof requests extends fc.Arbitrary<infer T> ? T : never) => {
      const connection = await connectRaw(client.server.port);
      const bytes = Buffer.from(body, 'latin1');
      const lines = [
        `${method} ${path.replace('BOT', id)}${query} HTTP/1.1`,
        'Host: x',
        'Connection: close',
        `Authorization: ${credential}`,
        ...headers,
        `Content-Length: ${bytes.length}`,
      ];
      connection.send(Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'), bytes]));
      let answer = await connection.answer({ hasBody: method !== 'HEAD' });
      if (answer.status === 100) answer = await connection.answer({ hasBody: method !== 'HEAD' });
      connection.socket.destroy();
      expect(answer.status).toBeGreaterThanOrEqual(200);
      expect([500, 503]).not.toContain(answer.status);
    };

    await fc.assert(fc.asyncProperty(requests, run), { seed: 20261121, numRuns: runs(250) });
    expect(client.server.faults).toEqual([]);
    expect((await client.call('GET', '/bots')).status).toBe(200);
    await client.server.close();
  });
});
