import { type ConnectionView, createEngine, type Engine, type Principal, permissions } from '@botwright/core';
import { memoryStorage } from '@botwright/core/memory';
import { aesCipher } from '@botwright/core/node';
import {
  type PretendPerson,
  type PretendProviders,
  type SimulatedClock,
  simulatedClock,
} from '@botwright/core/testing';
import {
  type ConnectPageOptions,
  createConnectPage,
  type ServedRequest,
  type TextResponse,
  textResponse,
} from '@botwright/http';
import { describe, expect, it } from 'vitest';
import { watchedProviders } from '../support/watched-providers.ts';

const connectUrl = 'https://bots.example/connect';
const ann: Principal = { brand: 'acme', person: 7, workspaces: [1], permissions };
const cleo: Principal = { ...ann, person: 8 };
const viewer: Principal = { ...ann, person: 9, permissions: ['view_bots', 'edit_bots', 'view_integrations'] };
const globex: Principal = { ...ann, brand: 'globex' };
const absentLink = 'a-link-that-is-none-0000000000000';
const signInUrl = 'https://host.test/login?return_to=';

interface Asked {
  readonly as?: Principal | undefined;
  readonly headers?: Readonly<Record<string, string>>;
  readonly form?: Readonly<Record<string, string>> | string;
}

interface Page {
  readonly engine: Engine;
  readonly clock: SimulatedClock;
  readonly pretend: PretendProviders;
  readonly secrets: ReadonlySet<string>;
  readonly answered: readonly ServedRequest[];
  readonly faults: readonly unknown[];
  /** @param target - Below the base: a link, or a path with its query. */
  ask(method: string, target: string, asked?: Asked): Promise<TextResponse>;
  /** Opens the link as a browser does. @returns The cookie and the token of its form. */
  open(link: string, as?: Principal): Promise<{ readonly cookie: string; readonly token: string }>;
  /** Opens the link and presses a button. */
  press(link: string, answer: string, as?: Principal): Promise<TextResponse>;
  status(connection: { readonly id: string }): Promise<string>;
}

function pageFixture(options: Partial<ConnectPageOptions> = {}): Page {
  const clock = simulatedClock(Date.UTC(2026, 0, 1));
  const { pretend, secrets } = watchedProviders();
  const engine = createEngine({
    storage: memoryStorage(),
    clock,
    cipher: aesCipher({ keys: [{ id: 'k1', key: new Uint8Array(32).fill(1) }] }),
    connectedAccounts: { providers: pretend.providers, connectUrl },
  });
  const answered: ServedRequest[] = [];
  const faults: unknown[] = [];
  let member: Principal | undefined;
  const page = createConnectPage({
    engine,
    clock,
    publicUrl: connectUrl,
    signIn: { member: async () => member, url: (returnTo) => `${signInUrl}${encodeURIComponent(returnTo)}` },
    onResponse: (event) => void answered.push(event),
    onFault: (fault) => void faults.push(fault),
    ...options,
  });

  async function ask(method: string, target: string, { as, headers = {}, form }: Asked = {}): Promise<TextResponse> {
    member = as;
    const [path = '', query = ''] = target.split('?');
    const body = typeof form === 'object' ? new URLSearchParams(form).toString() : form;
    const all: Record<string, string> = {
      ...(form !== undefined && { 'content-type': 'application/x-www-form-urlencoded' }),
      ...headers,
    };
    const made = await page.handle({
      method,
      path: path.startsWith('/') ? path : `/connect/${path}`,
      query,
      headers: { get: (name) => all[name] },
      body: body === undefined ? undefined : new TextEncoder().encode(body),
    });
    return textResponse(made);
  }

  async function open(link: string, as = ann): Promise<{ readonly cookie: string; readonly token: string }> {
    const { headers, body = '' } = await ask('GET', link, { as });
    return {
      cookie: (headers['set-cookie'] ?? '').split(';')[0] ?? '',
      token: /name="token" value="(\w+)"/.exec(body)?.[1] ?? '',
    };
  }

  return {
    engine,
    clock,
    pretend,
    secrets,
    answered,
    faults,
    ask,
    open,
    async press(link, answer, as = ann) {
      const { cookie, token } = await open(link, as);
      return ask('POST', link, { as, headers: { cookie }, form: { token, answer } });
    },
    status: async ({ id }) => (await engine.as(ann).accounts.getConnection('spreadsheets', id)).status,
  };
}

