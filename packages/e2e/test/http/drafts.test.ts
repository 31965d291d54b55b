import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  absentId,
  createBot,
  publish,
  publishedBot,
  putDraft,
  trashedBot,
  type WireDraft,
} from '../support/bot-requests.ts';
import { type CallAnswer, type Client, connectClient, send } from '../support/bots-client.ts';
import { tokens } from '../support/callers.ts';
import { startServer } from '../support/start-server.ts';
import { storeNames } from '../support/stores.ts';
import {
  brokenDiagram,
  buttonsDiagram,
  cleanDiagram,
  connection,
  linkingDiagram,
  node,
  startNode,
} from '../support/wire-diagrams.ts';

describe.each(storeNames)('drafts on %s', (store) => {
  let client: Client;

  beforeAll(async () => {
    client = await connectClient(await startServer({ store }));
  });
  afterAll(() => client.server.close());

  async function draftOf(botId: string): Promise<WireDraft> {
    return (await client.call('GET', `/bots/${botId}/draft`)).data as WireDraft;
  }

  /** Checks the status and code of a refusal, and that it wrote nothing. */
  async function expectRefused(
    botId: string,
    attempt: () => Promise<CallAnswer>,
    status: number,
    code: string,
  ): Promise<CallAnswer> {
    const before = await client.call('GET', `/bots/${botId}/draft`);
    const answer = await attempt();
    expect([answer.status, answer.code]).toEqual([status, code]);
    expect((await client.call('GET', `/bots/${botId}/draft`)).bytes).toBe(before.bytes);
    return answer;
  }

  describe('GET and PUT', () => {
    it('[AP17] answers the diagram, the save state, the violations and the moment of the last edit', async () => {
      const { id } = await createBot(client);
      expect((await client.call('GET', `/bots/${id}/draft`)).json).toEqual({
        data: {
          diagram: { nodes: { hidden: { ...startNode, params: {} } }, connections: {} },
          save_state: 'IS_PRESAVED',
          violations: [],
          edited_at: '2026-01-01T00:00:00',
        },
      });
    });

    it('[AP18][AP19] stores the diagram, wrapped or bare, and reports what breaks the rules', async () => {
      const { id } = await createBot(client);
      const wrapped = await client.call('PUT', `/bots/${id}/draft`, { body: { diagram: brokenDiagram() } });
      expect(wrapped.status).toBe(200);
      expect(wrapped.data).toMatchObject({
        diagram: brokenDiagram(),
        save_state: 'IS_NOT_VALID',
        violations: [{ code: 'start_connection', severity: 'error', pointer: expect.any(String) }],
      });
      const bare = await client.call('PUT', `/bots/${id}/draft`, { body: cleanDiagram() });
      expect(bare.data).toMatchObject({ diagram: cleanDiagram(), save_state: 'IS_PRESAVED', violations: [] });
      expect(await draftOf(id)).toEqual(bare.data);
    });

    it('[AP18] a linked bot is shown with number, family and name', async () => {
      const target = await createBot(client, { name: 'Target' });
      const { id } = await createBot(client);
      const draft = await putDraft(client, id, linkingDiagram(target.id));
      const params = {
        bot: target.number,
        bot_number: target.number,
        bot_channel_family: 'native',
        bot_name: 'Target',
      };
      expect(draft.diagram.nodes['jump']).toMatchObject({ params });
    });

    it('[AP20] a link to no bot of the brand is refused with every such block', async () => {
      const { id } = await createBot(client);
      await putDraft(client, id);
      const foreign = await createBot(client, {}, { token: tokens.globex });
      const { nodes, connections } = linkingDiagram(absentId);
      const diagram = { nodes: { ...nodes, other: node('other', 'bot_link', { bot: foreign.id }) }, connections };
      const answer = await expectRefused(
        id,
        () => client.call('PUT', `/bots/${id}/draft`, { body: { diagram } }),
        422,
        'linked_bot_not_found',
      );
      expect(answer.json).toMatchObject({
        error: { violations: [{ block_id: 'jump' }, { block_id: 'other' }].map((one) => expect.objectContaining(one)) },
      });
    });

    it('[AP20] a bot in the trash can still be linked', async () => {
      const target = await trashedBot(client);
      const { id } = await createBot(client);
      const draft = await putDraft(client, id, linkingDiagram(target.id));
      expect(draft.violations.map(({ code }) => code)).toContain('linked_bot_unknown');
    });

    it.each([
      ['no body', {}, 'empty_body'],
      ['null', { raw: 'null' }, 'invalid_parameters'],
      ['a list', { body: [] }, 'invalid_parameters'],
      ['a number', { body: 5 }, 'invalid_parameters'],
      ['an empty object', { body: {} }, 'invalid_parameters'],
      ['nodes alone', { body: { nodes: {} } }, 'invalid_parameters'],
      ['nodes as a list', { body: { nodes: [], connections: {} } }, 'invalid_parameters'],
      ['connections as null', { body: { diagram: { nodes: {}, connections: null } } }, 'invalid_parameters'],
      ['a wrapped null', { body: { diagram: null } }, 'invalid_parameters'],
      ['a number that is not finite', { raw: '{"nodes":{"a":1e400},"connections":{}}' }, 'invalid_parameters'],
      ['a sibling of the wrapper', { body: { diagram: cleanDiagram(), note: 1 } }, 'field_not_described'],
      ['no JSON', { raw: '{' }, 'malformed_json'],
    ] as const)('[AP19][HT32][HT33][HT34][HT35][HT36] %s is answered 400', async (_, options, code) => {
      const { id } = await createBot(client);
      await putDraft(client, id);
      await expectRefused(id, () => client.call('PUT', `/bots/${id}/draft`, options), 400, code);
    });

    it('[HT30] a diagram of too many nodes is 413', async () => {
      const small = await connectClient(await startServer({ store, engine: { limits: { maxNodes: 1 } } }));
      const { id } = await createBot(small);
      const answer = await small.call('PUT', `/bots/${id}/draft`, { body: cleanDiagram() });
      expect([answer.status, answer.code]).toEqual([413, 'request_too_large']);
      await small.server.close();
    });

    it('[HT15] says how many violations there are when it cannot list them all', async () => {
      const { id } = await createBot(client);
      const nodes = Object.fromEntries(Array.from({ length: 10_010 }, (_, index) => [`n${index}`, 5]));
      const draft = (await client.call('PUT', `/bots/${id}/draft`, { body: { nodes, connections: {} } })).data;
      expect(draft).toMatchObject({ violations_total: 10_012 });
      expect((draft as WireDraft).violations).toHaveLength(10_000);
    });
  });

  describe('PATCH', () => {
    it('[AP21] applies a change set and answers the connections that it removed', async () => {
      const { id } = await createBot(client);
      await putDraft(client, id, buttonsDiagram());
      const body = {
        blocks: {
          add: [{ id: 'end', type: 'close_chat', params: { text: 'Bye' }, top: 5, left: 6, name: 'End' }],
          update: [{ id: 'welcome', top: 7, params: { text: 'Which?', buttons: [{ id: 'a', label: 'A' }] } }],
          delete: ['bye'],
        },
        connections: { add: [{ sourcePath: 'welcome', type: '$a', targetPath: 'end' }], delete: ['never there'] },
      };
      const answer = await client.call('PATCH', `/bots/${id}/draft`, { body });
      expect(answer.status, answer.text).toBe(200);
      expect(answer.data).toMatchObject({
        diagram: {
          nodes: {
            welcome: { top: 7, params: { buttons: [{ id: 'a', label: 'A' }] } },
            end: { template: 'close', name: 'End', top: 5, left: 6, isTarget: true, params: { text: 'Bye' } },
          },
          connections: { 'welcome.$a--end': connection('welcome', '$a', 'end') },
        },
        save_state: 'IS_PRESAVED',
        removed_connections: [connection('welcome', '$a', 'bye'), connection('welcome', '$b', 'bye')],
      });
    });

    it('[AP21] a set with problems is refused with every one', async () => {
      const { id } = await createBot(client);
      await putDraft(client, id, buttonsDiagram());
      const body = {
        blocks: {
          add: [
            { type: 'juggle' },
            { id: 'bye', type: 'close_chat' },
            { id: 'jump', type: 'bot_link', params: { bot: absentId } },
          ],
          update: [
            { id: 'nowhere', top: 1 },
            { id: 'welcome', params: { text: 'Which?', buttons: [{ id: 'a', label: 'A' }] } },
          ],
        },
        connections: { add: [{ sourcePath: 'nobody', type: '$a', targetPath: 'nothing' }] },
      };
      const answer = await expectRefused(
        id,
        () => client.call('PATCH', `/bots/${id}/draft`, { body }),
        422,
        'change_set_refused',
      );
      const { error } = answer.json as { error: { violations: readonly { code: string }[] } };
      expect(new Set(error.violations.map(({ code }) => code))).toEqual(
        new Set([
          'block_type_unknown',
          'block_id_taken',
          'block_unknown',
          'output_has_connection',
          'connection_source_unknown',
          'connection_target_unknown',
          'linked_bot_not_found',
        ]),
      );
    });

    it.each([
      [{}, 'empty_body'],
      [{ blocks: {} }, 'empty_body'],
      [{ blocks: { add: [], delete: [] }, connections: { add: [] } }, 'empty_body'],
      [{ blocks: [] }, 'invalid_parameters'],
      [{ blocks: { add: [{}] } }, 'invalid_parameters'],
      [{ blocks: { add: {} } }, 'invalid_parameters'],
      [{ blocks: { delete: [5] } }, 'invalid_parameters'],
      [{ blocks: { update: [{ top: 1 }] } }, 'invalid_parameters'],
      [{ blocks: { rename: [] } }, 'field_not_described'],
      [{ steps: [] }, 'field_not_described'],
      [{ connections: { update: [] } }, 'field_not_described'],
      [{ connections: { add: [{ sourcePath: 'a', targetPath: 'b' }] } }, 'invalid_parameters'],
    ] as const)('[AP21][HT34][HT35][HT36] %j is answered 400 %s', async (body, code) => {
      const { id } = await createBot(client);
      await expectRefused(id, () => client.call('PATCH', `/bots/${id}/draft`, { body }), 400, code);
    });
  });

  describe('what is not built', () => {
    it('[AP22] DELETE draft is 401 without credentials, otherwise 405, for any bot', async () => {
      const { id } = await createBot(client);
      for (const bot of [id, absentId, 'x']) {
        const path = `/bots/${bot}/draft`;
        expect((await client.call('DELETE', path, { token: 'none' })).code).toBe('not_authenticated');
        const answer = await client.call('DELETE', path);
        expect([answer.status, answer.json]).toEqual([405, { detail: expect.any(String) }]);
        expect(answer.headers.get('allow')).toBe('GET, HEAD, PUT, PATCH');
      }
    });

    it('[AP23] GET revisions is a 404 page, with credentials and without', async () => {
      const { id } = await createBot(client);
      const answers = await Promise.all(
        [id, absentId, 'x'].flatMap((bot) =>
          [tokens.acme, 'none', 'a-bad-token-000000'].map((token) =>
            client.call('GET', `/bots/${bot}/draft/revisions`, { token }),
          ),
        ),
      );
      for (const answer of answers) {
        expect([answer.status, answer.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8']);
        expect(answer.bytes).toBe(answers[0]?.bytes);
        expect(answer.text).toContain('<h1>Not Found</h1>');
      }
    });

    it('[AP22][AP23] where the host switched them on, they discard and list', async () => {
      const extensions = { discardDraft: true, draftRevisions: true };
      const host = await connectClient(await startServer({ store, api: { extensions } }));
      const { id } = await createBot(host);
      const never = await host.call('DELETE', `/bots/${id}/draft`);
      expect([never.status, never.code]).toEqual([422, 'bot_never_published']);

      await putDraft(host, id, cleanDiagram('One'));
      await publish(host, id);
      await putDraft(host, id, cleanDiagram('Two'));
      const discarded = await host.call('DELETE', `/bots/${id}/draft`);
      expect([discarded.status, discarded.data]).toMatchObject([200, { diagram: cleanDiagram('One') }]);

      const page = await host.call('GET', `/bots/${id}/draft/revisions?page_size=2`);
      expect(page.json).toEqual({
        data: [
          { revision: 3, edited_at: '2026-01-01T00:00:00', edited_by: 7, diagram: cleanDiagram('Two') },
          { revision: 2, edited_at: '2026-01-01T00:00:00', edited_by: 7, diagram: cleanDiagram('One') },
        ],
        meta: { total: 3, page: 1, page_size: 2 },
      });
      expect((await host.call('GET', `/bots/${absentId}/draft/revisions`)).code).toBe('bot_not_found');
      await host.server.close();
    });
  });

  describe('blocks', () => {
    it('[AP24] are added with their connections', async () => {
      const { id } = await createBot(client);
      const body = {
        blocks: [
          { id: 'welcome', type: 'ask_question', params: { text: 'Name?', destination: 'name' }, top: 1, left: 2 },
          { type: 'close_chat', name: 'End' },
        ],
        connections: [{ sourcePath: 'welcome', targetPath: 'n0', type: '$success' }],
      };
      const answer = await client.call('POST', `/bots/${id}/draft/blocks`, { body });
      expect(answer.status, answer.text).toBe(200);
      expect(answer.data).toMatchObject({
        diagram: {
          nodes: {
            welcome: { id: 'welcome', path: 'welcome', template: 'var_text', top: 1, left: 2, isTarget: true },
            n0: { template: 'close', name: 'End', top: 0, left: 0 },
          },
          connections: { 'welcome.$success--n0': connection('welcome', '$success', 'n0') },
        },
        save_state: 'IS_PRESAVED',
      });
      expect(answer.data).not.toHaveProperty('removed_connections');
    });

    it('[AP24] problems are refused on the spot with every one; broken rules are stored and reported', async () => {
      const { id } = await createBot(client);
      await putDraft(client, id, cleanDiagram());
      const body = {
        blocks: [{ type: 'juggle' }, { id: 'welcome', type: 'close_chat' }, { id: 'end', type: 'close_chat' }],
        connections: [
          { sourcePath: 'welcome', targetPath: 'nobody', type: '$success' },
          { sourcePath: 'nobody', targetPath: 'welcome', type: '$success' },
          { sourcePath: 'end', targetPath: 'welcome', type: '$nothing' },
        ],
      };
      const post = () => client.call('POST', `/bots/${id}/draft/blocks`, { body });
      const { json } = await expectRefused(id, post, 422, 'blocks_refused');
      const { violations } = (json as { error: { violations: readonly { code: string }[] } }).error;
      expect(new Set(violations.map(({ code }) => code))).toEqual(
        new Set([
          'block_type_unknown',
          'block_id_taken',
          'connection_target_unknown',
          'connection_source_unknown',
          'output_unknown',
        ]),
      );

      const stored = await client.call('POST', `/bots/${id}/draft/blocks`, {
        body: { blocks: [{ type: 'send_text' }] },
      });
      expect(stored.data).toMatchObject({
        save_state: 'IS_NOT_VALID',
        violations: [{ code: 'param_required', param: 'text' }],
      });
    });

    it('[AP24] a link to no bot of the brand is refused', async () => {
      const { id } = await createBot(client);
      const body = { blocks: [{ type: 'bot_link', params: { bot: absentId } }] };
      await expectRefused(
        id,
        () => client.call('POST', `/bots/${id}/draft/blocks`, { body }),
        422,
        'linked_bot_not_found',
      );
    });

    it.each([
      [{}, 'empty_body'],
      [{ connections: [] }, 'invalid_parameters'],
      [{ blocks: [] }, 'empty_body'],
      [{ blocks: {} }, 'invalid_parameters'],
      [{ blocks: [{ id: 'a' }] }, 'invalid_parameters'],
      [{ blocks: [{ type: 5 }] }, 'invalid_parameters'],
      [{ blocks: [{ type: 'send_text', params: [] }] }, 'invalid_parameters'],
      [{ blocks: [{ type: 'send_text', top: '5' }] }, 'invalid_parameters'],
      [{ blocks: [{ type: 'send_text', colour: 'red' }] }, 'field_not_described'],
      [{ blocks: [{ type: 'send_text' }], delete: [] }, 'field_not_described'],
    ] as const)('[AP24][HT34][HT35][HT36] %j is answered 400 %s', async (body, code) => {
      const { id } = await createBot(client);
      await expectRefused(id, () => client.call('POST', `/bots/${id}/draft/blocks`, { body }), 400, code);
    });

    it('[AP25] one is edited: params are replaced whole, the rest stays', async () => {
      const { id } = await createBot(client);
      await putDraft(client, id, cleanDiagram());
      const path = `/bots/${id}/draft/blocks/welcome`;
      const params = { text: 'Who?', destination: 'who' };
      expect((await client.call('PATCH', path, { body: { params, top: 9 } })).data).toMatchObject({
        diagram: { nodes: { welcome: { params: { ...params, version: 3 }, top: 9, left: 0 } } },
      });
      expect((await client.call('PATCH', path, { body: { name: 'Hi', left: 4 } })).data).toMatchObject({
        diagram: { nodes: { welcome: { params, name: 'Hi', top: 9, left: 4 } } },
      });
    });

    it('[AP25] an output from which a connection leaves cannot be edited away', async () => {
      const { id } = await createBot(client);
      await putDraft(client, id, buttonsDiagram());
      const body = { params: { text: 'Which?', buttons: [{ id: 'a', label: 'A' }] } };
      const patch = () => client.call('PATCH', `/bots/${id}/draft/blocks/welcome`, { body });
      const { json } = await expectRefused(id, patch, 422, 'block_has_connections');
      expect(json).toMatchObject({
        error: { violations: [{ code: 'output_has_connection', block_id: 'welcome', output: '$b' }] },
      });
    });

    it.each([
      [{}, 400, 'empty_body'],
      [{ params: null }, 400, 'invalid_parameters'],
      [{ top: null }, 400, 'invalid_parameters'],
      [{ name: 5 }, 400, 'invalid_parameters'],
      [{ connections: [] }, 400, 'field_not_described'],
      [{ params: { bot: absentId } }, 422, 'linked_bot_not_found'],
    ] as const)('[AP25][HT34][HT35][HT36] %j is answered %i %s', async (body, status, code) => {
      const target = await createBot(client);
      const { id } = await createBot(client);
      await putDraft(client, id, linkingDiagram(target.id));
      await expectRefused(id, () => client.call('PATCH', `/bots/${id}/draft/blocks/jump`, { body }), status, code);
    });

    it('[AP26] one is deleted with every connection that touches it', async () => {
      const { id } = await createBot(client);
      await putDraft(client, id, buttonsDiagram());
      const answer = await client.call('DELETE', `/bots/${id}/draft/blocks/bye`);
      expect(answer.status).toBe(200);
      expect(answer.data).toMatchObject({
        diagram: { connections: {} },
        removed_connections: [connection('welcome', '$a', 'bye'), connection('welcome', '$b', 'bye')],
      });
      const greeting = await client.call('DELETE', `/bots/${id}/draft/blocks/welcome`);
      expect(greeting.data).toMatchObject({ save_state: 'IS_NOT_VALID', violations: [{ code: 'start_connection' }] });
    });

    it.each(['PATCH', 'DELETE'])('[AP25][AP26] %s of a block that is not there is 404', async (method) => {
      const { id } = await createBot(client);
      const body = method === 'PATCH' ? { top: 1 } : undefined;
      for (const block of ['nobody', '__proto__', 'constructor', 'a%2Fb', '%00']) {
        const path = `/bots/${id}/draft/blocks/${block}`;
        await expectRefused(id, () => client.call(method, path, { body }), 404, 'block_not_found');
      }
    });

    it.each(['a/b', 'ä 😀', '..', '__proto__', '%2F', 'latest'])(
      '[HT5][HT37] the block "%s" is addressed by its escaped id',
      async (block) => {
        const { id } = await createBot(client);
        const nodes = JSON.parse(`{${JSON.stringify(block)}:${JSON.stringify(node(block, 'close', {}))}}`);
        await putDraft(client, id, { nodes, connections: {} });
        const segment = block === '..' ? '%2e%2E' : encodeURIComponent(block);
        const path = `/bots/${id}/draft/blocks/${segment}`;
        const answer =
          block === '..'
            ? await send(client.server.url, 'PATCH', path, { body: { top: 3 } })
            : await client.call('PATCH', path, { body: { top: 3 } });
        if (block === '..') return;
        expect(answer.status, answer.text).toBe(200);
        const stored = (answer.data as WireDraft).diagram.nodes;
        expect(Object.entries(stored)).toMatchObject([[block, { id: block, top: 3 }]]);
      },
    );
  });

  describe('test deployment and validation', () => {
    it('[AP27] puts the draft on the test channel', async () => {
      const bot = await createBot(client);
      await putDraft(client, bot.id);
      const answer = await client.call('PUT', `/bots/${bot.id}/test`);
      expect([answer.status, answer.data]).toEqual([200, await draftOf(bot.id)]);
    });

    it('[AP27] any violation stops it, also a warning', async () => {
      const target = await createBot(client);
      const { id } = await createBot(client);
      await putDraft(client, id, linkingDiagram(target.id));
      const warned = await expectRefused(id, () => client.call('PUT', `/bots/${id}/test`), 422, 'draft_has_violations');
      expect(warned.json).toMatchObject({
        error: { violations: [{ code: 'linked_bot_unpublished', severity: 'warning' }] },
      });
      await putDraft(client, id, brokenDiagram());
      await expectRefused(id, () => client.call('PUT', `/bots/${id}/test`), 422, 'draft_has_violations');
    });

    it('[AP27] a channel that cannot be made ready is 502', async () => {
      const { id } = await createBot(client);
      await putDraft(client, id);
      client.server.deployer.prepareTest = () => Promise.reject(new Error('secret of the channel'));
      const answer = await client.call('PUT', `/bots/${id}/test`);
      client.server.deployer.prepareTest = async () => {};
      expect([answer.status, answer.code, answer.text.includes('secret')]).toEqual([502, 'dependency_failed', false]);
    });

    it('[AP28] checks a diagram, or the stored draft, and writes nothing', async () => {
      const { id } = await createBot(client);
      const path = `/bots/${id}/draft/validate`;
      const before = await client.call('GET', `/bots/${id}/draft`);
      const stored = await client.call('POST', path, { token: tokens.viewer });
      expect([stored.status, stored.data]).toMatchObject([200, { violations: [{ code: 'start_connection' }] }]);
      expect((await client.call('POST', path, { body: { diagram: cleanDiagram() } })).json).toEqual({
        data: { violations: [] },
      });
      const bare = await client.call('POST', path, { body: linkingDiagram(absentId) });
      expect(bare.data).toMatchObject({ violations: [{ code: 'linked_bot_not_found', block_id: 'jump' }] });
      expect((await client.call('GET', `/bots/${id}/draft`)).bytes).toBe(before.bytes);
    });

    it.each([
      [{ raw: 'null' }, 400, 'invalid_parameters'],
      [{ raw: '[' }, 400, 'malformed_json'],
      [{ body: {} }, 400, 'invalid_parameters'],
      [{ body: { diagram: cleanDiagram(), note: 1 } }, 400, 'field_not_described'],
    ] as const)('[AP28][HT33] validating %j is %i %s', async (options, status, code) => {
      const { id } = await createBot(client);
      const answer = await client.call('POST', `/bots/${id}/draft/validate`, options);
      expect([answer.status, answer.code]).toEqual([status, code]);
    });
  });

  it('[AP17] writing the draft changes nothing that visitors meet', async () => {
    const { id } = await publishedBot(client);
    const live = (await client.call('GET', `/bots/${id}/versions/latest`)).bytes;
    await putDraft(client, id, brokenDiagram());
    expect((await client.call('GET', `/bots/${id}/versions/latest`)).bytes).toBe(live);
  });
});
