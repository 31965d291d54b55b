import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { tenantRecords } from '@botwright/core/front';
import { sqliteStorage } from '@botwright/storage/sqlite';
import { describe, expect, it } from 'vitest';
import { callBots } from './support/call-bots.ts';
import { createTestFolder } from './support/test-folder.ts';

const token = 'a-token-of-24-characters';
const other = 'another-of-24-characters';
const brand = { name: 'acme', plan: 'starter', workspaces: [1, 2], tokens: [{ token, person: 7 }] };

describe('a config file', () => {
  it('[CF7] makes brands, and tokens that may be limited', async () => {
    const { serve, writeConfig } = createTestFolder();
    const limited = { token: other, person: 8, permissions: ['view_bots'], workspaces: [2] };
    const { line } = await serve(
      '--config',
      writeConfig({ brands: [{ ...brand, tokens: [...brand.tokens, limited] }] }),
    );
    expect(line.tokens).toBeUndefined();

    const base = line.bots_url;
    for (const workspace of [1, 2]) {
      const bot = { name: `In ${workspace}`, channel_family: 'native', workspace };
      expect((await callBots(base, token, 'POST', '/bots', bot)).status).toBe(201);
    }
    expect((await callBots(base, other, 'GET', '/bots')).body).toMatchObject({ data: [{ name: 'In 2' }] });
    const refused = await callBots(base, other, 'POST', '/bots', { name: 'No', channel_family: 'native' });
    expect(refused).toMatchObject({ status: 403, body: { error: { code: 'permission_denied' } } });
  });

  it('[PL33] causes a warning where a token has only some permissions, at start and at SIGHUP', async () => {
    const { serve, writeConfig } = createTestFolder();
    const limited = { token: other, person: 8, permissions: ['view_bots'] };
    const config = { brands: [{ ...brand, tokens: [...brand.tokens, limited] }] };
    const { server } = await serve('--config', writeConfig(config));
    const warnings = () => server.stderr().match(/^.*"level":"warn".*Platform API.*$/gm) ?? [];
    await server.untilPrinted(/Platform API/, 'stderr');
    expect(warnings().map((line) => JSON.parse(line))).toEqual([
      expect.objectContaining({ brand: 'acme', person: 8, permissions: ['view_bots'] }),
    ]);
    writeConfig(config);
    server.child.kill('SIGHUP');
    await server.untilPrinted(/config applied/, 'stderr');
    expect(warnings().length).toBe(2);
    expect(server.stderr()).not.toContain(other);
  });

  it('[CF2] that cannot be used ends the command, and changes nothing', async () => {
    const { run, writeConfig, folder } = createTestFolder();
    const file = writeConfig({ brands: [{ ...brand, colour: 'red' }] });
    const server = run('serve', '--port', '0', '--chat-port', '0', '--config', file, '--data', 'data');
    expect(await server.ended).toBe(2);
    expect([server.stdout(), server.stderr()]).toEqual([
      '',
      `botwright: The config file ${file} cannot be used:\n  brands[0].colour: It is not described.\n`,
    ]);
    expect(() => readFileSync(join(folder, 'data'))).toThrow('ENOENT');
  });

  it('[CF2] a fault that only the engine finds ends the command too, and is logged at SIGHUP', async () => {
    const { run, serve, writeConfig } = createTestFolder();
    const webhook_url = 'http://127.0.0.1:9/a-long-secret';
    const channel = { type: 'apichat', name: 'Messenger', workspace: 1, token: 'channel-of-acme-1' };
    const problem = (file: string) =>
      `The config file ${file} cannot be used:\n  brands[0].channels[0].webhook_url: This address is private, so it may not be reached from here: the option allowPrivateTargets of the sender opens it, allow_private_targets in the config of botwright serve.`;
    const wrong = [{ ...brand, channels: [{ ...channel, webhook_url }] }];

    const file = writeConfig({ brands: wrong });
    const refused = run('serve', '--port', '0', '--chat-port', '0', '--config', file, '--data', 'refused');
    expect(await refused.ended).toBe(2);
    expect([refused.stdout(), refused.stderr()]).toEqual(['', `botwright: ${problem(file)}\n`]);

    const { server } = await serve('--config', writeConfig({ brands: [{ ...brand, channels: [channel] }] }));
    writeConfig({ brands: wrong });
    server.child.kill('SIGHUP');
    await server.untilPrinted(/config not applied/, 'stderr');
    expect(server.stderr()).toContain(JSON.stringify(problem(file)));
    expect(server.stderr()).not.toContain('a-long-secret');
  });

  it('[CF4] sets the base of Location for any Host header', async () => {
    const { serve, writeConfig } = createTestFolder();
    const base = 'https://bots.example.com/v0-alpha';
    const { line } = await serve('--config', writeConfig({ public_urls: { bots: base }, brands: [brand] }));
    const bot = { name: 'Linked', channel_family: 'native', workspace: 1 };
    const created = await callBots(line.bots_url, token, 'POST', '/bots', bot);
    expect(created.headers.get('location')).toMatch(new RegExp(`^${base}/bots/[0-9a-f-]{36}$`));
  });

  it('[CF5] limits requests a second', async () => {
    const { serve, writeConfig } = createTestFolder();
    const { line } = await serve('--config', writeConfig({ rate_limits: { bots: 2 }, brands: [brand] }));
    const calls = Array.from({ length: 6 }, () => callBots(line.bots_url, token, 'GET', '/bots'));
    const statuses = (await Promise.all(calls)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 429).length).toBeGreaterThanOrEqual(2);
  });

  it('[CF6] switches extensions on', async () => {
    const { serve, writeConfig } = createTestFolder();
    const { line } = await serve('--config', writeConfig({ extensions: { draftRevisions: true }, brands: [brand] }));
    const bot = { name: 'Past', channel_family: 'native', workspace: 1 };
    const created = await callBots(line.bots_url, token, 'POST', '/bots', bot);
    const { id } = (created.body as { data: { id: string } }).data;
    const revisions = await callBots(line.bots_url, token, 'GET', `/bots/${id}/draft/revisions`);
    expect(revisions).toMatchObject({ status: 200, body: { data: [] } });
    expect((await callBots(line.bots_url, token, 'DELETE', `/bots/${id}/draft`)).status).toBe(405);
  });

  it('[CF10][CF12] applied again changes nothing, and a brand that comes back has its bots again', async () => {
    const { serve, stop, writeConfig } = createTestFolder();
    const listings = [];
    for (const brands of [[brand], [brand], [{ ...brand, name: 'other', tokens: [] }], [brand]]) {
      const { server, line } = await serve('--config', writeConfig({ brands }));
      if (listings.length === 0) {
        await callBots(line.bots_url, token, 'POST', '/bots', { name: 'Kept', channel_family: 'native', workspace: 1 });
      }
      const { status, body } = await callBots(line.bots_url, token, 'GET', '/bots');
      listings.push(status === 200 ? body : status);
      await stop(server);
    }
    const [first] = listings;
    expect(first).toMatchObject({ data: [{ name: 'Kept' }] });
    expect(listings).toEqual([first, first, 401, first]);
  });

  it('[CF13] moves the plan and the workspaces of a brand', async () => {
    const { serve, stop, writeConfig, data } = createTestFolder();
    const moved = { ...brand, plan: 'business', workspaces: [1, 3] };
    for (const brands of [[brand], [moved]]) {
      await stop((await serve('--config', writeConfig({ brands }))).server);
    }
    const storage = sqliteStorage({ file: join(data, 'botwright.sqlite') });
    expect(await tenantRecords(storage).findBrand('acme')).toMatchObject({
      name: 'acme',
      plan: 'business',
      workspaces: [1, 3],
    });
    await storage.close();
  });

  it('[CF14] without brands makes the demo brand on a first start, and later leaves brands as they are', async () => {
    const { serve, stop, writeConfig } = createTestFolder();
    const config = writeConfig({ rate_limits: { bots: 0 } });
    const first = await serve('--config', config);
    expect(first.line.tokens).toBeDefined();
    await stop(first.server);
    const second = await serve('--config', config);
    expect(second.line.tokens).toBeUndefined();
    const { status } = await callBots(second.line.bots_url, first.line.tokens?.agent, 'GET', '/bots');
    expect(status).toBe(200);
  });
});