async function startLink({ engine }: Page): Promise<{ readonly link: string; readonly connection: ConnectionView }> {
  const { url, connection } = await engine.as(ann).accounts.startConnection('spreadsheets');
  return { link: url.slice(connectUrl.length + 1), connection };
}

function titleOf({ body = '' }: TextResponse): string {
  return /<h1>(.*)<\/h1>/.exec(body)?.[1] ?? '';
}

/** Removes the parts that may differ between two responses. */
function bytesOf({ status, headers, body }: TextResponse): string {
  const { 'x-request-id': _, ...stable } = headers;
  return JSON.stringify([status, stable, body]);
}

describe('paths', () => {
  it.for([
    ['https://bots.example/other'],
    ['ftp://bots.example/connect'],
    ['https://bots.example/connect?x=1'],
  ] as const)('[CN1] %s is no public URL of the page', ([publicUrl]) => {
    expect(() => pageFixture({ publicUrl })).toThrow(TypeError);
  });

  it('[CN1] answers below another base', async () => {
    const { ask } = pageFixture({ basePath: '/a/b', publicUrl: 'https://bots.example/x/a/b/' });
    const { status, headers } = await ask('GET', '/a/b/some-link');
    const back = encodeURIComponent('https://bots.example/x/a/b/some-link');
    expect([status, headers['location']]).toEqual([303, `${signInUrl}${back}`]);
    expect((await ask('GET', '/connect/some-link')).status).toBe(404);
  });

  it.for([
    ['GET', '/connect', 404],
    ['GET', '/connect/', 404],
    ['GET', '/connect/a/b', 404],
    ['GET', '/connections/a', 404],
    ['GET', '/', 404],
    ['PUT', '/connect/a', 405],
    ['POST', '/connect/callback', 405],
    ['GET', '/connect/%ff', 400],
    ['HEAD', '/connect/callback?state=s&code=c', 405],
    ['GET', '/connect/callback', 400],
    ['GET', '/connect/callback?code=c', 400],
    ['GET', '/connect/callback?state=s', 400],
    ['GET', '/connect/callback?state=&error=access_denied', 400],
  ] as const)('[CN2][CN15] %s %s is a page with %i', async ([method, target, status]) => {
    const { ask } = pageFixture();
    const answer = await ask(method, target, { as: ann });
    expect([answer.status, answer.headers['content-type']]).toEqual([status, 'text/html; charset=utf-8']);
    if (status === 405) expect(answer.headers['allow']).toMatch(/^GET/);
  });

  it('[CN3] reports patterns to the host, and no link, state, code or token', async () => {
    const page = pageFixture();
    const { link } = await startLink(page);
    const { headers } = await page.ask('GET', link, {});
    expect(decodeURIComponent(headers['location'] ?? '')).toContain(link);
    const { cookie, token } = await page.open(link);
    const gone = await page.press(link, 'connect');
    const url = /href="([^"]+)"/.exec(gone.body ?? '')?.[1]?.replaceAll('&amp;', '&') ?? '';
    const { state, code } = page.pretend.answer(url);
    await page.ask('GET', `callback?state=${state}&code=${code}`, { as: ann });
    await page.ask('GET', `${link}/more`, { as: ann });
    await page.ask('GET', `${link}%ff`, { as: ann });
    await page.ask('DELETE', link, { as: ann });
    const reported = JSON.stringify([page.answered, page.faults.map(String)]);
    for (const secret of [link, state, code, token, cookie, ...page.secrets]) expect(reported).not.toContain(secret);
    expect(page.answered.map(({ method, path, operation, status }) => [method, path, operation, status])).toEqual([
      ['GET', '/connect/{link}', 'showConnectLink', 303],
      ['GET', '/connect/{link}', 'showConnectLink', 200],
      ['GET', '/connect/{link}', 'showConnectLink', 200],
      ['POST', '/connect/{link}', 'answerConnectLink', 200],
      ['GET', '/connect/callback', 'takeProviderAnswer', 200],
      ['GET', '/connect/*', undefined, 404],
      ['GET', '/connect/*', undefined, 400],
      ['DELETE', '/connect/*', undefined, 405],
    ]);
    expect(page.answered[0]).not.toHaveProperty('brand', 'acme');
    expect(page.answered[1]).toMatchObject({ brand: 'acme', person: 7 });
  });

  it('[CN4] a provider that fails is 502, a host that fails 500', async () => {
    const page = pageFixture();
    const { link, connection } = await startLink(page);
    page.pretend.fail('authorizationUrl', new Error('no way'));
    const failed = await page.press(link, 'connect');
    expect([failed.status, titleOf(failed)]).toEqual([502, 'Something does not answer']);
    expect(await page.status(connection)).toBe('pending');

    const fault = new Error('secret of the host');
    const broken = pageFixture({ signIn: { member: () => Promise.reject(fault), url: () => '' } });
    const answer = await broken.ask('GET', absentLink);
    expect([answer.status, titleOf(answer), broken.faults]).toEqual([500, 'Something went wrong', [fault]]);
    expect(answer.body).not.toContain('secret');
  });
});

