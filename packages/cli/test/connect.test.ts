import { expect, it } from 'vitest';
import { callBots } from './support/call-bots.ts';
import { createTestFolder } from './support/test-folder.ts';
import { headingOf, linkOf, tokenOf, visitor } from './support/visitor.ts';

it('[SV28][SV29][SV32][SV33][SV34][SV35] connects an account without a sign-up, and prints no secret', async () => {
  const { serve, stop } = createTestFolder();
  const { server, line } = await serve();
  const agent = line.tokens?.agent ?? '';
  const call = (method: string, path: string) => callBots(line.bots_url, agent, method, `/connected-accounts${path}`);
  const root = line.bots_url.replace('/v0-alpha', '');
  const { secrets, open, send } = visitor();

  for (const kind of ['spreadsheets', 'scheduler'] as const) {
    const started = await call('POST', `/${kind}/connections`);
    const { id, url } = (started.body as { data: { id: string; url: string } }).data;
    secrets.add(url.split('/').at(-1) ?? '');
    expect([started.status, url.startsWith(`${root}/connect/`)]).toEqual([201, true]);

    let page = await open(url);
    if (kind === 'spreadsheets') {
      expect([page.status, page.location.startsWith(`${root}/sign-in?`)]).toEqual([303, true]);
      expect(headingOf(await open(page.location))).toBe('Sign in');
      expect((await send(`${root}/sign-in`, { token: 'a-wrong-agent-token', return_to: url })).status).toBe(401);
      const entered = await send(`${root}/sign-in`, { token: agent, return_to: url });
      expect([entered.status, entered.location]).toEqual([303, url]);
      page = await open(url);
    }
    expect(page.text).toContain('<strong>demo</strong>');
    const gone = await send(url, { token: tokenOf(page), answer: 'connect' });
    const consent = linkOf(gone);
    expect(consent.startsWith(`${root}/development/${kind}/consent?`)).toBe(true);
    expect((await open(consent)).text).toContain('This is not a real service.');
    const back = await send(consent, { person: 'ada', decision: 'allow' });
    expect(headingOf(await open(back.location))).toMatch(/^Development \w+ is connected$/);
    expect(headingOf(await open(url))).toBe('This link does not work');
    expect((await call('GET', `/${kind}/connections/${id}`)).body).toMatchObject({ data: { status: 'connected' } });
  }

  const accounts = (await call('GET', '/spreadsheets')).body as { data: { id: string; name: string }[] };
  expect(accounts.data.map(({ name }) => name)).toEqual(['ada@example.com']);
  const columns = `/spreadsheets/${accounts.data[0]?.id}/spreadsheets/development-leads/sheets/Leads/columns`;
  expect((await call('GET', columns)).body).toMatchObject({ data: [{ number: 1, header: 'Name' }, {}, { number: 4 }] });
  for (const gone of [columns.replace('Leads', 'Gone'), columns.replace('development-leads', 'gone')]) {
    expect(await call('GET', gone)).toMatchObject({ status: 422, body: { error: { code: 'spreadsheet_unreadable' } } });
  }
  const schedulers = (await call('GET', '/scheduler')).body as { data: { id: string; scheduling_url: string }[] };
  expect(schedulers.data[0]?.scheduling_url).toBe(`${root}/development/booking`);
  expect((await call('GET', `/scheduler/${schedulers.data[0]?.id}/event_types`)).body).toMatchObject({
    meta: { total: 2 },
  });

  await stop(server);
  expect(secrets.size).toBe(15);
  const printed = server.stdout().replace(JSON.stringify(line), '') + server.stderr();
  expect(printed).toContain('/connect/{link}');
  for (const secret of [...secrets, agent, 'a-wrong-agent-token']) expect(printed).not.toContain(secret);
});

it('[SV28][SV30] links lead where the config says, and a config without its token ends a session', async () => {
  const { serve, writeConfig } = createTestFolder();
  const token = 'agent-token-of-acme-01';
  const config = {
    public_urls: { bots: 'https://bots.example/engine/v0-alpha' },
    brands: [{ name: 'acme', plan: 'professional', workspaces: [1], tokens: [{ token, person: 7 }] }],
  };
  const { server, line } = await serve('--config', writeConfig(config));
  const started = await callBots(line.bots_url, token, 'POST', '/connected-accounts/scheduler/connections');
  const { url } = (started.body as { data: { url: string } }).data;
  expect(url).toMatch(/^https:\/\/bots\.example\/engine\/connect\/[\w-]+$/);

  const root = line.bots_url.replace('/v0-alpha', '');
  const here = url.replace('https://bots.example/engine', root);
  const { open, send } = visitor();
  const signIn = new URL((await open(here)).location);
  expect([`${signIn.origin}${signIn.pathname}`, signIn.searchParams.get('return_to')]).toEqual([
    'https://bots.example/engine/sign-in',
    url,
  ]);
  expect((await send(`${root}/sign-in`, { token, return_to: url })).location).toBe(url);
  expect((await open(here)).status).toBe(200);
  writeConfig({ ...config, brands: [{ ...config.brands[0], tokens: [] }] });
  server.child.kill('SIGHUP');
  await server.untilPrinted(/config applied/, 'stderr');
  expect((await open(here)).status).toBe(303);
});