describe('SIGHUP', () => {
  it('[SV19][CF11] applies the file again: a new token works, a removed one does not', async () => {
    const { serve, writeConfig } = createTestFolder();
    const { server, line } = await serve('--config', writeConfig({ brands: [brand] }));
    writeConfig({ brands: [{ ...brand, tokens: [{ token: other, person: 7 }] }] });
    server.child.kill('SIGHUP');
    await server.untilPrinted(/config applied/, 'stderr');
    const statuses = [];
    for (const one of [token, other]) statuses.push((await callBots(line.bots_url, one, 'GET', '/bots')).status);
    expect(statuses).toEqual([401, 200]);
  });

  it('[SV26] logs which members take effect at the next start', async () => {
    const { serve, writeConfig } = createTestFolder();
    const { server } = await serve('--config', writeConfig({ brands: [brand] }));
    writeConfig({
      brands: [brand],
      retry_scale: 2,
      user_agent_brand: 'acme',
      rate_limits: { bots: 5 },
      visitor_limits: { beginnings: 5 },
    });
    server.child.kill('SIGHUP');
    await server.untilPrinted(/config applied/, 'stderr');
    const warnings = server.logs().filter(({ msg }) => msg === 'config members wait for the next start');
    expect(warnings).toMatchObject([{ level: 'warn', members: ['user_agent_brand', 'retry_scale', 'visitor_limits'] }]);
  });

  it('[SV20] with a file that cannot be used changes nothing, and is logged without values', async () => {
    const { serve, writeConfig } = createTestFolder();
    const { server, line } = await serve('--config', writeConfig({ brands: [brand] }));
    writeConfig({ brands: [{ ...brand, tokens: [{ token: 'secret-but-short', person: -1 }] }] });
    server.child.kill('SIGHUP');
    await server.untilPrinted(/config not applied/, 'stderr');
    expect((await callBots(line.bots_url, token, 'GET', '/bots')).status).toBe(200);
    expect(server.logs().find(({ msg }) => msg === 'config not applied')).toMatchObject({
      level: 'error',
      problem: expect.stringMatching(/brands\[0\]\.tokens\[0\]\.person: Expected an integer from 0\.$/),
    });
    expect(server.stderr()).not.toContain('secret-but-short');
  });

  it('[SV20] without a file changes nothing', async () => {
    const { serve } = createTestFolder();
    const { server, line } = await serve();
    server.child.kill('SIGHUP');
    await server.untilPrinted(/no config file/, 'stderr');
    expect((await callBots(line.bots_url, line.tokens?.agent, 'GET', '/bots')).status).toBe(200);
  });
});
