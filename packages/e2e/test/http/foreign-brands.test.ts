import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { absentId, publishedBot, trashedBot, type WireVersion } from '../support/bot-requests.ts';
import { type Client, connectClient } from '../support/bots-client.ts';
import { tokens } from '../support/callers.ts';
import { startServer } from '../support/start-server.ts';
import { storeNames } from '../support/stores.ts';
import { cleanDiagram } from '../support/wire-diagrams.ts';

describe.each(storeNames)('what is not the caller’s, on %s', (store) => {
  let client: Client;
  let botId: string;
  let versionId: string;
  let trashedId: string;

  beforeAll(async () => {
    const extensions = { discardDraft: true, draftRevisions: true, duplicateBot: true };
    client = await connectClient(await startServer({ store, api: { extensions } }));
    botId = (await publishedBot(client, { workspace: 2 })).id;
    trashedId = (await trashedBot(client, { workspace: 2 })).id;
    const [version] = (await client.call('GET', `/bots/${botId}/versions`)).data as readonly WireVersion[];
    versionId = version?.id ?? '';
  });
  afterAll(() => client.server.close());

  const requests = [
    ['GET', '', undefined],
    ['PATCH', '', { name: 'Mine' }],
    ['PATCH', '', { state: 'active' }],
    ['DELETE', '', undefined],
    ['DELETE', '?permanent=true', undefined],
    ['GET', '/feedback', undefined],
    ['PUT', '/feedback', { enabled: true }],
    ['GET', '/scenarios', undefined],
    ['PUT', '/scenarios', { text: '', revision: 0 }],
    ['GET', '/draft', undefined],
    ['PUT', '/draft', { diagram: cleanDiagram() }],
    ['PATCH', '/draft', { blocks: { delete: ['welcome'] } }],
    ['DELETE', '/draft', undefined],
    ['GET', '/draft/revisions', undefined],
    ['POST', '/draft/blocks', { blocks: [{ type: 'close_chat' }] }],
    ['PATCH', '/draft/blocks/welcome', { top: 1 }],
    ['DELETE', '/draft/blocks/welcome', undefined],
    ['POST', '/draft/validate', { diagram: cleanDiagram() }],
    ['PUT', '/test', undefined],
    ['GET', '/versions', undefined],
    ['POST', '/versions', undefined],
    ['POST', '/versions', { source: absentId }],
    ['GET', '/versions/latest', undefined],
    ['GET', '/versions/VERSION', undefined],
    ['PATCH', '/versions/VERSION', { name: 'Mine' }],
    ['DELETE', '/versions/VERSION', undefined],
  ] as const;
  const callers = [
    ['another brand', tokens.globex],
    ['another workspace', tokens.acmeOne],
  ] as const;

  it.each(
    callers.flatMap(([who, token]) =>
      requests.map(([method, path, body]) => [who, method, path, token, body] as const),
    ),
  )(
    '[HT26] to %s, %s /bots/{id}%s answers byte for byte what an absent bot does',
    async (_, method, path, token, body) => {
      const before = await client.call('GET', `/bots/${botId}`);
      const at = (id: string) => `/bots/${id}${path.replace('VERSION', versionId)}`;
      const absent = await client.call(method, at(absentId), { token, body });
      expect([absent.status, absent.code]).toEqual([404, 'bot_not_found']);
      for (const id of [botId, trashedId]) {
        expect((await client.call(method, at(id), { token, body })).bytes).toBe(absent.bytes);
      }
      expect((await client.call('GET', `/bots/${botId}`)).bytes).toBe(before.bytes);
    },
  );

  it.each(callers)('[HT26] %s can neither link to the bot nor duplicate it', async (_, token) => {
    const own = { name: 'Own', channel_family: 'native', workspace: 1 };
    const linked = async (bot: string) => {
      const jump = { id: 'jump', template: 'bot_link', params: { bot } };
      const { nodes, connections } = cleanDiagram();
      return client.call('POST', '/bots', {
        token,
        body: { ...own, diagram: { nodes: { ...nodes, jump }, connections } },
      });
    };
    const duplicated = (source: string) => client.call('POST', '/bots', { token, body: { source, workspace: 1 } });

    expect((await duplicated(botId)).bytes).toBe((await duplicated(absentId)).bytes);
    if (token === tokens.globex) expect((await linked(botId)).bytes).toBe((await linked(absentId)).bytes);
  });
});
