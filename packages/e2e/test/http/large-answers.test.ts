import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { currentAdapters } from '../support/adapters.ts';
import { createBot } from '../support/bot-requests.ts';
import { type Client, connectClient } from '../support/bots-client.ts';
import { tokens } from '../support/callers.ts';
import { startServer } from '../support/start-server.ts';
import { cleanDiagram } from '../support/wire-diagrams.ts';

const ends: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});

/** A diagram of about four megabytes, more than the systems of both sides keep for a connection that is not read. */
const large = { ...cleanDiagram('Hello'), padding: 'ä😀'.repeat(700_000) };
const authorization = { authorization: `Token ${tokens.acme}` };

async function serve(adapter: (typeof currentAdapters)[number], maxUnsentBytes: number): Promise<[Client, string]> {
  const client = await connectClient(await startServer({ adapter, engine: { limits: { maxUnsentBytes } } }));
  ends.push(() => client.server.close());
  const { id } = await createBot(client);
  const put = await client.call('PUT', `/bots/${id}/draft`, { body: { diagram: large } });
  expect(put.status, put.text.slice(0, 200)).toBe(200);
  return [client, `/bots/${id}/draft`];
}

/** Asks for a draft, and reads nothing of it once it has begun to come. */
async function askWithoutReading(client: Client, path: string): Promise<Socket> {
  const socket = connect(client.server.port, '127.0.0.1').on('error', () => {});
  ends.push(() => void socket.destroy());
  await once(socket, 'connect');
  socket.write(`GET /v0-alpha${path} HTTP/1.1\r\nHost: a\r\nAuthorization: ${authorization.authorization}\r\n\r\n`);
  await once(socket, 'readable');
  return socket;
}

describe.each(currentAdapters)('on %s', (adapter) => {
  it('[HT68][HT7] a long answer has its length, its revision, and all of its bytes', async () => {
    const [client, path] = await serve(adapter, 1_000_000_000);
    const url = `${client.server.url}${path}`;
    const get = await fetch(url, { headers: authorization });
    const bytes = Buffer.from(await get.arrayBuffer());
    const head = await fetch(url, { method: 'HEAD', headers: authorization });
    const shown = (response: Response) =>
      ['content-length', 'content-type', 'etag', 'transfer-encoding'].map((name) => response.headers.get(name));
    expect([get.status, shown(get)]).toEqual([200, [String(bytes.length), 'application/json', '"2"', null]]);
    expect(shown(head)).toEqual(shown(get));
    const { data } = JSON.parse(bytes.toString());
    expect([Object.keys(data), data.diagram.padding === large.padding]).toEqual([
      ['diagram', 'save_state', 'violations', 'edited_at'],
      true,
    ]);
    expect(client.server.answered.at(-2)).toMatchObject({ operation: 'getDraft', bytes: bytes.length });
    expect(client.server.faults).toEqual([]);
  });

  it('[HT68][DR51] where too much waits to be sent a read is refused, and a write is not', async () => {
    const [client, path] = await serve(adapter, 6_000_000);
    const status = async () => {
      const response = await fetch(`${client.server.url}${path}`, { headers: authorization });
      await response.arrayBuffer();
      return [response.status, response.headers.get('retry-after')];
    };
    const unread = await askWithoutReading(client, path);
    expect(await status()).toEqual([429, '1']);
    const put = await client.call('PUT', path, { body: { diagram: large } });
    expect([put.status, put.text.length > 2_000_000]).toEqual([200, true]);
    unread.destroy();
    await expect.poll(status).toEqual([200, null]);
    expect(client.server.faults).toEqual([]);
  });
});