describe('opening a link', () => {
  it('[CN5] shows who asks, for what and how long, and changes nothing', async () => {
    const page = pageFixture();
    const { link, connection } = await startLink(page);
    page.clock.advance(2 * 60_000 + 1);
    const answer = await page.ask('GET', link, { as: ann });
    expect([answer.status, titleOf(answer)]).toEqual([200, 'Connect Development Sheets']);
    const { body = '' } = answer;
    expect(body).toContain('<strong>acme</strong>');
    expect(body).toContain('for 13 more minutes, until <time datetime="2026-01-01T00:15:00.000Z">00:15 UTC</time>');
    expect([...body.matchAll(/<button[^>]*>(\w+)</g)].map(([, label]) => label)).toEqual(['Connect', 'Cancel']);
    expect(await page.status(connection)).toBe('pending');
    expect((await page.ask('HEAD', link, { as: cleo })).status).toBe(200);
  });

  it.for([
    {},
    { host: 'evil.test', 'x-forwarded-host': 'evil.test', 'x-forwarded-proto': 'http', forwarded: 'host=evil.test' },
  ])('[CN6] a person who is not signed in goes to the sign-in, and back to our own URL alone: %j', async (headers) => {
    const page = pageFixture();
    const { link, connection } = await startLink(page);
    for (const asked of [link, absentLink]) {
      const answer = await page.ask('GET', asked, { headers });
      expect([answer.status, answer.body]).toEqual([303, undefined]);
      expect(answer.headers['location']).toBe(`${signInUrl}${encodeURIComponent(`${connectUrl}/${asked}`)}`);
    }
    expect(await page.status(connection)).toBe('pending');
  });

  it.for(['%2F%2Fevil.test', 'https:%2F%2Fevil.test', '..%2F..', '%5C%5Cevil.test', '%0d%0aset-cookie:x'])(
    '[CN6] the way back from %s stays below the page',
    async (link) => {
      const { ask } = pageFixture();
      const { headers } = await ask('GET', link);
      const back = new URL(headers['location'] ?? '').searchParams.get('return_to') ?? '';
      expect(back).toMatch(/^https:\/\/bots\.example\/connect\/[^/\\\s]+$/);
      expect(new URL(back).href).toBe(back);
    },
  );

  it('[CN7] a link for another member is answered byte for byte like an absent one', async () => {
    const page = pageFixture();
    const { link, connection } = await startLink(page);
    const absent = await page.ask('GET', absentLink, { as: ann });
    expect([absent.status, titleOf(absent)]).toEqual([404, 'This link does not work']);
    for (const as of [viewer, globex]) {
      for (const asked of [link, absentLink]) {
        expect(bytesOf(await page.ask('GET', asked, { as }))).toBe(bytesOf(absent));
      }
      const { cookie, token } = await page.open(link);
      const form = { token, answer: 'cancel' };
      const sent = await page.ask('POST', link, { as, headers: { cookie }, form });
      const sentToNone = await page.ask('POST', absentLink, { as, headers: { cookie }, form });
      expect(bytesOf(sent)).toBe(bytesOf(sentToNone));
    }
    expect(await page.status(connection)).toBe('pending');
  });

  it('[CN8] an answered link and an expired one say so, and do nothing', async () => {
    const page = pageFixture();
    const answered = await startLink(page);
    const expired = await startLink(page);
    const forms = [await page.open(answered.link), await page.open(expired.link)];
    expect((await page.press(answered.link, 'cancel')).status).toBe(200);
    page.clock.advance(15 * 60_000);
    const texts = [];
    for (const [index, { link }] of [answered, expired].entries()) {
      const shown = await page.ask('GET', link, { as: ann });
      const { cookie = '', token = '' } = forms[index] ?? {};
      for (const answer of ['connect', 'cancel']) {
        const sent = await page.ask('POST', link, { as: ann, headers: { cookie }, form: { token, answer } });
        expect(bytesOf(sent)).toBe(bytesOf(shown));
      }
      texts.push([shown.status, titleOf(shown), /<p>(.*)<\/p>/.exec(shown.body ?? '')?.[1]]);
    }
    expect(texts).toEqual([
      [410, 'This link does not work', 'It was answered already. A link works once.'],
      [410, 'This link does not work', 'Its time is over. A link works for fifteen minutes.'],
    ]);
    expect([await page.status(answered.connection), await page.status(expired.connection)]).toEqual([
      'declined',
      'expired',
    ]);
  });
});

