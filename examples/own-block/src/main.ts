import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createEngine, type Principal } from '@botwright/core';
import { memoryStorage } from '@botwright/core/memory';
import { conversationRunner } from '@botwright/core/runner';
import { createBotsApi } from '@botwright/http';
import { nodeListener } from '@botwright/http-node';
import { ownEffects } from './effects.ts';
import { rollDice } from './roll-dice.ts';

const author: Principal = { brand: 'acme', person: 7, workspaces: [1], permissions: ['view_bots', 'edit_bots'] };

// Pass the same blocks to the engine and its runner; the engine refuses a block that only one of them knows.
const blocks = [rollDice];
const engine = createEngine({
  storage: memoryStorage(),
  blocks,
  runner: conversationRunner({ blocks }),
  effects: ownEffects,
});

const api = createBotsApi({
  engine,
  publicUrl: 'http://127.0.0.1/v0-alpha',
  bearer: async (token) => (token === 'of-the-author' ? author : undefined),
});
const server = createServer(nodeListener(api)).listen(0, '127.0.0.1');
await once(server, 'listening');
const { port } = server.address() as AddressInfo;

async function call<T>(method: string, path: string, body?: unknown): Promise<T> {
  const answer = await fetch(`http://127.0.0.1:${port}/v0-alpha${path}`, {
    method,
    headers: { authorization: 'Bearer of-the-author', 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  if (!answer.ok) throw new Error(await answer.text());
  return ((await answer.json()) as { data: T }).data;
}

const listed = await call<{ name: string }[]>('GET', '/blocks');
console.log(`In the catalog: ${listed.some(({ name }) => name === rollDice.definition.name)}.`);

const { id } = await call<{ id: string }>('POST', '/bots', { name: 'Dice', channel_family: 'native' });
const welcome = { id: 'welcome', type: 'ask_question', params: { text: 'Your name?', destination: 'name' } };
const bye = { id: 'bye', type: 'close_chat', params: { text: '@{name} rolled @{rolled}.' } };
const draft = (sides: number) => ({
  blocks: { delete: ['dice'], add: [{ id: 'dice', type: 'roll_dice', params: { sides, destination: 'rolled' } }] },
  connections: {
    add: [
      { sourcePath: 'welcome', targetPath: 'dice', type: '$success' },
      { sourcePath: 'dice', targetPath: 'bye', type: '$success' },
    ],
  },
});
await call('POST', `/bots/${id}/draft/blocks`, { blocks: [welcome, bye] });
const wrong = await call<{ violations: { code: string; param: string }[] }>('PATCH', `/bots/${id}/draft`, draft(1));
console.log(`With one side: ${wrong.violations.map(({ code, param }) => `${code} at ${param}`)}.`);
await call('PATCH', `/bots/${id}/draft`, draft(20));
await call('POST', `/bots/${id}/versions`);

const { conversations } = engine.as(author);
const visitor = { bot: id, visitor: 'ann' };
const { customer } = await conversations.start(visitor);
await conversations.runUntilIdle(customer);
await conversations.receive({ ...visitor, message: { type: 'text', message: 'Ann' } });
await conversations.runUntilIdle(customer);
for (const { type, data, sender } of await conversations.messages(customer)) {
  if (type === 'text') console.log(`${sender.type}: ${data.body}`);
}

server.close();
await engine.close();
