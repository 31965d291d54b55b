import { createEngine } from '@botwright/core';
import { expect, it } from 'vitest';
import { sqliteStorage } from '../../src/sqlite/index.ts';

it('[CH22][ST51] a store can be configured any number of times', async () => {
  const storage = sqliteStorage({ file: ':memory:' });
  const engine = createEngine({ storage });
  const acme = {
    name: 'acme',
    plan: 'professional',
    workspaces: [1],
    tokens: [{ token: 'agent-token-of-acme', person: 7 }],
    channels: [{ type: 'apichat', name: 'Chat', token: 'a-channel-token-1' }],
  } as const;
  for (const _ of [1, 2, 3]) await engine.configure([acme]);
  expect(await engine.authenticateChannel('a-channel-token-1')).toEqual({ brand: 'acme', channelNumber: 1 });
  await engine.configure([], { exactly: true });
  expect(await engine.authenticateChannel('a-channel-token-1')).toBeUndefined();
  await engine.close();
});