describe('answering a link', () => {
  it.for([
    [{ 'sec-fetch-site': 'cross-site' }, 403],
    [{ 'sec-fetch-site': 'same-site' }, 403],
    [{ 'sec-fetch-site': 'none' }, 403],
    [{ 'sec-fetch-site': 'same-origin', origin: 'null' }, 200],
    [{ origin: 'https://evil.test' }, 403],
    [{ origin: 'http://bots.example' }, 403],
    [{ origin: 'https://bots.example' }, 200],
    [{ origin: 'null' }, 200],
    [{}, 200],
  ] as const)('[CN9] a form from %j is %i', async ([from, status]) => {
    const page = pageFixture();
    const { link, connection } = await startLink(page);
    const { cookie, token } = await page.open(link);
    const headers = { cookie, ...from };
    const answer = await page.ask('POST', link, { as: ann, headers, form: { token, answer: 'cancel' } });
    expect([answer.status, await page.status(connection)]).toEqual([status, status === 200 ? 'declined' : 'pending']);
  });

  it('[CN10] the token is good for one member, one link and one browser', async () => {
    const page = pageFixture();
    const first = await startLink(page);
    const second = await startLink(page);
    const mine = await page.open(first.link);
    const other = await page.open(first.link);
    const form = { token: mine.token, answer: 'cancel' };
    const attempts: readonly (readonly [string, Asked])[] = [
      [first.link, { as: cleo, headers: { cookie: mine.cookie }, form }],
      [second.link, { as: ann, headers: { cookie: mine.cookie }, form }],
      [first.link, { as: ann, headers: { cookie: other.cookie }, form }],
      [first.link, { as: ann, form }],
      [first.link, { as: ann, headers: { cookie: mine.cookie }, form: { answer: 'cancel' } }],
      [first.link, { as: ann, headers: { cookie: 'botwright-connect=x' }, form }],
      [first.link, { as: ann, headers: { cookie: mine.cookie }, form: { token: '', answer: 'cancel' } }],
    ];
    for (const [link, asked] of attempts) {
      const answer = await page.ask('POST', link, asked);
      expect([answer.status, titleOf(answer)]).toEqual([403, 'Please try again']);
    }
    expect([await page.status(first.connection), await page.status(second.connection)]).toEqual(['pending', 'pending']);
    const sent = await page.ask('POST', first.link, { as: ann, headers: { cookie: mine.cookie }, form });
    expect([sent.status, await page.status(first.connection)]).toEqual([200, 'declined']);
  });

  it.for([
    [connectUrl, /^__Host-botwright-connect=[\w-]+; Path=\/; HttpOnly; SameSite=Lax; Secure$/],
    ['http://127.0.0.1:3000/connect', /^botwright-connect=[\w-]+; Path=\/; HttpOnly; SameSite=Lax$/],
  ] as const)(
    '[CN10] the cookie at %s is kept from scripts and other sites, and set once',
    async ([publicUrl, form]) => {
      const page = pageFixture({ publicUrl });
      const { link } = await startLink(page);
      const { headers } = await page.ask('GET', link, { as: ann });
      expect(headers['set-cookie']).toMatch(form);
      const cookie = (headers['set-cookie'] ?? '').split(';')[0] ?? '';
      expect((await page.ask('GET', link, { as: ann, headers: { cookie } })).headers).not.toHaveProperty('set-cookie');
    },
  );

  it('[CN11] connecting is a page that goes on to the provider', async () => {
    const page = pageFixture();
    const { link, connection } = await startLink(page);
    const answer = await page.press(link, 'connect');
    expect([answer.status, titleOf(answer)]).toEqual([200, 'Taking you to Development Sheets']);
    expect(answer.headers).not.toHaveProperty('location');
    const [, next] = /<meta http-equiv="refresh" content="0; url=([^"]+)">/.exec(answer.body ?? '') ?? [];
    const [, href] = /href="([^"]+)">Continue to Development Sheets/.exec(answer.body ?? '') ?? [];
    expect(next).toBe(href);
    expect(next).toMatch(/^https:\/\/provider\.example\/spreadsheets\?state=/);
    expect(await page.status(connection)).toBe('pending');
  });

  it.for([
    [{}, 400],
    [{ answer: 'both' }, 400],
    [{ filler: 'x'.repeat(4_100) }, 413],
  ] as const)('[CN4] a form of the page with %j is %i', async ([more, status]) => {
    const page = pageFixture();
    const { link } = await startLink(page);
    const { cookie, token } = await page.open(link);
    expect((await page.ask('POST', link, { as: ann, headers: { cookie }, form: { token, ...more } })).status).toBe(
      status,
    );
  });

  it('[CN4] a body that is no form is 415', async () => {
    const page = pageFixture();
    const { link } = await startLink(page);
    const { cookie, token } = await page.open(link);
    const form = JSON.stringify({ token, answer: 'cancel' });
    const headers = { cookie, 'content-type': 'application/json' };
    expect((await page.ask('POST', link, { as: ann, headers, form })).status).toBe(415);
  });

  it('[CN6] an answer without a sign-in is 401 with a link to the sign-in, and does nothing', async () => {
    const page = pageFixture();
    const { link, connection } = await startLink(page);
    const { cookie, token } = await page.open(link);
    const answer = await page.ask('POST', link, { headers: { cookie }, form: { token, answer: 'cancel' } });
    expect([answer.status, titleOf(answer), await page.status(connection)]).toEqual([
      401,
      'You are not signed in',
      'pending',
    ]);
    expect(answer.body).toContain(`href="${signInUrl}${encodeURIComponent(`${connectUrl}/${link}`)}"`);
  });

  it('[CN12] cancelling declines, once', async () => {
    const page = pageFixture();
    const { link, connection } = await startLink(page);
    const { cookie, token } = await page.open(link);
    const press = () => page.ask('POST', link, { as: ann, headers: { cookie }, form: { token, answer: 'cancel' } });
    const [first, second] = [await press(), await press()];
    expect([first.status, titleOf(first), second.status]).toEqual([200, 'Not connected', 410]);
    expect(await page.status(connection)).toBe('declined');
  });
});

