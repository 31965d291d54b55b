import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { send } from '../support/bots-client.ts';
import { tokens } from '../support/callers.ts';
import { type Contract, contractChecker, type DescribedOperation, parseContract } from '../support/contract.ts';
import { startServer, type TestServer } from '../support/start-server.ts';

const session = { verify: async () => undefined, isOriginAllowed: () => false };

/** The operations of the specification: method, path, permission. */
const described = [
  ['GET', '/bots', 'view_bots'],
  ['POST', '/bots', 'edit_bots'],
  ['GET', '/bots/{bot_id}', 'view_bots'],
  ['PATCH', '/bots/{bot_id}', 'edit_bots'],
  ['DELETE', '/bots/{bot_id}', 'edit_bots'],
  ['GET', '/bots/{bot_id}/feedback', 'view_bots'],
  ['PUT', '/bots/{bot_id}/feedback', 'edit_bots'],
  ['GET', '/bots/{bot_id}/scenarios', 'view_bots'],
  ['PUT', '/bots/{bot_id}/scenarios', 'edit_bots'],
  ['GET', '/bots/{bot_id}/draft', 'view_bots'],
  ['PUT', '/bots/{bot_id}/draft', 'edit_bots'],
  ['PATCH', '/bots/{bot_id}/draft', 'edit_bots'],
  ['DELETE', '/bots/{bot_id}/draft', 'edit_bots'],
  ['GET', '/bots/{bot_id}/draft/revisions', 'view_bots'],
  ['POST', '/bots/{bot_id}/draft/blocks', 'edit_bots'],
  ['PATCH', '/bots/{bot_id}/draft/blocks/{block_id}', 'edit_bots'],
  ['DELETE', '/bots/{bot_id}/draft/blocks/{block_id}', 'edit_bots'],
  ['PUT', '/bots/{bot_id}/test', 'edit_bots'],
  ['GET', '/bots/{bot_id}/versions', 'view_bots'],
  ['POST', '/bots/{bot_id}/versions', 'edit_bots'],
  ['GET', '/bots/{bot_id}/versions/latest', 'view_bots'],
  ['GET', '/bots/{bot_id}/versions/{version_id}', 'view_bots'],
  ['PATCH', '/bots/{bot_id}/versions/{version_id}', 'edit_bots'],
  ['DELETE', '/bots/{bot_id}/versions/{version_id}', 'edit_bots'],
  ['GET', '/blocks', 'view_bots'],
  ['GET', '/openapi.yml', 'view_bots'],
  ['GET', '/connected-accounts/spreadsheets', 'view_integrations'],
  ['GET', '/connected-accounts/spreadsheets/{account_id}/spreadsheets', 'view_integrations'],
  ['GET', '/connected-accounts/spreadsheets/{account_id}/spreadsheets/{spreadsheet_id}/sheets', 'view_integrations'],
  [
    'GET',
    '/connected-accounts/spreadsheets/{account_id}/spreadsheets/{spreadsheet_id}/sheets/{sheet_title}/columns',
    'view_integrations',
  ],
  ['POST', '/connected-accounts/spreadsheets/connections', 'edit_integrations'],
  ['GET', '/connected-accounts/spreadsheets/connections/{connection_id}', 'view_integrations'],
  ['GET', '/connected-accounts/scheduler', 'view_integrations'],
  ['GET', '/connected-accounts/scheduler/{account_id}/event_types', 'view_integrations'],
  ['POST', '/connected-accounts/scheduler/connections', 'edit_integrations'],
  ['GET', '/connected-accounts/scheduler/connections/{connection_id}', 'view_integrations'],
] as const;

