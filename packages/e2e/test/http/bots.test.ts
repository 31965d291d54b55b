import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Client, connectClient } from './client.ts';
import { cleanDiagram } from './diagrams.ts';
import { type Store, startServer } from './start-server.ts';

const stores: readonly Store[] = ['memory', 'sqlite'];
const absent = '00000000-0000-4000-8000-000000000000';

describe.each(stores)('bots on %s', (store) => {
  let client: Client;

  beforeAll(async () => {
    client = await connectClient(await startServer({ store }));
  });
  afterAll(() => client.server.close());

  it('creates', async () => {
    const answer = await client.call('POST', '/bots', {
      body: { name: 'Sales', channel_family: 'native', workspace: 1 },
    });
    expect(answer.status).toBe(201);
    expect((await client.call('GET', '/bots')).status).toBe(200);
    expect((await client.call('GET', `/bots/${absent}`)).code).toBe('bot_not_found');
    const made = await client.call('POST', '/bots', {
      body: { name: 'Sales', channel_family: 'native', workspace: 1, diagram: cleanDiagram() },
    });
    expect(made.status).toBe(201);
  });
});
