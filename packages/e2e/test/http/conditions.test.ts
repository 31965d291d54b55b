import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createBot, putDraft } from '../support/bot-requests.ts';
import { type CallOptions, type Client, connectClient } from '../support/bots-client.ts';
import { startServer } from '../support/start-server.ts';
import { adapterCases, storeNames } from '../support/stores.ts';
import { cleanDiagram } from '../support/wire-diagrams.ts';

describe.each(adapterCases)('If-Match on $store and $adapter', ({ store, adapter }) => {
  it('[HT43] of 32 writers on one revision exactly one wins', async () => {
    const client = await connectClient(await startServer({ store, adapter }));
    const { id } = await createBot(client);
    const written = await client.call('PUT', `/bots/${id}/draft`, { body: cleanDiagram() });
    const tag = written.headers.get('etag') ?? '';

    const answers = await Promise.all(
      Array.from({ length: 32 }, (_, index) =>
        client.call('PUT', `/bots/${id}/draft`, {
          body: cleanDiagram(`Writer ${index}`),
          headers: { 'if-match': tag },
        }),
      ),
    );
    const won = answers.filter(({ status }) => status === 200);
    expect(won).toHaveLength(1);
    expect(answers.filter(({ code }) => code === 'draft_changed')).toHaveLength(31);
    const now = await client.call('GET', `/bots/${id}/draft`);
    expect([now.text, now.headers.get('etag')]).toEqual([won[0]?.text, won[0]?.headers.get('etag')]);
    await client.server.close();
  });
});

describe.each(storeNames)('conditions on %s', (store) => {
  let client: Client;

  beforeAll(async () => {
    client = await connectClient(await startServer({ store, api: { extensions: { discardDraft: true } } }));
  });
  afterAll(() => client.server.close());

  const writes = [
    ['PUT', '/draft', { diagram: cleanDiagram() }],
    ['PATCH', '/draft', { blocks: { update: [{ id: 'welcome', top: 3 }] } }],
    ['POST', '/draft/blocks', { blocks: [{ type: 'close_chat' }] }],
    ['PATCH', '/draft/blocks/welcome', { top: 4 }],
    ['DELETE', '/draft/blocks/welcome', undefined],
    ['DELETE', '/draft', undefined],
    ['PUT', '/test', undefined],
    ['POST', '/versions', undefined],
  ] as const;

  async function tagOf(botId: string): Promise<string> {
    return (await client.call('GET', `/bots/${botId}/draft`)).headers.get('etag') ?? '';
  }

  async function preparedBot(): Promise<string> {
    const { id } = await createBot(client, { diagram: cleanDiagram() });
    expect((await client.call('POST', `/bots/${id}/versions`)).status).toBe(201);
    return id;
  }

  it.each(writes)(
    '[HT43] %s %s at the revision named is carried out, at another it is 412',
    async (method, path, body) => {
      const id = await preparedBot();
      const tag = await tagOf(id);
      const before = await client.call('GET', `/bots/${id}/draft`);
      const call = (ifMatch: string) =>
        client.call(method, `/bots/${id}${path}`, { body, headers: { 'if-match': ifMatch } } as CallOptions);

      for (const stale of ['"99"', `W/${tag}`, '"x"', `"x", W/${tag}`]) {
        const answer = await call(stale);
        expect([answer.status, answer.code]).toEqual([412, 'draft_changed']);
      }
      expect((await client.call('GET', `/bots/${id}/draft`)).bytes).toBe(before.bytes);
      expect((await call(`"98", ${tag}`)).status).toBeLessThan(300);
      expect((await call('*')).status).toBeLessThan(500);
    },
  );

  it.each(writes)('[HT44] %s %s with an If-Match that is no list of tags is 400', async (method, path, body) => {
    const id = await preparedBot();
    const answer = await client.call(method, `/bots/${id}${path}`, {
      body,
      headers: { 'if-match': '1' },
    } as CallOptions);
    expect([answer.status, answer.code]).toEqual([400, 'invalid_parameters']);
    expect(answer.text).toContain('If-Match');
  });

  it('[HT42] the tag moves with every accepted write, and not with publication', async () => {
    const id = await preparedBot();
    const tags = [await tagOf(id)];
    for (const [method, path, body] of writes.slice(0, 4)) {
      const answer = await client.call(method, `/bots/${id}${path}`, { body } as CallOptions);
      expect(answer.headers.get('etag')).toBe(await tagOf(id));
      tags.push(await tagOf(id));
    }
    expect(tags).toEqual(['"1"', '"2"', '"3"', '"4"', '"5"']);
    await putDraft(client, id);
    await client.call('PUT', `/bots/${id}/test`);
    await client.call('POST', `/bots/${id}/versions`);
    expect(await tagOf(id)).toBe('"6"');
  });

  it('[HT43] a restoration compares the revision before the draft is written', async () => {
    const id = await preparedBot();
    const { data } = await client.call('GET', `/bots/${id}/versions/latest`);
    const body = { source: (data as { id: string }).id };
    const stale = await client.call('POST', `/bots/${id}/versions`, { body, headers: { 'if-match': '"9"' } });
    expect([stale.code, await tagOf(id)]).toEqual(['draft_changed', '"1"']);
    const fresh = await client.call('POST', `/bots/${id}/versions`, { body, headers: { 'if-match': '"1"' } });
    expect([fresh.status, await tagOf(id)]).toEqual([201, '"2"']);
  });

  it.each(writes.slice(0, 7))(
    '[HT45] %s %s answers without the diagram when that is preferred',
    async (method, path, body) => {
      const [first, second] = [await preparedBot(), await preparedBot()];
      const full = await client.call(method, `/bots/${first}${path}`, { body } as CallOptions);
      const minimal = await client.call(method, `/bots/${second}${path}`, {
        body,
        headers: { prefer: 'return=minimal' },
      } as CallOptions);
      const { diagram, ...rest } = full.data as { readonly diagram: object };
      expect(diagram).toBeDefined();
      expect([minimal.status, minimal.data]).toEqual([200, rest]);
      expect(minimal.headers.get('etag')).toBe(full.headers.get('etag'));
    },
  );

  it('[HT45] a read is never short', async () => {
    const id = await preparedBot();
    const answer = await client.call('GET', `/bots/${id}/draft`, { headers: { prefer: 'return=minimal' } });
    expect(answer.data).toHaveProperty('diagram');
  });
});
