import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { absentId, createBot, publish, publishedBot, putDraft, type WireVersion } from '../support/bot-requests.ts';
import { type Client, connectClient } from '../support/bots-client.ts';
import { startServer } from '../support/start-server.ts';
import { storeNames } from '../support/stores.ts';
import { brokenDiagram, cleanDiagram } from '../support/wire-diagrams.ts';

const uuid = expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7/);

describe.each(storeNames)('versions on %s', (store) => {
  let client: Client;

  beforeAll(async () => {
    client = await connectClient(await startServer({ store }));
  });
  afterAll(() => client.server.close());

  it('[AP29] a bot that was never published has an empty page', async () => {
    const { id } = await createBot(client);
    const answer = await client.call('GET', `/bots/${id}/versions`);
    expect([answer.status, answer.json]).toEqual([200, { data: [], meta: { total: 0, page: 1, page_size: 20 } }]);
  });

  it.each(['?page=0', '?page_size=101', '?page=x', '?page=1&page=1'])(
    '[AP4][HT41] %s is answered 400',
    async (query) => {
      const { id } = await createBot(client);
      expect((await client.call('GET', `/bots/${id}/versions${query}`)).code).toBe('invalid_parameters');
    },
  );

  it.each([
    ['no body', {}],
    ['an empty object', { body: {} }],
  ] as const)('[AP30] %s publishes: the answer has no id, the header no location', async (_, options) => {
    const bot = await createBot(client, { diagram: cleanDiagram() });
    const answer = await client.call('POST', `/bots/${bot.id}/versions`, options);
    expect(answer.status).toBe(201);
    expect(answer.json).toEqual({
      data: {
        published_at: '2026-01-01T00:00:00',
        published_by: 7,
        channel: { id: bot.channels[0], name: 'Sales', type: 'native' },
      },
    });
    expect(answer.headers.has('location')).toBe(false);
    expect((await client.call('GET', `/bots/${bot.id}`)).data).toMatchObject({ published_at: '2026-01-01T00:00:00' });
  });

  it('[AP3][AP30][AP34] a family without a channel: left out of the publication, null in the version', async () => {
    const { id } = await createBot(client, { channel_family: 'apichat' });
    const { nodes } = cleanDiagram();
    const greeting = { ...(nodes['welcome'] as object), id: 'bot_start', path: 'bot_start' };
    await putDraft(client, id, { nodes: { hidden: nodes['hidden'], bot_start: greeting }, connections: {} });
    expect((await client.call('POST', `/bots/${id}/versions`)).json).toEqual({
      data: { published_at: '2026-01-01T00:00:00', published_by: 7 },
    });
    expect((await client.call('GET', `/bots/${id}/versions/latest`)).data).toMatchObject({
      channel: null,
      name: null,
      restored_from: null,
    });
  });

  it('[AP29] lists them newest first, without diagrams', async () => {
    const bot = await publishedBot(client);
    const [first] = await publish(client, bot.id);
    await client.call('PATCH', `/bots/${bot.id}/versions/${first?.id}`, { body: { name: 'Second' } });
    const page = await client.call('GET', `/bots/${bot.id}/versions?page_size=1`);
    const entry = { id: uuid, name: 'Second', published_at: '2026-01-01T00:00:00', published_by: 7 };
    expect(page.json).toEqual({ data: [entry], meta: { total: 2, page: 1, page_size: 1 } });
  });

  it('[AP3][AP33][AP34] a version is read with its diagram as it went out and its channel', async () => {
    const bot = await createBot(client, { diagram: cleanDiagram('First') });
    const [version] = await publish(client, bot.id);
    await putDraft(client, bot.id, cleanDiagram('Second'));
    const expected = {
      id: version?.id,
      name: null,
      published_at: '2026-01-01T00:00:00',
      published_by: 7,
      restored_from: null,
      diagram: cleanDiagram('First'),
      channel: { id: bot.channels[0], name: 'Sales', type: 'native' },
    };
    for (const which of [version?.id, 'latest']) {
      expect((await client.call('GET', `/bots/${bot.id}/versions/${which}`)).json).toEqual({ data: expected });
    }
  });

  it('[AP51] the preview of a publication, or of a restoration, counts conversations', async () => {
    const { id } = await publishedBot(client);
    const [version] = await publish(client, id);
    const none = { data: { waiting: { total: 0, is_exact: true } } };
    const preview = (query = '') => client.call('GET', `/bots/${id}/versions/preview${query}`);
    expect([(await preview()).json, (await preview(`?source=${version?.id}`)).json]).toEqual([none, none]);
    expect((await preview(`?source=${absentId}`)).code).toBe('version_not_found');
  });

  it('[AP52] a publication with the policy finish, and a restoration, have its days', async () => {
    const { id } = await publishedBot(client);
    const post = (body: object) => client.call('POST', `/bots/${id}/versions`, { body });
    expect((await post({ policy: 'finish', days: 3 })).data).toMatchObject({ finish_days: 3 });
    const latest = await client.call('GET', `/bots/${id}/versions/latest`);
    expect(latest.data).toMatchObject({ finish_days: 3 });
    const { id: source } = latest.data as { readonly id: string };
    expect((await post({ source, policy: 'finish' })).data).toMatchObject({ finish_days: 7 });
    expect((await post({ policy: 'move' })).data).not.toHaveProperty('finish_days');
    const faulty = await post({ days: 3 });
    expect([faulty.status, faulty.code]).toEqual([400, 'invalid_parameters']);
    const preview = await client.call('GET', `/bots/${id}/versions/preview?policy=finish`);
    expect(preview.json).toEqual({ data: { waiting: { total: 0, is_exact: true } } });
  });

  it('[AP31] a source is restored', async () => {
    const { id } = await createBot(client, { diagram: cleanDiagram('First') });
    const [first] = await publish(client, id);
    await putDraft(client, id, cleanDiagram('Second'));
    await publish(client, id);

    const answer = await client.call('POST', `/bots/${id}/versions`, { body: { source: first?.id } });
    expect([answer.status, answer.data]).toMatchObject([201, { restored_from: first?.id }]);
    expect((await client.call('GET', `/bots/${id}/versions/latest`)).data).toMatchObject({
      diagram: cleanDiagram('First'),
      restored_from: first?.id,
    });
    expect((await client.call('GET', `/bots/${id}/draft`)).data).toMatchObject({ diagram: cleanDiagram('First') });
    expect((await client.call('GET', `/bots/${id}/versions`)).json).toMatchObject({ meta: { total: 3 } });
  });

  it.each([
    [{ source: absentId }, 404, 'version_not_found'],
    [{ source: 'x' }, 400, 'invalid_parameters'],
    [{ source: null }, 400, 'invalid_parameters'],
    [{ source: 5 }, 400, 'invalid_parameters'],
    [{ name: 'x' }, 400, 'field_not_described'],
    [[], 400, 'invalid_parameters'],
    [null, 400, 'invalid_parameters'],
  ] as const)('[AP31][HT33][HT35][HT36] publishing %j is %i %s, and nothing changes', async (body, status, code) => {
    const { id } = await publishedBot(client);
    const answer = await client.call('POST', `/bots/${id}/versions`, { body });
    expect([answer.status, answer.code]).toEqual([status, code]);
    expect((await client.call('GET', `/bots/${id}/versions`)).json).toMatchObject({ meta: { total: 1 } });
  });

  it('[AP31] a version of another bot is not found', async () => {
    const other = await publishedBot(client);
    const [version] = (await client.call('GET', `/bots/${other.id}/versions`)).data as readonly WireVersion[];
    const { id } = await publishedBot(client);
    const answer = await client.call('POST', `/bots/${id}/versions`, { body: { source: version?.id } });
    expect([answer.status, answer.code]).toEqual([404, 'version_not_found']);
    expect((await client.call('GET', `/bots/${id}/versions/${version?.id}`)).code).toBe('version_not_found');
  });

  it('[AP32] a draft that breaks rules is refused with its violations, and nothing changes', async () => {
    const { id } = await publishedBot(client);
    const live = (await client.call('GET', `/bots/${id}/versions/latest`)).bytes;
    await putDraft(client, id, brokenDiagram());
    const answer = await client.call('POST', `/bots/${id}/versions`);
    expect([answer.status, answer.code]).toEqual([422, 'draft_has_violations']);
    expect(answer.json).toMatchObject({ error: { violations: [{ code: 'start_connection' }] } });
    expect((await client.call('GET', `/bots/${id}/versions/latest`)).bytes).toBe(live);
  });

  it('[AP32] a restoration that breaks rules by now leaves the version in the draft', async () => {
    const target = await createBot(client);
    const { id } = await createBot(client);
    const { nodes, connections } = cleanDiagram();
    const jump = {
      id: 'jump',
      path: 'jump',
      template: 'bot_link',
      params: { version: 3, bot: target.number },
      isTarget: true,
    };
    await putDraft(client, id, { nodes: { ...nodes, jump }, connections });
    const [version] = await publish(client, id);
    await putDraft(client, id, cleanDiagram('Now'));
    await publish(client, id);
    await client.call('DELETE', `/bots/${target.id}`);

    const answer = await client.call('POST', `/bots/${id}/versions`, { body: { source: version?.id } });
    expect([answer.status, answer.code]).toEqual([422, 'restored_draft_has_violations']);
    expect(answer.json).toMatchObject({ error: { violations: [{ code: 'linked_bot_unknown', block_id: 'jump' }] } });
    expect((await client.call('GET', `/bots/${id}/draft`)).data).toMatchObject({ diagram: { nodes: { jump } } });
    expect((await client.call('GET', `/bots/${id}/versions/latest`)).data).toMatchObject({
      diagram: cleanDiagram('Now'),
    });
  });

  it('[AP31] a version of an older builder cannot be restored, and nothing changes', async () => {
    const principal = {
      brand: 'acme',
      person: 7,
      workspaces: [1, 2],
      permissions: ['view_bots', 'edit_bots'],
    } as const;
    const { id } = await createBot(client, { diagram: cleanDiagram() });
    const older = { publishedAt: 1_600_000_000_000, publishedBy: 7, diagram: cleanDiagram('Old') };
    const [version] = await client.server.engine.as(principal).bots.importOlderVersions(id, [older]);
    const before = (await client.call('GET', `/bots/${id}/draft`)).bytes;
    const answer = await client.call('POST', `/bots/${id}/versions`, { body: { source: version?.id } });
    expect([answer.status, answer.code]).toEqual([422, 'version_of_an_unsupported_builder']);
    expect((await client.call('GET', `/bots/${id}/draft`)).bytes).toBe(before);
  });

  it('[AP32] a channel that cannot be made ready is 502: no version, and what was live stays', async () => {
    const { id } = await publishedBot(client);
    const live = (await client.call('GET', `/bots/${id}/versions/latest`)).bytes;
    client.server.deployer.prepareVersion = () => Promise.reject(new Error('secret of the channel'));
    const answer = await client.call('POST', `/bots/${id}/versions`);
    client.server.deployer.prepareVersion = async () => {};
    expect([answer.status, answer.code, answer.text.includes('secret')]).toEqual([502, 'dependency_failed', false]);
    expect((await client.call('GET', `/bots/${id}/versions/latest`)).bytes).toBe(live);
    expect((await client.call('GET', `/bots/${id}/versions`)).json).toMatchObject({ meta: { total: 1 } });
  });

  it('[AP33] there is no latest version of a bot that was never published', async () => {
    const { id } = await createBot(client, { diagram: cleanDiagram() });
    const answer = await client.call('GET', `/bots/${id}/versions/latest`);
    expect([answer.status, answer.code]).toEqual([404, 'version_not_found']);
  });

  it('[AP35] a label is written and removed', async () => {
    const { id } = await publishedBot(client);
    const [version] = await publish(client, id);
    const path = `/bots/${id}/versions/${version?.id}`;
    const entry = { id: version?.id, published_at: '2026-01-01T00:00:00', published_by: 7 };
    expect((await client.call('PATCH', path, { body: { name: ' Spring ' } })).json).toEqual({
      data: { ...entry, name: 'Spring' },
    });
    const removed = await client.call('PATCH', path, { body: { name: null } });
    expect([removed.status, removed.json]).toEqual([200, { data: entry }]);
  });

  it.each([
    [{}, 400, 'empty_body'],
    [{ name: 5 }, 400, 'invalid_parameters'],
    [{ name: '' }, 422, 'version_name_not_accepted'],
    [{ name: '  ' }, 422, 'version_name_not_accepted'],
    [{ name: 'x'.repeat(256) }, 422, 'version_name_not_accepted'],
    [{ name: 'a\u0000' }, 422, 'version_name_not_accepted'],
    [{ name: '\udfff' }, 422, 'version_name_not_accepted'],
    [{ name: 'x', diagram: {} }, 400, 'field_not_described'],
  ] as const)('[AP35][HT34][HT35][HT36][HT38] the label %j is %i %s', async (body, status, code) => {
    const { id } = await publishedBot(client);
    const answer = await client.call('PATCH', `/bots/${id}/versions/${await latestId(id)}`, { body });
    expect([answer.status, answer.code]).toEqual([status, code]);
  });

  it('[AP36] a version is deleted, but for the most recent one', async () => {
    const { id } = await publishedBot(client);
    const [latest, first] = await publish(client, id);
    const refused = await client.call('DELETE', `/bots/${id}/versions/${latest?.id}`);
    expect([refused.status, refused.code]).toEqual([422, 'version_is_the_most_recent_publication']);
    const deleted = await client.call('DELETE', `/bots/${id}/versions/${first?.id}`);
    expect([deleted.status, deleted.text]).toEqual([204, '']);
    expect((await client.call('DELETE', `/bots/${id}/versions/${first?.id}`)).code).toBe('version_not_found');
    expect((await client.call('GET', `/bots/${id}/versions`)).data).toEqual([latest]);
  });

  it.each(['GET', 'PATCH', 'DELETE'])(
    '[AP34][AP35][AP36][HT8] %s of a version that is not there is 404',
    async (method) => {
      const { id } = await publishedBot(client);
      const body = method === 'PATCH' ? { name: 'x' } : undefined;
      const answers = await Promise.all(
        [absentId, 'x', '%00', absentId.slice(1)].map((version) =>
          client.call(method, `/bots/${id}/versions/${version}`, { body }),
        ),
      );
      for (const answer of answers)
        expect([answer.code, answer.bytes]).toEqual(['version_not_found', answers[0]?.bytes]);
    },
  );

  async function latestId(botId: string): Promise<string> {
    return ((await client.call('GET', `/bots/${botId}/versions/latest`)).data as WireVersion).id;
  }
});
