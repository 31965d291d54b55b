import { expect, it, onTestFinished } from 'vitest';
import { startCalendly } from '../../providers/test/servers/calendly.ts';
import { startGoogle } from '../../providers/test/servers/google.ts';
import { callBots } from './support/call-bots.ts';
import { createTestFolder } from './support/test-folder.ts';
import { headingOf, linkOf, tokenOf, visitor } from './support/visitor.ts';

const people = [{ id: '1001', name: 'Ana Pérez', email: 'ana@example.com' }];
const token = 'agent-token-of-acme-01';
const brands = [{ name: 'acme', plan: 'professional', workspaces: [1], tokens: [{ token, person: 7 }] }];

it('[SV70][CF27] accounts are connected at the services whose credentials the config has, and no secret is printed', async () => {
  const { serve, stop, writeConfig } = createTestFolder();
  const [google, calendly] = await Promise.all([startGoogle({ people }), startCalendly({ people })]);
  onTestFinished(() => Promise.all([google.close(), calendly.close()]).then(() => undefined));
  const appOf = ({
    clientId,
    clientSecret,
    endpoints,
  }: Pick<typeof google, 'clientId' | 'clientSecret'> & { endpoints: object }) => ({
    client_id: clientId,
    client_secret: clientSecret,
    endpoints,
  });
  const providers = { google_sheets: { ...appOf(google), issuer: google.issuer }, calendly: appOf(calendly) };
  const { server, line } = await serve('--config', writeConfig({ providers, brands }));
  const root = line.bots_url.replace('/v0-alpha', '');
  const call = (method: string, path: string) => callBots(line.bots_url, token, method, `/connected-accounts${path}`);
  const { secrets, open, send } = visitor();
  await send(`${root}/sign-in`, { token, return_to: `${root}/connect/x` });

  for (const [kind, service] of [
    ['spreadsheets', google],
    ['scheduler', calendly],
  ] as const) {
    const started = await call('POST', `/${kind}/connections`);
    const { id, url } = (started.body as { data: { id: string; url: string } }).data;
    const gone = await send(url, { token: tokenOf(await open(url)), answer: 'connect' });
    const consent = linkOf(gone);
    expect(consent.startsWith(`${service.endpoints.authorization}?`)).toBe(true);
    const back = await service.consent(consent, { person: people[0]?.id ?? '' });
    expect(headingOf(await open(back.href))).toMatch(/is connected$/);
    expect((await call('GET', `/${kind}/connections/${id}`)).body).toMatchObject({ data: { status: 'connected' } });
    expect((await fetch(`${root}/development/${kind}/consent`)).status).toBe(404);
  }
  expect((await call('GET', '/spreadsheets')).body).toMatchObject({ data: [{ name: 'ana@example.com' }] });

  writeConfig({ providers: { calendly: providers.calendly }, brands });
  server.child.kill('SIGHUP');
  await server.untilPrinted(/config members wait for the next start/, 'stderr');
  expect(server.stderr()).toContain('"members":["providers"]');
  await stop(server);
  const printed = server.stdout() + server.stderr();
  const all = [...secrets, ...google.secrets, ...calendly.secrets, google.clientSecret, calendly.clientSecret];
  for (const secret of all) expect(printed).not.toContain(secret);
});

it('[SV70] a kind without credentials keeps its development provider', async () => {
  const { serve, writeConfig } = createTestFolder();
  const providers = { calendly: { client_id: 'app', client_secret: 'a-secret-of-calendly' } };
  const { line } = await serve('--config', writeConfig({ providers, brands }));
  const root = line.bots_url.replace('/v0-alpha', '');
  const { open, send } = visitor();
  await send(`${root}/sign-in`, { token, return_to: `${root}/connect/x` });
  const consents: string[] = [];
  for (const kind of ['spreadsheets', 'scheduler']) {
    const started = await callBots(line.bots_url, token, 'POST', `/connected-accounts/${kind}/connections`);
    const { url } = (started.body as { data: { url: string } }).data;
    consents.push(linkOf(await send(url, { token: tokenOf(await open(url)), answer: 'connect' })).split('?')[0] ?? '');
  }
  expect(consents).toEqual([`${root}/development/spreadsheets/consent`, 'https://auth.calendly.com/oauth/authorize']);
});

it.for([
  [{ google: {} }, 'providers.google: It is not described.'],
  [{ calendly: { client_id: 'app' } }, 'providers.calendly.client_secret: It is required.'],
  [{ calendly: { client_id: 'app', client_secret: '' } }, 'providers.calendly.client_secret: '],
  [
    { calendly: { client_id: 'app', client_secret: 'a-long-secret', endpoints: { token: 'http://192.0.2.1/token' } } },
    'The config cannot be used: providers.calendly: ',
  ],
])('[SV70][CF27] the providers %j end the start', async ([providers, says]) => {
  const { run, writeConfig } = createTestFolder();
  const file = writeConfig({ providers, brands });
  const server = run('serve', '--port', '0', '--chat-port', '0', '--config', file, '--data', 'data');
  expect(await server.ended).toBe(2);
  expect(server.stderr()).toContain(says);
  expect(server.stderr()).not.toContain('a-long-secret');
});
