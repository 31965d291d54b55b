import { param } from '@botwright/core/diagram';
import type { EffectHost } from '@botwright/core/ports';
import { conversationRunner, defineBlock, leave, waitForResult } from '@botwright/core/runner';
import { expect, it } from 'vitest';
import { tokens } from '../support/callers.ts';
import { startServer } from '../support/start-server.ts';

/** Prints a ticket, and saves its number. */
const printTicket = defineBlock({
  definition: {
    name: 'print_ticket',
    template: 'acme_ticket',
    title: 'Print a ticket',
    description: 'Prints a ticket at the kiosk and saves its number.',
    group: 'acme',
    canBeWelcome: true,
    waits: true,
    variants: [
      {
        params: [
          param('title', 'string', { required: true, rules: { nonEmpty: true }, description: 'On the ticket.' }),
        ],
        outputs: ['$success'],
        channelRestriction: ['kiosk'],
      },
    ],
    setsFields: () => ['ticket'],
  },
  behaviour: {
    enter: ({ params }) =>
      waitForResult({ kind: 'host', name: 'acme.print', data: { title: String(params['title']) } }),
    resolve: (_context, outcome) =>
      leave('$success', {
        messages: [{ type: 'text', body: `Ticket ${outcome.ok ? outcome.value : 'not printed'}` }],
      }),
  },
});

const effects: EffectHost = {
  async carryOut(effect) {
    if (effect.kind !== 'host' || effect.name !== 'acme.print') return 'unhandled';
    return { ok: true, value: `${effect.data['title']} 17` };
  },
};

it('[CH32][CV72][BL26][RU20] a family and a block of a host work over HTTP, in the rules and in conversations', async () => {
  const blocks = [printTicket];
  const channelFamilies = [
    { name: 'kiosk', greetingSlot: 'splash', blocks: ['print_ticket', 'send_text', 'close_chat'] },
  ];
  const runner = conversationRunner({ blocks });
  const server = await startServer({ engine: { blocks, channelFamilies, runner, effects } });
  const call = async (method: string, path: string, body?: unknown) => {
    const answer = await fetch(`${server.url}${path}`, {
      method,
      headers: { authorization: `Token ${tokens.acmeOne}`, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    return [answer.status, ((await answer.json()) as { data?: unknown }).data] as const;
  };

  const [, listed] = await call('GET', '/blocks');
  const restrictionOf = (name: string) =>
    (listed as { name: string; variants: { channel_restriction?: string[] }[] }[]).find((each) => each.name === name)
      ?.variants[0]?.channel_restriction;
  expect(['print_ticket', 'send_text', 'buttons'].map(restrictionOf)).toEqual([
    ['kiosk'],
    undefined,
    ['native', 'msgapp', 'facebook', 'apichat'],
  ]);

  const [created, bot] = await call('POST', '/bots', { name: 'Tickets', channel_family: 'kiosk' });
  const { id } = bot as { id: string };
  expect(created).toBe(201);
  const codesOf = (draft: unknown) =>
    (draft as { violations: { code: string; block_id?: string }[] }).violations.map((each) => [
      each.code,
      each.block_id,
    ]);
  const [, wrong] = await call('POST', `/bots/${id}/draft/blocks`, {
    blocks: [{ id: 'bot_start', type: 'buttons', params: { text: 'Which?', buttons: [{ id: 'a', label: 'A' }] } }],
  });
  expect(codesOf(wrong)).toEqual([
    ['start_connection', undefined],
    ['block_not_on_channel_family', 'bot_start'],
  ]);
  const [, right] = await call('PATCH', `/bots/${id}/draft`, {
    blocks: {
      delete: ['bot_start'],
      add: [
        { id: 'splash', type: 'print_ticket', params: { title: 'Counter' } },
        { id: 'bye', type: 'close_chat', params: { text: 'Bye' } },
      ],
    },
    connections: { add: [{ sourcePath: 'splash', targetPath: 'bye', type: '$success' }] },
  });
  expect(codesOf(right)).toEqual([]);
  expect((await call('POST', `/bots/${id}/versions`))[0]).toBe(201);

  const { channels, customers, conversations } = server.engine.as({
    brand: 'acme',
    person: 8,
    workspaces: [1],
    permissions: ['view_bots', 'edit_bots'],
  });
  const { channel } = await channels.create({ type: 'kiosk', name: 'Hall' });
  const visitor = server.engine.channel({ brand: 'acme', channelNumber: channel.number });
  const { customer } = await visitor.send('screen-1', { message: { type: 'text', message: 'Hello' } });
  await conversations.runUntilIdle(customer.number);
  const said = (await conversations.messages(customer.number)).flatMap(({ type, data }) =>
    type === 'text' ? [(data as { body: string }).body] : [],
  );
  expect(said).toEqual(['Hello', 'Ticket Counter 17', 'Bye']);
  expect((await customers.get(customer.number)).number).toBe(customer.number);
  await server.close();
});