describe('coming back from the provider', () => {
  async function atProvider(page: Page): Promise<{
    readonly connection: { readonly id: string };
    readonly answer: { readonly state: string; readonly code: string };
  }> {
    const { link, connection } = await startLink(page);
    const gone = await page.press(link, 'connect');
    const [, url = ''] = /href="([^"]+)"/.exec(gone.body ?? '') ?? [];
    return { connection, answer: page.pretend.answer(url.replaceAll('&amp;', '&')) };
  }

  it('[CN13] says which account was connected', async () => {
    const page = pageFixture();
    const { connection, answer } = await atProvider(page);
    const query = new URLSearchParams(answer);
    const answered = await page.ask('GET', `callback?${query}`, { as: ann });
    expect([answered.status, titleOf(answered)]).toEqual([200, 'Development Sheets is connected']);
    expect(answered.body).toContain('<strong>ada@example.com</strong> is connected to <strong>acme</strong>');
    expect(await page.status(connection)).toBe('connected');
    expect((await page.ask('GET', `callback?${query}`, { as: ann })).status).toBe(410);
  });

  it.for([
    ['error=access_denied', undefined],
    ['error=server_error&error_description=x', undefined],
    ['code=a-wrong-code', undefined],
  ] as const)('[CN13] %s declines, and says so', async ([said]) => {
    const page = pageFixture();
    const { connection, answer } = await atProvider(page);
    const answered = await page.ask('GET', `callback?state=${answer.state}&${said}`, { as: ann });
    expect([answered.status, titleOf(answered)]).toEqual([200, 'Not connected']);
    expect(await page.status(connection)).toBe('declined');
  });

  it('[CN7] a provider’s answer for another member, or for none, is refused like a link', async () => {
    const page = pageFixture();
    const { connection, answer } = await atProvider(page);
    const query = new URLSearchParams(answer);
    const absent = await page.ask('GET', `callback?state=none&code=${answer.code}`, { as: ann });
    expect(absent.status).toBe(404);
    for (const as of [cleo, viewer, globex]) {
      expect(bytesOf(await page.ask('GET', `callback?${query}`, { as }))).toBe(bytesOf(absent));
    }
    expect(await page.status(connection)).toBe('pending');
    expect((await page.ask('GET', `callback?${query}`, { as: ann })).status).toBe(200);
  });

  it('[CN14] a provider’s answer without a sign-in is not accepted, and appears in no URL', async () => {
    const page = pageFixture();
    const { connection, answer } = await atProvider(page);
    const query = new URLSearchParams(answer);
    const refused = await page.ask('GET', `callback?${query}`);
    expect([refused.status, titleOf(refused)]).toEqual([401, 'You are not signed in']);
    for (const secret of [answer.code, answer.state]) expect(JSON.stringify(refused)).not.toContain(secret);
    expect(await page.status(connection)).toBe('pending');
    expect((await page.ask('GET', `callback?${query}`, { as: ann })).status).toBe(200);
  });
});

