import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createBot } from '../support/bot-requests.ts';
import { type Client, connectClient } from '../support/bots-client.ts';
import { startServer } from '../support/start-server.ts';
import { storeNames } from '../support/stores.ts';

const defaults = {
  question: expect.any(String),
  positive_label: expect.any(String),
  negative_label: expect.any(String),
  comment_question: expect.any(String),
  thanks: expect.any(String),
};

describe.each(storeNames)('feedback and catalog on %s', (store) => {
  let client: Client;

  beforeAll(async () => {
    client = await connectClient(await startServer({ store }));
  });
  afterAll(() => client.server.close());

  it('[AP14] an unconfigured bot answers the defaults; a write replaces them whole', async () => {
    const { id } = await createBot(client);
    const path = `/bots/${id}/feedback`;
    const first = await client.call('GET', path);
    expect([first.status, first.json]).toEqual([200, { data: { enabled: false, ...defaults } }]);

    const written = {
      enabled: true,
      question: 'Good?',
      positive_label: '👍',
      negative_label: '',
      comment_question: 'Why?',
      thanks: 'Ta',
    };
    const answer = await client.call('PUT', path, { body: written });
    expect([answer.status, answer.json]).toEqual([200, { data: written }]);
    expect((await client.call('GET', path)).json).toEqual({ data: written });

    const reset = await client.call('PUT', path, { body: { enabled: true, question: null } });
    expect(reset.json).toEqual({ data: { ...(first.data as object), enabled: true } });
  });

  it.each([
    [{}, 'invalid_parameters'],
    [{ question: 'x' }, 'invalid_parameters'],
    [{ enabled: 'yes' }, 'invalid_parameters'],
    [{ enabled: null }, 'invalid_parameters'],
    [{ enabled: true, thanks: 5 }, 'invalid_parameters'],
    [{ enabled: true, thanks: 'x'.repeat(501) }, 'invalid_parameters'],
    [{ enabled: true, thanks: 'a\u0000' }, 'invalid_parameters'],
    [{ enabled: true, thanks: '\ud800' }, 'invalid_parameters'],
    [{ enabled: true, positiveLabel: 'x' }, 'field_not_described'],
    [[], 'invalid_parameters'],
  ] as const)('[AP14][HT35][HT36][HT38] %j is answered 400 %s', async (body, code) => {
    const { id } = await createBot(client);
    const answer = await client.call('PUT', `/bots/${id}/feedback`, { body });
    expect([answer.status, answer.code]).toEqual([400, code]);
    expect((await client.call('GET', `/bots/${id}/feedback`)).data).toMatchObject({ enabled: false });
  });

  it('[AP14] a wording may have 500 characters', async () => {
    const { id } = await createBot(client);
    const thanks = '😀'.repeat(500);
    const answer = await client.call('PUT', `/bots/${id}/feedback`, { body: { enabled: false, thanks } });
    expect(answer.data).toMatchObject({ thanks });
  });

  it('[AP1][AP37] the catalog is one page of every block that can be placed', async () => {
    const answer = await client.call('GET', '/blocks');
    const blocks = answer.data as readonly { readonly name: string; readonly variants: readonly object[] }[];
    const { length } = blocks;
    expect(answer.json).toMatchObject({ meta: { total: length, page: 1, page_size: length } });
    const names = blocks.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['send_text', 'ask_question', 'buttons', 'bot_link', 'spreadsheets']));
    expect(names).not.toContain('hidden');
    const exits = { param: 'exits', each: 'id', prefix: '$' };
    expect(blocks.find(({ name }) => name === 'buttons')).toMatchObject({
      template: 'buttons',
      can_be_welcome: true,
      waits: true,
      variants: [
        {
          outputs: [],
          output_derivations: [{ param: 'buttons', each: 'id', prefix: '$' }, exits],
          required_tier: 'sandbox',
        },
        { selector: [{ param: 'source', values: ['list'] }], outputs: ['$item'], output_derivations: [exits] },
      ],
    });
    expect(blocks.find(({ name }) => name === 'spreadsheets')?.variants).toHaveLength(3);
    expect(blocks.find(({ name }) => name === 'code')).toMatchObject({
      variants: [{ channel_restriction: ['native'] }],
    });
  });

  it.each(['?channel_family=apichat', '?channel_family=telegraph', '?channel_family=%00&channel_family='])(
    '[AP38] %s changes nothing',
    async (query) => {
      expect((await client.call('GET', `/blocks${query}`)).bytes).toBe((await client.call('GET', '/blocks')).bytes);
    },
  );
});
