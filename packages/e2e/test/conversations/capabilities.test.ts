import { createEngine, permissions } from '@botwright/core';
import { memoryStorage } from '@botwright/core/memory';
import { conversationRunner } from '@botwright/core/runner';
import { expect, it } from 'vitest';
import { diagramOf } from '../support/diagrams.ts';

const asksWhich = diagramOf(
  {
    start: ['buttons', { text: 'Tea?', buttons: ['Yes', 'No', 'Later'].map((label) => ({ id: label, label })) }],
    end: ['close_chat', { text: 'Well' }],
  },
  ['start.$Later--end'],
  'apichat',
);

it.for([
  ['msgapp', ['Tea?\n1. Yes\n2. No\n3. Later', 'Well']],
  ['apichat', ['Tea? [Yes|No|Later]', 'Well']],
  ['kiosk', ['Tea? [Yes|No|Later]', 'Well']],
] as const)('[CX2][CX3] a conversation on %s shows %j', async ([type, said]) => {
  const engine = createEngine({
    storage: memoryStorage(),
    runner: conversationRunner(),
    channelFamilies: [{ name: 'msgapp', can: { buttons: { most: 2 } } }, 'kiosk'],
  });
  await engine.configure([{ name: 'acme', plan: 'professional', workspaces: [1], tokens: [] }]);
  const caller = engine.as({ brand: 'acme', person: 7, workspaces: [1], permissions });
  const { channel } = await caller.channels.create({ type, name: 'Hall' });
  const { id } = await caller.bots.create({ name: 'Tea', channelFamily: type, diagram: asksWhich });
  await caller.versions.publish(id);
  const visitor = engine.channel({ brand: 'acme', channelNumber: channel.number });
  for (const message of ['Hi', '3']) {
    const { customer } = await visitor.send('ana', { message: { type: 'text', message } });
    await caller.conversations.runUntilIdle(customer.number);
  }
  const [customer] = (await caller.customers.list()).items;
  const messages = await caller.conversations.messages(customer?.number ?? 0);
  const shown = messages
    .filter(({ sender }) => sender.type === 'bot')
    .map(({ data }) => {
      const { body, buttons } = data as { readonly body: string; readonly buttons?: readonly string[] };
      return buttons === undefined ? body : `${body} [${buttons.join('|')}]`;
    });
  expect(shown).toEqual(said);
  await engine.close();
});