describe('the contract', () => {
  let server: TestServer;
  let yaml: string;
  let contract: Contract;

  beforeAll(async () => {
    server = await startServer({ api: { session } });
    yaml = (await send(server.url, 'GET', '/openapi.yml')).text;
    contract = parseContract(yaml);
  });
  afterAll(() => server.close());

  function operationAt(method: string, path: string): DescribedOperation | undefined {
    return contract.paths[path]?.[method.toLowerCase()];
  }

  it('[OA1][OA10] is OpenAPI 3.1 as YAML', async () => {
    const answer = await send(server.url, 'GET', '/openapi.yml', { token: tokens.viewer });
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/yaml']);
    expect([contract.openapi, contract.info.version]).toEqual(['3.1.0', '0.1.0-alpha']);
  });

  it.each([
    ['none', 401],
    [tokens.blind, 403],
  ] as const)('[OA1] needs view_bots', async (token, status) => {
    expect((await send(server.url, 'GET', '/openapi.yml', { token })).status).toBe(status);
  });

  it('[OA3][OA9] names the environment and base called, and the schemes that it takes', async () => {
    const sameOrigin = parseContract((await send(`${server.origin}/api/v0-alpha`, 'GET', '/openapi.yml')).text);
    expect([contract.servers, sameOrigin.servers]).toEqual([
      [{ url: 'https://bots.acme.test/v0-alpha' }],
      [{ url: 'https://bots.acme.test/api/v0-alpha' }],
    ]);
    const tokenSchemes = [{ agentToken: [] }, { bearerToken: [] }];
    expect([contract.security, sameOrigin.security]).toEqual([tokenSchemes, [...tokenSchemes, { sessionCookie: [] }]]);
    expect(contract.components).toHaveProperty('securitySchemes.sessionCookie.name', 'sessionid');
  });

  it('[OA2][OA4][OA5] has every operation that is described, its permission, and whether it is served', () => {
    const notBuilt = new Set(['DELETE /bots/{bot_id}/draft', 'GET /bots/{bot_id}/draft/revisions']);
    const expected = described.map(([method, path, permission]) => {
      const isServed = !notBuilt.has(`${method} ${path}`);
      return [method, path, permission, isServed];
    });
    const found = described.map(([method, path]) => {
      const operation = operationAt(method, path);
      return [method, path, operation?.['x-permission'], operation?.['x-implemented']];
    });
    expect(found).toEqual(expected);
  });

  it('[OA6] marks every other operation as decided here', () => {
    const known = new Set(described.map(([method, path]) => `${method} ${path}`));
    const others = Object.entries(contract.paths).flatMap(([path, methods]) =>
      Object.entries(methods).filter(([method]) => !known.has(`${method.toUpperCase()} ${path}`)),
    );
    expect(others.map(([, operation]) => [operation.operationId, operation['x-decided-here']])).toEqual([
      ['validateDraft', true],
      ['previewPublication', true],
      ['listJournal', true],
    ]);
  });

  it('[OA6] says of members, parameters and codes whether they were decided here', () => {
    const bot = contract.components.schemas['Bot'];
    const marked = Object.entries(bot?.properties ?? {}).filter(([, schema]) => schema['x-decided-here'] === true);
    expect(marked.map(([name]) => name)).toEqual([
      'number',
      'test_channel',
      'edited_at',
      'published_at',
      'trashed_at',
      'required_tier',
    ]);
    const { examples } = contract.components;
    expect(examples['bot_not_found']).not.toHaveProperty('x-decided-here');
    expect(examples['draft_changed']).toHaveProperty('x-decided-here', true);
    const page = operationAt('GET', '/bots')?.parameters.find(({ name }) => name === 'page');
    expect(page).toMatchObject({ 'x-decided-here': true, schema: { type: 'integer', minimum: 1 } });
  });

  it('[OA5] every operation names the refusals that it can answer', () => {
    const put = operationAt('PUT', '/bots/{bot_id}/draft');
    const codes = Object.values(put?.responses ?? {}).flatMap(({ $ref, content }) => {
      const shared = $ref === undefined ? undefined : contract.components.responses[$ref.split('/').at(-1) ?? ''];
      return Object.keys((content ?? shared?.content)?.['application/json']?.examples ?? {});
    });
    expect(codes.sort()).toEqual([
      'bot_not_found',
      'channel_family_unreadable',
      'dependency_failed',
      'draft_changed',
      'empty_body',
      'field_not_described',
      'internal_error',
      'invalid_parameters',
      'linked_bot_not_found',
      'malformed_json',
      'not_authenticated',
      'permission_denied',
      'request_too_large',
      'too_many_requests',
      'unsupported_builder',
      'unsupported_media_type',
      'whole_number_too_large',
    ]);
  });

  it('[OA4] what the host switches on is served', async () => {
    const extensions = { discardDraft: true, draftRevisions: true };
    const extended = await startServer({ api: { extensions } });
    const { paths } = parseContract((await send(extended.url, 'GET', '/openapi.yml')).text);
    expect(paths['/bots/{bot_id}/draft']?.['delete']).toMatchObject({ 'x-implemented': true });
    expect(paths['/bots/{bot_id}/draft/revisions']?.['get']).toMatchObject({ 'x-implemented': true });
    await extended.close();
  });

  it('[OA7] a response that it does not describe is found', async () => {
    const check = contractChecker(contract);
    const answer = await send(server.url, 'GET', '/bots');
    const changed = (change: object) => ({ ...answer, ...change });
    expect(check('GET', '/bots', answer)).toEqual([]);
    expect(check('GET', '/bots', changed({ status: 418 }))).not.toEqual([]);
    expect(check('GET', '/bots', changed({ text: '{"data":[]}' }))).not.toEqual([]);
    expect(
      check('GET', '/bots', changed({ text: '{"data":[],"meta":{"total":0,"page":1,"page_size":20},"x":1}' })),
    ).not.toEqual([]);
    expect(
      check('GET', '/bots', changed({ headers: new Headers({ 'content-type': 'application/json' }) })),
    ).not.toEqual([]);
    const wrongCode = { status: 400, text: '{"error":{"code":"bot_not_found","message":""}}' };
    expect(check('GET', '/bots', changed(wrongCode))).not.toEqual([]);
  });
});
