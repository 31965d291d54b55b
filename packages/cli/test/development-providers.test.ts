import { expect, it } from 'vitest';
import { callBots } from './support/call-bots.ts';
import { createTestFolder } from './support/test-folder.ts';
import { headingOf, linkOf, tokenOf, visitor } from './support/visitor.ts';

const token = 'agent-token-of-acme-01';
const brands = [{ name: 'acme', plan: 'professional', workspaces: [1], tokens: [{ token, person: 7 }] }];

it.for([
  ['the config', [], { development_providers: false }],
  ['a host that is not loopback', ['--host', '0.0.0.0'], {}],
] as const)(
  '[CF25][SV42][CO58] switched off by %s, the pages are 404 and connections are started and declined',
  async ([, flags, config]) => {
    const { serve, writeConfig } = createTestFolder();
    const { line } = await serve('--config', writeConfig({ ...config, brands }), ...flags);
    const root = line.bots_url.replace('/v0-alpha', '');
    for (const path of ['spreadsheets/consent', 'scheduler/consent', 'booking']) {
      expect((await fetch(`${root}/development/${path}`)).status).toBe(404);
      expect((await fetch(`${root}/development/${path}`, { method: 'POST', body: 'x' })).status).toBe(404);
    }

    const { open, send } = visitor();
    await send(`${root}/sign-in`, { token });
    const session = await open(`${root}/console/api/session`);
    expect(JSON.parse(session.text)).toMatchObject({ data: { connects: [] } });
    for (const kind of ['spreadsheets', 'scheduler']) {
      const started = await callBots(line.bots_url, token, 'POST', `/connected-accounts/${kind}/connections`);
      const { id, url } = (started.body as { data: { id: string; url: string } }).data;
      expect([started.status, url.startsWith(`${root}/connect/`)]).toEqual([201, true]);
      const page = await open(url);
      expect([page.status, page.text.includes('none is set up here')]).toEqual([200, true]);
      const back = linkOf(await send(url, { token: tokenOf(page), answer: 'connect' }));
      expect(back.startsWith(`${root}/connect/callback?`)).toBe(true);
      expect(headingOf(await open(back))).toBe('Not connected');
      const read = await callBots(line.bots_url, token, 'GET', `/connected-accounts/${kind}/connections/${id}`);
      expect(read.body).toMatchObject({ data: { status: 'declined' } });
    }
  },
);

it('[CF25] switched on by the config, they are there on every host', async () => {
  const { serve, writeConfig } = createTestFolder();
  const file = writeConfig({ development_providers: true, brands });
  const { line } = await serve('--config', file, '--host', '0.0.0.0');
  const root = line.bots_url.replace('/v0-alpha', '');
  expect((await fetch(`${root}/development/booking`)).status).toBe(200);
  // A consent without a request is refused, but the page exists.
  expect((await fetch(`${root}/development/scheduler/consent`)).status).toBe(400);
});
