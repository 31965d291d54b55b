import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { send } from '../support/bots-client.ts';
import { parseContract } from '../support/contract.ts';
import { type PlatformServer, startPlatform } from '../support/start-platform.ts';

const platformPaths = [
  'GET /channels/',
  'GET /channels/msgapp/templates/',
  'GET /channels/{channel_id}/',
  'GET POST /channels/{channel_id}/message_hooks/',
  'GET PATCH DELETE /channels/{channel_id}/message_hooks/{hook_id}/',
  'GET /customers/',
  'GET PATCH DELETE /customers/{customer_id}/',
  'PUT /customers/{customer_id}/archive/',
  'PUT /customers/{customer_id}/unarchive/',
  'PUT /customers/{customer_id}/block/',
  'PUT /customers/{customer_id}/unblock/',
  'PUT /customers/{customer_id}/opt_in/',
  'PUT /customers/{customer_id}/opt_out/',
  'PUT /customers/{customer_id}/assign/',
  'PUT /customers/{customer_id}/assign/{agent_id}/',
  'PUT /customers/{customer_id}/assign_bot/{bot_number}/',
  'PUT /customers/{customer_id}/unassign/',
  'GET POST PUT DELETE /customers/{customer_id}/fields/{field_name}/',
  'GET /customers/{customer_id}/messages/',
  'POST /customers/{customer_id}/send_text/',
  'POST /customers/{customer_id}/send_image/',
  'POST /customers/{customer_id}/send_location/',
  'GET /openapi.yml',
];

const interfaces = [
  ['Platform API', 'platformUrl', 'https://api.acme.test/v1', 'agentToken', platformPaths],
  [
    'APIchat',
    'chatUrl',
    'https://chat.acme.test/v1',
    'channelToken',
    ['POST /send/{customer_token}/', 'GET /openapi.yml'],
  ],
] as const;

describe.each(interfaces)('the contract of the %s', (_name, member, url, scheme, paths) => {
  let server: PlatformServer;
  let yaml: string;

  beforeAll(async () => {
    server = await startPlatform();
    yaml = (await send(server[member], 'GET', '/openapi.yml', { token: 'none' })).text;
  });
  afterAll(() => server.close());

  it('[TK17] has every path, the address and the one scheme', () => {
    const contract = parseContract(yaml);
    const found = Object.entries(contract.paths).map(([path, methods]) => {
      const names = Object.keys(methods).map((method) => method.toUpperCase());
      return `${names.join(' ')} ${path}`;
    });
    expect(found.sort()).toEqual([...paths].sort());
    expect([contract.openapi, contract.servers, contract.security]).toEqual(['3.1.0', [{ url }], [{ [scheme]: [] }]]);
    expect(contract.paths['/openapi.yml']?.['get']).toMatchObject({ security: [] });
  });
});
