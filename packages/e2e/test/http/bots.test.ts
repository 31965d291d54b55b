import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { absentId, createBot, publish, publishedBot, trashedBot, type WireBot } from '../support/bot-requests.ts';
import { type Client, connectClient } from '../support/bots-client.ts';
import { tokens } from '../support/callers.ts';
import { publicUrl, startServer } from '../support/start-server.ts';
import { storeNames } from '../support/stores.ts';
import { brokenDiagram, cleanDiagram, linkingDiagram } from '../support/wire-diagrams.ts';

const uuid = expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
const moment = '2026-01-01T00:00:00';

describe.each(storeNames)('bots on %s', (store) => {
  let client: Client;

  beforeAll(async () => {
    client = await connectClient(await startServer({ store }));
  });
  afterAll(() => client.server.close());

  describe('creation', () => {
    it('[AP5][AP7][HT9][AP2] answers the bot, and its URL at the public address', async () => {
      const answer = await client.call('POST', '/bots', {
        body: { name: '  Sales ', channel_family: 'native', workspace: 1 },
      });
      expect(answer.status).toBe(201);
      expect(answer.json).toEqual({
        data: {
          id: uuid,
          number: expect.any(Number),
          name: 'Sales',
          workspace: 1,
          channel_family: 'native',
          state: 'active',
          channels: [uuid],
          test_channel: uuid,
          created_at: moment,
          edited_at: moment,
        },
      });
      const { id } = answer.data as WireBot;
      expect(answer.headers.get('location')).toBe(`${publicUrl}/bots/${id}`);
    });

    it('[AP7] without a diagram the draft has the start point only', async () => {
      const { id } = await createBot(client);
      const draft = (await client.call('GET', `/bots/${id}/draft`)).data;
      expect(draft).toMatchObject({ diagram: { connections: {} }, save_state: 'IS_PRESAVED', violations: [] });
      expect(Object.keys((draft as { diagram: { nodes: object } }).diagram.nodes)).toEqual(['hidden']);
    });

    it('[AP7] with a diagram it is in the draft', async () => {
      const { id } = await createBot(client, { diagram: cleanDiagram('Who?') });
      const draft = (await client.call('GET', `/bots/${id}/draft`)).data;
      expect(draft).toMatchObject({ diagram: cleanDiagram('Who?'), save_state: 'IS_PRESAVED' });
    });

    it.each(['msgapp', 'facebook', 'apichat'])('[AP7] a bot of the family %s has no web channel', async (family) => {
      expect(await createBot(client, { channel_family: family })).toMatchObject({ channels: [] });
    });

    const name50 = '😀'.repeat(50);
    it('[AP7] a name may have 50 characters', async () => {
      expect(await createBot(client, { name: name50 })).toMatchObject({ name: name50 });
    });

    it('[AP7] a caller with one workspace may leave it out', async () => {
      const answer = await client.call('POST', '/bots', {
        token: tokens.acmeOne,
        body: { name: 'One', channel_family: 'native' },
      });
      expect(answer.data).toMatchObject({ workspace: 1 });
    });

    it.each([
      [{ channel_family: 'telegraph' }, 422, 'channel_family_not_accepted'],
      [{ workspace: 3 }, 422, 'workspace_not_accepted'],
      [{ workspace: undefined }, 422, 'workspace_required'],
      [{ name: 'x'.repeat(51) }, 422, 'bot_name_not_accepted'],
      [{ name: '' }, 422, 'bot_name_not_accepted'],
      [{ name: '   ' }, 422, 'bot_name_not_accepted'],
      [{ name: 'a\u0000b' }, 422, 'bot_name_not_accepted'],
      [{ name: '\ud800' }, 422, 'bot_name_not_accepted'],
      [{ name: undefined }, 400, 'invalid_parameters'],
      [{ channel_family: undefined }, 400, 'invalid_parameters'],
      [{ diagram: [] }, 400, 'invalid_parameters'],
      [{ diagram: { nodes: {} } }, 400, 'invalid_parameters'],
      [{ diagram: cleanDiagram(), source: absentId }, 422, 'diagram_with_source'],
      [{ source: absentId }, 501, 'source_not_implemented'],
      [{ colour: 'red' }, 400, 'field_not_described'],
    ] as const)('[AP8][AP9] %j is answered %i %s, and nothing is created', async (change, status, code) => {
      const before = (await client.call('GET', '/bots')).text;
      const body = { name: 'Sales', channel_family: 'native', workspace: 1, ...change };
      const answer = await client.call('POST', '/bots', { body });
      expect([answer.status, answer.code, answer.json]).toEqual([
        status,
        code,
        { error: expect.not.objectContaining({ violations: expect.anything() }) },
      ]);
      expect((await client.call('GET', '/bots')).text).toBe(before);
    });

    it('[AP8] a diagram that breaks rules is refused with its violations', async () => {
      const before = (await client.call('GET', '/bots')).text;
      const broken = { name: 'Sales', channel_family: 'native', workspace: 1, diagram: brokenDiagram() };
      const answer = await client.call('POST', '/bots', { body: broken });
      expect([answer.status, answer.code]).toEqual([422, 'diagram_has_violations']);
      expect(answer.json).toMatchObject({ error: { violations: [{ code: 'start_connection', severity: 'error' }] } });

      const linked = await client.call('POST', '/bots', { body: { ...broken, diagram: linkingDiagram(absentId) } });
      expect([linked.status, linked.code]).toEqual([422, 'linked_bot_not_found']);
      expect((await client.call('GET', '/bots')).text).toBe(before);
    });

    it('[AP8] a test channel that cannot be made ready is 502, and nothing is created', async () => {
      const before = (await client.call('GET', '/bots')).text;
      client.server.deployer.prepareTest = () => Promise.reject(new Error('secret of the channel'));
      const body = { name: 'Sales', channel_family: 'native', workspace: 1, diagram: cleanDiagram() };
      const answer = await client.call('POST', '/bots', { body });
      client.server.deployer.prepareTest = async () => {};
      expect([answer.status, answer.code, answer.text.includes('secret')]).toEqual([502, 'dependency_failed', false]);
      expect((await client.call('GET', '/bots')).text).toBe(before);
    });

    it.each([
      [{ source: absentId }, 501],
      [{ source: absentId, name: 'x'.repeat(51) }, 501],
      [{ source: absentId, diagram: brokenDiagram() }, 422],
      [{ source: 5 }, 400],
      [{ source: absentId, colour: 'red' }, 400],
    ] as const)('[AP9] %j is answered %i', async (body, status) => {
      expect((await client.call('POST', '/bots', { body })).status).toBe(status);
    });
  });

  describe('list', () => {
    let lists: Client;

    beforeAll(async () => {
      lists = await connectClient(await startServer({ store }));
      for (const name of ['Ärger', 'apple', '100%_x', 'Zoo']) {
        await createBot(lists, { name });
        lists.server.clock.advance(1_000);
      }
      await createBot(lists, { name: 'Two', workspace: 2 });
      await createBot(lists, { name: 'Chat', channel_family: 'apichat' });
      await trashedBot(lists, { name: 'Gone' });
      lists.server.clock.advance(1_000);
      await publishedBot(lists, { name: 'Live' });
    });
    afterAll(() => lists.server.close());

    async function namesOf(query: string, token: string = tokens.acme): Promise<readonly string[]> {
      const answer = await lists.call('GET', `/bots${query}`, { token });
      expect(answer.status, answer.text).toBe(200);
      return (answer.data as readonly WireBot[]).map(({ name }) => name);
    }

    it.each([
      ['?state=trashed', ['Gone']],
      ['?workspace=2', ['Two']],
      ['?workspace=99', []],
      ['?channel_family=apichat', ['Chat']],
      ['?search=%C3%A4RGER', ['Ärger']],
      ['?search=%25', ['100%_x']],
      ['?search=_', ['100%_x']],
      ['?search=nothing', []],
      ['?order=name', ['100%_x', 'apple', 'Chat', 'Live', 'Two', 'Zoo', 'Ärger']],
      ['?order=name&page=2&page_size=3', ['Live', 'Two', 'Zoo']],
      ['?order=-created_at&page_size=1', ['Live']],
      ['?page_size=1', ['Live']],
      ['?page=99', []],
      ['?page=90071992547409', []],
      ['?unknown=1&unknown=2', ['Live', 'Chat', 'Two', 'Zoo', '100%_x', 'apple', 'Ärger']],
    ] as const)('[AP6][HT40] %s lists %j', async (query, names) => {
      const expected = [...names].sort();
      expect([...(await namesOf(query))].sort()).toEqual(expected);
      if (query.includes('order=name')) expect(await namesOf(query)).toEqual(names);
    });

    it('[AP1][AP4][AP6] has the true total on every page', async () => {
      const answer = await lists.call('GET', '/bots?page=99&page_size=3');
      expect(answer.json).toEqual({ data: [], meta: { total: 7, page: 99, page_size: 3 } });
      expect((await lists.call('GET', '/bots')).json).toMatchObject({ meta: { total: 7, page: 1, page_size: 20 } });
    });

    it('[AP3][AP5] shows the moments of publication and trashing, and the tier, where there are any', async () => {
      expect((await lists.call('GET', '/bots?search=live')).data).toMatchObject([
        { published_at: '2026-01-01T00:00:05', required_tier: 'sandbox' },
      ]);
      const [gone] = (await lists.call('GET', '/bots?state=trashed')).data as readonly object[];
      expect(gone).toMatchObject({ state: 'trashed', trashed_at: '2026-01-01T00:00:04' });
      expect(Object.keys(gone ?? {})).not.toContain('published_at');
    });

    it('[HT26] has nothing of another brand or outside the workspaces of the caller', async () => {
      expect(await namesOf('', tokens.globex)).toEqual([]);
      expect(await namesOf('?workspace=2', tokens.acmeOne)).toEqual([]);
    });

    it.each([
      '?state=deleted',
      '?order=created_at',
      '?channel_family=telegraph',
      '?workspace=one',
      '?page=0',
      '?page=1.5',
      '?page_size=0',
      '?page_size=101',
      '?page=1&page=2',
      '?search=%00',
      '?search=%zz',
    ])('[AP4][AP6][HT41] %s is answered 400', async (query) => {
      const answer = await lists.call('GET', `/bots${query}`);
      expect([answer.status, answer.code]).toEqual([400, 'invalid_parameters']);
    });
  });

  describe('one bot', () => {
    it('[AP11] is read without its diagram', async () => {
      const bot = await createBot(client, { diagram: cleanDiagram() });
      expect((await client.call('GET', `/bots/${bot.id}`)).json).toEqual({ data: bot });
    });

    it('[AP12] is renamed', async () => {
      const bot = await createBot(client);
      const answer = await client.call('PATCH', `/bots/${bot.id}`, { body: { name: ' New ' } });
      expect([answer.status, answer.json]).toEqual([200, { data: { ...bot, name: 'New' } }]);
    });

    it('[AP12] is taken out of the trash, with a new name if one is given', async () => {
      const bot = await trashedBot(client);
      const answer = await client.call('PATCH', `/bots/${bot.id}`, { body: { state: 'active', name: 'Back' } });
      expect([answer.status, answer.json]).toEqual([200, { data: { ...bot, name: 'Back' } }]);
      const again = await client.call('PATCH', `/bots/${bot.id}`, { body: { state: 'active' } });
      expect([again.status, again.json]).toEqual([200, answer.json]);
    });

    it.each([
      [{}, 400, 'empty_body'],
      [{ state: 'trashed' }, 400, 'invalid_parameters'],
      [{ state: null }, 400, 'invalid_parameters'],
      [{ name: null }, 400, 'invalid_parameters'],
      [{ name: 5 }, 400, 'invalid_parameters'],
      [{ name: '' }, 422, 'bot_name_not_accepted'],
      [{ name: 'x'.repeat(51) }, 422, 'bot_name_not_accepted'],
      [{ channel_family: 'apichat' }, 400, 'field_not_described'],
      [{ workspace: 2 }, 400, 'field_not_described'],
    ] as const)('[AP12][HT34][HT35][HT36] PATCH %j is %i %s', async (body, status, code) => {
      const bot = await createBot(client);
      const answer = await client.call('PATCH', `/bots/${bot.id}`, { body });
      expect([answer.status, answer.code]).toEqual([status, code]);
      expect((await client.call('GET', `/bots/${bot.id}`)).json).toEqual({ data: bot });
    });

    it('[AP13] is put into the trash, and then destroyed', async () => {
      const { id } = await publishedBot(client);
      const early = await client.call('DELETE', `/bots/${id}?permanent=true`);
      expect([early.status, early.code]).toEqual([422, 'bot_is_not_in_the_trash']);

      const trashed = await client.call('DELETE', `/bots/${id}`);
      expect([trashed.status, trashed.text, trashed.headers.get('content-type')]).toEqual([204, '', null]);
      expect((await client.call('GET', `/bots/${id}`)).data).toMatchObject({ state: 'trashed' });
      expect((await client.call('DELETE', `/bots/${id}?permanent=false`)).code).toBe('bot_not_found');

      expect((await client.call('DELETE', `/bots/${id}?permanent=true`)).status).toBe(204);
      expect((await client.call('GET', `/bots/${id}`)).code).toBe('bot_not_found');
      expect((await client.call('GET', `/bots/${id}/versions`)).code).toBe('bot_not_found');
    });

    it('[AP13][HT41] permanent is true or false', async () => {
      const { id } = await trashedBot(client);
      expect((await client.call('DELETE', `/bots/${id}?permanent=1`)).code).toBe('invalid_parameters');
    });
  });

  describe('a bot in the trash', () => {
    it('[AP12][AP13] can be read, restored and destroyed; every other write is refused', async () => {
      const { id } = await publishedBot(client);
      const [version] = await publish(client, id);
      await client.call('DELETE', `/bots/${id}`);
      const one = `/bots/${id}`;

      for (const path of [one, `${one}/draft`, `${one}/versions`, `${one}/versions/latest`, `${one}/feedback`]) {
        expect((await client.call('GET', path)).status, path).toBe(200);
      }
      expect((await client.call('POST', `${one}/draft/validate`)).status).toBe(200);

      const writes = [
        ['PATCH', one, { name: 'New' }],
        ['PUT', `${one}/feedback`, { enabled: true }],
        ['PUT', `${one}/draft`, { diagram: cleanDiagram() }],
        ['PATCH', `${one}/draft`, { blocks: { delete: ['welcome'] } }],
        ['POST', `${one}/draft/blocks`, { blocks: [{ type: 'close_chat' }] }],
        ['PATCH', `${one}/draft/blocks/welcome`, { top: 1 }],
        ['DELETE', `${one}/draft/blocks/welcome`, undefined],
        ['PUT', `${one}/test`, undefined],
        ['POST', `${one}/versions`, undefined],
        ['PATCH', `${one}/versions/${version?.id}`, { name: 'x' }],
        ['DELETE', `${one}/versions/${version?.id}`, undefined],
      ] as const;
      for (const [method, path, body] of writes) {
        const answer = await client.call(method, path, { body });
        expect([method, path, answer.status, answer.code]).toEqual([method, path, 404, 'bot_not_found']);
      }
    });
  });

  describe('a bot of an older builder', () => {
    const principal = {
      brand: 'acme',
      person: 7,
      workspaces: [1, 2],
      permissions: ['view_bots', 'edit_bots'],
    } as const;

    it('[AP15] can be read, trashed and restored; every other write is 422 without violations', async () => {
      const older = {
        name: 'Old',
        channelFamily: 'native',
        workspace: 1,
        createdAt: 1_600_000_000_000,
        diagram: brokenDiagram(),
      };
      const published = { publishedAt: 1_600_000_001_000, publishedBy: 7, diagram: brokenDiagram() };
      const { id } = await client.server.engine.as(principal).bots.importOlder({ ...older, versions: [published] });
      const one = `/bots/${id}`;
      const [version] = (await client.call('GET', `${one}/versions`)).data as readonly { readonly id: string }[];

      const writes = [
        ['PATCH', one, { name: 'New' }],
        ['PUT', `${one}/feedback`, { enabled: true }],
        ['PUT', `${one}/draft`, { diagram: cleanDiagram() }],
        ['PATCH', `${one}/draft`, { blocks: { delete: ['welcome'] } }],
        ['POST', `${one}/draft/blocks`, { blocks: [{ type: 'close_chat' }] }],
        ['PATCH', `${one}/draft/blocks/hidden`, { top: 1 }],
        ['DELETE', `${one}/draft/blocks/hidden`, undefined],
        ['PUT', `${one}/test`, undefined],
        ['POST', `${one}/versions`, undefined],
        ['PATCH', `${one}/versions/${version?.id}`, { name: 'x' }],
        ['DELETE', `${one}/versions/${version?.id}`, undefined],
      ] as const;
      for (const [method, path, body] of writes) {
        const answer = await client.call(method, path, { body });
        expect([method, path, answer.status, answer.code]).toEqual([method, path, 422, 'unsupported_builder']);
        expect(answer.json).not.toHaveProperty('error.violations');
      }

      expect((await client.call('GET', one)).data).toMatchObject({ name: 'Old', created_at: '2020-09-13T12:26:40' });
      expect((await client.call('DELETE', one)).status).toBe(204);
      const destroyed = await client.call('DELETE', `${one}?permanent=true`);
      expect([destroyed.status, destroyed.code]).toEqual([422, 'unsupported_builder']);
      const renamed = await client.call('PATCH', one, { body: { state: 'active', name: 'New' } });
      expect([renamed.status, renamed.code]).toEqual([422, 'unsupported_builder']);
      expect((await client.call('PATCH', one, { body: { state: 'active' } })).data).toMatchObject({ name: 'Old' });
    });
  });

  describe('a family that is not known here', () => {
    it('[AP16] is 422 on reads of the bot and of its draft', async () => {
      const wide = await connectClient(await startServer({ store: 'memory', engine: { channelFamilies: ['fax'] } }));
      const { id } = await createBot(wide, { channel_family: 'fax' });
      const narrow = await connectClient(await startServer({ engine: { storage: wide.server.storage } }));

      for (const path of [`/bots/${id}`, `/bots/${id}/draft`]) {
        const answer = await narrow.call('GET', path);
        expect([answer.status, answer.code]).toEqual([422, 'channel_family_unreadable']);
      }
      expect((await narrow.call('GET', '/bots')).data).toMatchObject([{ id, channel_family: 'fax' }]);
      expect((await narrow.call('PUT', `/bots/${id}/draft`, { body: cleanDiagram() })).status).toBe(422);
      expect((await narrow.call('POST', `/bots/${id}/draft/validate`)).status).toBe(422);
      expect((await narrow.call('PUT', `/bots/${id}/test`)).status).toBe(422);
      expect((await narrow.call('POST', `/bots/${id}/versions`)).status).toBe(422);
      await wide.server.close();
    });
  });

  describe('where duplication is switched on', () => {
    it('[AP10] a source is duplicated', async () => {
      const host = await connectClient(await startServer({ store, api: { extensions: { duplicateBot: true } } }));
      const bot = await createBot(host, { name: 'Sales', diagram: cleanDiagram('Who?') });

      const copy = await host.call('POST', '/bots', { body: { source: bot.id } });
      expect(copy.status).toBe(201);
      expect(copy.data).toMatchObject({ name: 'Sales (copy)', workspace: 1, channel_family: 'native' });
      const named = await host.call('POST', '/bots', { body: { source: bot.id, name: 'Two', workspace: 2 } });
      expect(named.data).toMatchObject({ name: 'Two', workspace: 2 });
      const draft = await host.call('GET', `/bots/${(copy.data as WireBot).id}/draft`);
      expect(draft.data).toMatchObject({ diagram: cleanDiagram('Who?') });

      const refusals = [
        [{ source: absentId }, 404, 'bot_not_found'],
        [{ source: 'x' }, 404, 'bot_not_found'],
        [{ source: bot.id, diagram: cleanDiagram() }, 422, 'diagram_with_source'],
        [{ source: bot.id, channel_family: 'native' }, 400, 'field_not_described'],
        [{ source: bot.id, workspace: 3 }, 422, 'workspace_not_accepted'],
      ] as const;
      for (const [body, status, code] of refusals) {
        const answer = await host.call('POST', '/bots', { body });
        expect([answer.status, answer.code]).toEqual([status, code]);
      }
      await host.server.close();
    });
  });
});