describe('headers and cookies', () => {
  it('[CN16] names are text', async () => {
    const brand = `<b>&"'acme`;
    const page = pageFixture();
    const as = { ...ann, brand };
    const person: PretendPerson = { id: 'x', name: 'X', email: '<script>alert(1)</script>' };
    const { url } = await page.engine.as(as).accounts.startConnection('spreadsheets');
    const link = url.slice(connectUrl.length + 1);
    const shown = await page.ask('GET', link, { as });
    const gone = await page.press(link, 'connect', as);
    const [, next = ''] = /href="([^"]+)"/.exec(gone.body ?? '') ?? [];
    const query = new URLSearchParams(page.pretend.answer(next.replaceAll('&amp;', '&'), person));
    const answered = await page.ask('GET', `callback?${query}`, { as });
    expect(answered.body).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
    for (const { body = '' } of [shown, answered]) {
      expect(body).toContain('&lt;b&gt;&amp;&quot;&#39;acme');
      expect(body).not.toMatch(/<b>|<script/);
    }
  });

  it('[CN17] every answer forbids what it does not need', async () => {
    const page = pageFixture();
    const { link } = await startLink(page);
    const answers = [
      await page.ask('GET', link),
      await page.ask('GET', link, { as: ann }),
      await page.ask('POST', link, { as: ann }),
      await page.press(link, 'connect'),
      await page.press(link, 'cancel'),
      await page.ask('GET', link, { as: ann }),
      await page.ask('GET', 'callback?state=s&code=c'),
      await page.ask('GET', '/connect'),
      await page.ask('PUT', link),
    ];
    expect(new Set(answers.map(({ status }) => status)).size).toBeGreaterThan(5);
    for (const { headers, body = '' } of answers) {
      expect(headers).toMatchObject({
        'referrer-policy': 'no-referrer',
        'cache-control': 'no-store',
        'x-frame-options': 'DENY',
        'x-content-type-options': 'nosniff',
      });
      const directives = (headers['content-security-policy'] ?? '').split('; ');
      expect(directives).toEqual([
        "default-src 'none'",
        expect.stringMatching(/^style-src 'sha256-[A-Za-z0-9+/]{43}='$/),
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
      ]);
      expect(body).not.toMatch(/<script|javascript:| on\w+=| style=/);
    }
  });
});
