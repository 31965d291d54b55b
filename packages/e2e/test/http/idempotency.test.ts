import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createBot, publishedBot, putDraft } from '../support/bot-requests.ts';
import { type CallAnswer, type Client, connectClient, send } from '../support/bots-client.ts';
import { tokens } from '../support/callers.ts';
import { startServer } from '../support/start-server.ts';
import { storeNames } from '../support/stores.ts';
import { brokenDiagram, cleanDiagram } from '../support/wire-diagrams.ts';

const creation = { name: 'Sales', channel_family: 'native', workspace: 1 };
const dayMs = 24 * 60 * 60 * 1_000;

describe.each(storeNames)('Idempotency-Key on %s', (store) => {
  let client: Client;
  let count = 0;

  beforeAll(async () => {
    client = await connectClient(await startServer({ store }));
  });
  afterAll(() => client.server.close());

  function newKey(): Record<string, string> {
    count += 1;
    return { 'idempotency-key': `key ${count}` };
  }

  async function totalOf(path: string): Promise<number> {
    return ((await client.call('GET', path)).json as { meta: { total: number } }).meta.total;
  }

  it('[HT46] a creation is answered the same again, headers and all', async () => {
    const headers = newKey();
    const first = await client.call('POST', '/bots', { body: creation, headers });
    const total = await totalOf('/bots');
    client.server.clock.advance(dayMs - 1);
    const again = await client.call('POST', '/bots', { body: creation, headers });
    expect([again.status, again.bytes]).toEqual([201, first.bytes]);
    expect(again.headers.get('location')).toBe(first.headers.get('location'));
    expect(again.headers.get('x-request-id')).not.toBe(first.headers.get('x-request-id'));
    expect(await totalOf('/bots')).toBe(total);

    client.server.clock.advance(1);
    const later = await client.call('POST', '/bots', { body: creation, headers });
    expect([later.status, later.bytes === first.bytes]).toEqual([201, false]);
  });

  it('[HT46] an addition of blocks is answered the same again, with its tag', async () => {
    const { id } = await createBot(client);
    const options = { body: { blocks: [{ type: 'close_chat' }] }, headers: newKey() };
    const first = await client.call('POST', `/bots/${id}/draft/blocks`, options);
    const again = await client.call('POST', `/bots/${id}/draft/blocks`, options);
    expect([again.bytes, again.headers.get('etag')]).toEqual([first.bytes, '"2"']);
    expect((await client.call('GET', `/bots/${id}/draft`)).headers.get('etag')).toBe('"2"');
  });

  it('[HT46] a publication is answered the same again, on both bases', async () => {
    const { id } = await createBot(client, { diagram: cleanDiagram() });
    const headers = newKey();
    const path = `/bots/${id}/versions`;
    const first = await client.call('POST', path, { headers });
    client.server.clock.advance(1_000);
    const again = await send(`${client.server.origin}/api/v0-alpha`, 'POST', path, { headers });
    expect([first.status, again.bytes]).toEqual([201, first.bytes]);
    expect(await totalOf(path)).toBe(1);
  });

  it('[HT46] a refusal that left something written is answered again too', async () => {
    const target = await createBot(client);
    const { id } = await createBot(client);
    const { nodes, connections } = cleanDiagram();
    const jump = { id: 'jump', path: 'jump', template: 'bot_link', params: { version: 3, bot: target.number } };
    await putDraft(client, id, { nodes: { ...nodes, jump }, connections });
    await client.call('POST', `/bots/${id}/versions`);
    await client.call('DELETE', `/bots/${target.id}`);
    const { data } = await client.call('GET', `/bots/${id}/versions/latest`);
    const options = { body: { source: (data as { id: string }).id }, headers: newKey() };

    const first = await client.call('POST', `/bots/${id}/versions`, options);
    await client.call('PATCH', `/bots/${target.id}`, { body: { state: 'active' } });
    const again = await client.call('POST', `/bots/${id}/versions`, options);
    expect([first.status, first.code, again.bytes]).toEqual([422, 'restored_draft_has_violations', first.bytes]);
    expect((await client.call('GET', `/bots/${id}/draft`)).headers.get('etag')).toBe('"3"');
  });

  it('[HT47] the key with another body is 422', async () => {
    const headers = newKey();
    await client.call('POST', '/bots', { body: creation, headers });
    const other = await client.call('POST', '/bots', { body: { ...creation, name: 'Other' }, headers });
    expect([other.status, other.code]).toEqual([422, 'idempotency_key_reused']);
  });

  it('[HT47] an answer without effect frees the key', async () => {
    const headers = newKey();
    const { id } = await createBot(client);
    await putDraft(client, id, brokenDiagram());
    const path = `/bots/${id}/versions`;
    expect((await client.call('POST', path, { headers })).code).toBe('draft_has_violations');
    await putDraft(client, id);
    client.server.deployer.prepareVersion = () => Promise.reject(new Error('down'));
    expect((await client.call('POST', path, { headers })).code).toBe('dependency_failed');
    client.server.deployer.prepareVersion = async () => {};
    expect((await client.call('POST', path, { headers })).status).toBe(201);

    const body = { ...creation, colour: 'red' };
    const other = newKey();
    expect((await client.call('POST', '/bots', { body, headers: other })).status).toBe(400);
    expect((await client.call('POST', '/bots', { body: creation, headers: other })).status).toBe(201);
  });

  it('[HT47] while the first request runs it is 409', async () => {
    const { id } = await createBot(client, { diagram: cleanDiagram() });
    const started = Promise.withResolvers<void>();
    const proceed = Promise.withResolvers<void>();
    client.server.deployer.prepareVersion = () => {
      started.resolve();
      return proceed.promise;
    };
    const headers = newKey();
    const first = client.call('POST', `/bots/${id}/versions`, { headers });
    await started.promise;
    const second = await client.call('POST', `/bots/${id}/versions`, { headers });
    proceed.resolve();
    client.server.deployer.prepareVersion = async () => {};
    expect([second.status, second.code]).toEqual([409, 'idempotency_key_in_use']);
    expect((await first).status).toBe(201);
    expect((await client.call('POST', `/bots/${id}/versions`, { headers })).bytes).toBe((await first).bytes);
  });

  it('[HT46] of many at once one is carried out', async () => {
    const total = await totalOf('/bots');
    const headers = newKey();
    const answers: readonly CallAnswer[] = await Promise.all(
      Array.from({ length: 16 }, () => client.call('POST', '/bots', { body: creation, headers })),
    );
    for (const { status } of answers) expect([201, 409]).toContain(status);
    expect(new Set(answers.filter(({ status }) => status === 201).map(({ text }) => text)).size).toBe(1);
    expect(await totalOf('/bots')).toBe(total + 1);
  });

  it('[HT46] another person, another path and another brand have keys of their own', async () => {
    const headers = newKey();
    const total = await totalOf('/bots');
    for (const token of [tokens.acme, tokens.colleague, tokens.globex]) {
      expect((await client.call('POST', '/bots', { token, body: creation, headers })).status).toBe(201);
    }
    const { id } = await publishedBot(client);
    expect((await client.call('POST', `/bots/${id}/versions`, { headers })).status).toBe(201);
    expect(await totalOf('/bots')).toBe(total + 3);
  });

  it.each(['', 'k'.repeat(256)])('[HT48] a key must have 1 to 255 characters', async (key) => {
    const answer = await client.call('POST', '/bots', { body: creation, headers: { 'idempotency-key': key } });
    expect([answer.status, answer.code]).toEqual([400, 'invalid_parameters']);
    expect(answer.text).toContain('Idempotency-Key');
  });

  it('[HT46] operations without effect, and methods that can be repeated anyway, ignore the key', async () => {
    const { id } = await createBot(client);
    const headers = newKey();
    const put = () => client.call('PUT', `/bots/${id}/draft`, { body: cleanDiagram(), headers });
    expect([(await put()).headers.get('etag'), (await put()).headers.get('etag')]).toEqual(['"2"', '"3"']);
    const validate = (body: object) => client.call('POST', `/bots/${id}/draft/validate`, { body, headers });
    expect([(await validate(cleanDiagram())).status, (await validate(brokenDiagram())).status]).toEqual([200, 200]);
  });
});
