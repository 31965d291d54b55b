import { type Principal, permissions } from '@botwright/core';
import { tenantChanges, tenantRecords } from '@botwright/core/front';
import { memoryStorage } from '@botwright/core/memory';
import { aesCipher, sha256, systemIds } from '@botwright/core/node';
import type { RecordStore } from '@botwright/core/ports';
import { type SimulatedClock, simulatedClock } from '@botwright/core/testing';
import { type TextResponse, textResponse } from '@botwright/http';
import { createPages } from '@botwright/http/pages';
import { expect, it } from 'vitest';
import { createSessions } from './sessions.ts';
import { createSignInCodes } from './sign-in-codes.ts';
import { tokenSignIn } from './token-sign-in.ts';

const token = 'agent-token-of-ann-0001';
const ann: Principal = { brand: 'acme', person: 7, workspaces: [1], permissions };
const root = 'http://127.0.0.1:3000';
const link = `${root}/connect/some-link`;

interface Host {
  readonly clock: SimulatedClock;
  ask(method: string, target: string, options?: Asked): Promise<TextResponse>;
  /** @returns The cookie. */
  enter(): Promise<string>;
  member(cookie: string): Promise<Principal | undefined>;
  /** Ends the session of a cookie, as the console does. */
  signOut(cookie: string): Promise<unknown>;
  /** From now on the token is invalid. */
  revoke(): void;
  url(returnTo: string): string;
}

interface Asked {
  /** Default: the headers of a browser for a form of this host. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly form?: Readonly<Record<string, string>>;
  readonly address?: string;
}

const ownForm = { 'sec-fetch-site': 'same-origin' };

interface HostOptions {
  readonly publicRoot?: string;
  /** Each byte of the key that encrypts sessions. */
  readonly key?: number;
  /** Shared by servers on one database. */
  readonly storage?: RecordStore;
}

function host({ publicRoot = root, key = 1, storage = memoryStorage() }: HostOptions = {}): Host {
  const clock = simulatedClock();
  const tokens = new Map([[sha256(token), ann]]);
  const sessions = createSessions({
    cipher: aesCipher({ keys: [{ id: 'k', key: Buffer.alloc(32, key) }] }),
    tenants: { ...tenantRecords(storage), ...tenantChanges(storage), findPrincipal: async (hash) => tokens.get(hash) },
    clock,
    ids: systemIds(),
  });
  const { signIn, operations } = tokenSignIn({
    engine: { authenticate: async (given) => tokens.get(sha256(given)) },
    sessions,
    publicRoot,
    returnBelow: `${publicRoot}/connect`,
    codes: createSignInCodes({ clock, ids: systemIds() }),
    clock,
  });
  const pages = createPages({}, { basePaths: ['/sign-in'], operations });

  async function ask(
    method: string,
    target: string,
    { headers = ownForm, form, address }: Asked = {},
  ): Promise<TextResponse> {
    const [path = '', query = ''] = target.split('?');
    const all: Record<string, string> = { 'content-type': 'application/x-www-form-urlencoded', ...headers };
    const body = form === undefined ? undefined : new TextEncoder().encode(new URLSearchParams(form).toString());
    const request = { method, path, query, headers: { get: (name: string) => all[name] }, body };
    return textResponse(await pages.handle(address === undefined ? request : { ...request, address }));
  }

  return {
    clock,
    ask,
    async enter() {
      const { headers } = await ask('POST', '/sign-in', { form: { token } });
      return headers['set-cookie']?.split(';')[0] ?? '';
    },
    member: async (cookie) => signIn.member(requestWith(cookie)),
    signOut: async (cookie) => signIn.signOut?.(requestWith(cookie)),
    revoke: () => tokens.clear(),
    url: signIn.url,
  };
}

function requestWith(cookie: string) {
  const headers = { get: (name: string) => (name === 'cookie' ? cookie : undefined) };
  return { method: 'GET', path: '/', query: '', headers, body: undefined };
}

