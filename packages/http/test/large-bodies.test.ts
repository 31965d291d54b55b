import type { BrandEngine } from '@botwright/core';
import { expect, it } from 'vitest';
import { createChatApi, createPlatformApi } from '../src/index.ts';
import { agentToken, ask, channelToken, doubles, publicUrl } from './doubles.ts';

const sized = (bytes: number): unknown => ({ message: { type: 'text', message: 'x'.repeat(bytes) } });

it('[DR53] a large body waits for its turn on the Platform API and on APIchat, and a small one does not', async () => {
  const { engine, clock } = doubles();
  let queued = 0;
  const queueLargeInput: BrandEngine['queueLargeInput'] = (read, use) => {
    queued += 1;
    return use(read());
  };
  const queueing = {
    ...engine,
    as: (principal: Parameters<typeof engine.as>[0]) => ({ ...engine.as(principal), queueLargeInput }),
    channel: (caller: Parameters<typeof engine.channel>[0]) => ({ ...engine.channel(caller), queueLargeInput }),
  };
  const chat = createChatApi({ engine: queueing, clock, publicUrl });
  const platform = createPlatformApi({ engine: queueing, clock, publicUrl });
  const send = (bytes: number) => ask(chat, 'POST', '/v1/send/ann/', { token: channelToken, json: sized(bytes) });
  const edit = (bytes: number) =>
    ask(platform, 'PATCH', '/v1/customers/31/', { token: agentToken, json: { name: 'x'.repeat(bytes) } });

  await send(1_000);
  await edit(1_000);
  expect(queued).toBe(0);
  await send(262_144);
  expect(queued).toBe(1);
  await edit(262_144);
  expect(queued).toBe(2);
});