it('[SV74] signing out ends the session for all copies of its cookie, and no other session', async () => {
  const storage = memoryStorage();
  const { enter, member, signOut } = host({ storage });
  const [here, elsewhere] = [await enter(), await enter()];
  // The same session, encoded in another way.
  const rewritten = here.replace(/=+$/, '');
  expect(await signOut(here)).toEqual({
    'set-cookie': 'botwright-session=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax',
  });
  expect([await member(here), await member(rewritten), await member(`${here}=`)]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
  expect(await member(elsewhere)).toEqual(ann);
  // Another server on the same database, or this one after a restart.
  const restarted = host({ storage });
  expect([await restarted.member(here), await restarted.member(elsewhere)]).toEqual([undefined, ann]);
  await signOut('botwright-session=nonsense');
  expect(await member(elsewhere)).toEqual(ann);
});

it('[SV29] a token of an agent signs in, and returns to the page', async () => {
  const { ask, url, member } = host();
  const shown = await ask('GET', url(link).slice(root.length));
  expect([shown.status, shown.body?.includes(`name="return_to" value="${link}"`)]).toEqual([200, true]);
  const entered = await ask('POST', '/sign-in', { form: { token: ` ${token}\n`, return_to: link } });
  expect([entered.status, entered.headers['location']]).toEqual([303, link]);
  expect(await member(entered.headers['set-cookie']?.split(';')[0] ?? '')).toEqual(ann);
  expect(JSON.stringify(entered)).not.toContain(token);
});

it('[SV29] without a return URL the page shows the signed-in person', async () => {
  const { ask } = host();
  const { status, body } = await ask('POST', '/sign-in', { form: { token } });
  expect([status, body?.includes('You are signed in')]).toEqual([200, true]);
});

it.for([{}, { token: '' }, { token: 'agent-token-of-nobody' }])('[SV29] %j is shown the form again', async (form) => {
  const { status, headers, body = '' } = await host().ask('POST', '/sign-in', { form: { ...form, return_to: link } });
  expect([status, headers['set-cookie']?.includes('session')]).toEqual([401, false]);
  expect(body).toContain('role="alert"');
  expect(body).toContain(`value="${link}"`);
  expect(body).not.toContain('nobody"');
});

it.for([
  'https://evil.test/connect/x',
  '//evil.test/connect/x',
  '/connect/x',
  `${root}/connect`,
  `${root}/connected/x`,
  `${root}/connect/../v0-alpha/bots`,
  `${root}/connect/\\evil.test`,
  `${root}@evil.test/connect/x`,
  `${root}/connect/x\r\nset-cookie: a=b`,
])('[SV31] the sign-in leads back only to the page of links, not to %s', async (returnTo) => {
  const { ask } = host();
  const shown = await ask('GET', `/sign-in?${new URLSearchParams({ return_to: returnTo })}`);
  const entered = await ask('POST', '/sign-in', { form: { token, return_to: returnTo } });
  expect([shown.status, entered.status, entered.headers['set-cookie']]).toEqual([400, 400, undefined]);
});

it('[SV31] a form of another site does not sign in', async () => {
  const { ask } = host();
  for (const headers of [{ 'sec-fetch-site': 'cross-site' }, { origin: 'https://evil.test' }, { origin: 'null' }, {}]) {
    const { status, headers: given } = await ask('POST', '/sign-in', { headers, form: { token } });
    expect([status, given['set-cookie']]).toEqual([403, undefined]);
  }
});

it('[SV30] a session lasts an hour, as long as its token is valid', async () => {
  const { clock, enter, member, revoke } = host();
  const cookie = await enter();
  clock.advance(60 * 60 * 1_000 - 1);
  expect(await member(cookie)).toEqual(ann);
  clock.advance(1);
  expect(await member(cookie)).toBeUndefined();

  const second = await enter();
  expect(await member(second)).toEqual(ann);
  revoke();
  expect(await member(second)).toBeUndefined();
});

it.each([
  ['just after it', 1],
  ['a day after it, but for a moment', 24 * 3_600_000 - 1],
])('[SV75] a session that was signed out of stays ended when the clock is set back from %s', async (_, lateMs) => {
  const { enter, member, signOut, clock } = host();
  const [early, late] = [await enter(), await enter()];
  await signOut(early);
  clock.advance(3_600_000 + lateMs);
  await signOut(late);
  // By now the ended sessions have expired and are forgotten.
  await signOut(await enter());
  clock.setBack(3_600_000 + lateMs);
  expect(await member(early)).toBeUndefined();
  expect(await member(late)).toBeUndefined();
});

it('[SV30] only servers with the same keys accept a session', async () => {
  const cookie = await host().enter();
  expect(await host().member(cookie)).toEqual(ann);
  expect(await host({ key: 2 }).member(cookie)).toBeUndefined();
});

it('[SV30] a cookie shows no token, and a changed or foreign text is not a session', async () => {
  const { enter, member } = host();
  const cookie = await enter();
  expect(cookie).not.toContain(sha256(token));
  const cipher = aesCipher({ keys: [{ id: 'k', key: Buffer.alloc(32, 1) }] });
  const content = JSON.stringify({ tokenHash: sha256(token), endsAt: Number.MAX_SAFE_INTEGER });
  for (const wrong of [
    cookie.replace(/.(?=.{9}$)/, (character) => (character === 'A' ? 'B' : 'A')),
    `botwright-session=${cipher.encrypt(content, 'hook-url:acme')}`,
    `botwright-session=${cipher.encrypt('{}', 'sign-in-session')}`,
    `botwright-session=${cipher.encrypt('none', 'sign-in-session')}`,
    `botwright-session=${sha256(token)}`,
    'botwright-session=',
    '',
  ]) {
    expect(await member(wrong)).toBeUndefined();
  }
});

it.for([
  [root, /^botwright-session=v1\.k\.[\w.-]+; Path=\/; HttpOnly; SameSite=Lax$/],
  ['https://bots.example', /^__Host-botwright-session=v1\.k\.[\w.-]+; Path=\/; HttpOnly; SameSite=Lax; Secure$/],
] as const)('[SV30] the cookie at %s', async ([publicRoot, form]) => {
  const { headers } = await host({ publicRoot }).ask('POST', '/sign-in', { form: { token } });
  expect(headers['set-cookie']).toMatch(form);
});

it('[SV40][CN20] without headers about its origin a form is recognized by its token', async () => {
  const { ask } = host();
  const shown = await ask('GET', '/sign-in', { headers: {} });
  const cookie = shown.headers['set-cookie']?.split(';')[0] ?? '';
  const formToken = /name="form" value="(\w+)"/.exec(shown.body ?? '')?.[1] ?? '';
  const form = { token, form: formToken };
  const statusOf = async (asked: Asked): Promise<number> => (await ask('POST', '/sign-in', asked)).status;
  expect(await statusOf({ headers: {}, form })).toBe(403);
  expect(await statusOf({ headers: { cookie }, form: { token } })).toBe(403);
  expect(await statusOf({ headers: { cookie, origin: 'https://evil.test' }, form })).toBe(403);
  expect(await statusOf({ headers: { cookie, origin: 'null' }, form })).toBe(200);
  expect((await ask('GET', '/sign-in', { headers: { cookie } })).headers['set-cookie']).toBeUndefined();
});

it('[SV41] unknown tokens are limited per minute, for each address and in total', async () => {
  const { ask, clock } = host();
  const attempt = (address: string, given = 'agent-token-of-nobody'): Promise<TextResponse> =>
    ask('POST', '/sign-in', { address, form: { token: given } });
  for (let count = 0; count < 10; count += 1) expect((await attempt('192.0.2.1')).status).toBe(401);
  const refused = await attempt('192.0.2.1');
  expect([refused.status, refused.headers['retry-after']]).toEqual([429, '60']);
  expect((await attempt('192.0.2.1', token)).status).toBe(200);

  for (let count = 0; count < 90; count += 1) expect((await attempt(`198.51.100.${count}`)).status).toBe(401);
  expect((await attempt('203.0.113.1')).status).toBe(429);
  clock.advance(60_000);
  expect((await attempt('192.0.2.1')).status).toBe(401);
});
