import { expect, it } from 'vitest';
import {
  type AccountFixture,
  accountFixture,
  connectAccount,
  connectUrl,
  consentTo,
  goToProvider,
  member,
  secondKey,
  startLink,
} from '../../../test/account-fixture.ts';
import { codeOf, engineFixture, principalOf, startAt, unknownId } from '../../../test/engine-fixture.ts';
import { recordsOf } from '../../../test/stored-records.ts';
import { memoryStorage } from '../../memory/index.ts';
import { aesCipher } from '../../node/aes-cipher.ts';
import { sha256 } from '../../node/hash.ts';
import type { AccountKind, AccountProvider, CodeExchange, ProviderAccount } from '../../ports/account-provider.ts';
import { deterministicIds } from '../../testing/deterministic-ids.ts';
import { pretendPeople } from '../../testing/pretend-providers.ts';

const quarter = 15 * 60 * 1_000;
const subject = {
  accountKind: 'spreadsheets',
  title: 'Development Sheets',
  brand: 'acme',
  expiresAt: startAt + quarter,
} as const;

it('[CA1][CA3][CA4] a start returns a pending connection and a link, of which only the hash is stored', async () => {
  const storage = memoryStorage();
  const { acme } = accountFixture({ storage });
  const { connection, url } = await acme.accounts.startConnection('spreadsheets');
  const link = url.slice(connectUrl.length + 1);

  expect(connection).toEqual({
    id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    kind: 'spreadsheets',
    status: 'pending',
    expiresAt: startAt + quarter,
  });
  expect(url).toMatch(/^https:\/\/bots\.example\/connect\/[A-Za-z0-9_-]{22,}$/);
  expect(await acme.accounts.getConnection('spreadsheets', connection.id)).toEqual(connection);
  const kept = storage.dump();
  expect(recordsOf(storage, 'account_connection')).toMatchObject([{ linkHash: sha256(link), startedBy: 7 }]);
  expect(JSON.stringify(kept)).not.toContain(link);
});

it('[CA3][CA5][CA21] every use-case checks its permission first', async () => {
  const { engine } = accountFixture();
  const viewer = engine.as(principalOf({ permissions: ['view_integrations'] })).accounts;
  const editor = engine.as(principalOf({ permissions: ['edit_integrations', 'edit_bots', 'view_bots'] })).accounts;
  expect(await codeOf(viewer.startConnection('spreadsheets'))).toBe('permission_denied');
  expect(await viewer.list('scheduler')).toEqual([]);
  for (const read of [
    editor.list('spreadsheets'),
    editor.getConnection('spreadsheets', unknownId),
    editor.listSpreadsheets('a'),
    editor.listSheets('a', 's'),
    editor.listColumns('a', 's', 't'),
    editor.listEventTypes('a'),
  ]) {
    expect(await codeOf(read)).toBe('permission_denied');
  }
  expect((await editor.startConnection('spreadsheets')).connection.status).toBe('pending');
});

it('[CA5] a connection of another brand or kind is not found', async () => {
  const fixture = accountFixture();
  const { connection } = await startLink(fixture);
  const other = fixture.engine.as(principalOf({ brand: 'umbrella' }));
  expect(await codeOf(fixture.acme.accounts.getConnection('scheduler', connection.id))).toBe('connection_not_found');
  expect(await codeOf(other.accounts.getConnection('spreadsheets', connection.id))).toBe('connection_not_found');
  expect(await codeOf(fixture.acme.accounts.getConnection('spreadsheets', unknownId))).toBe('connection_not_found');
});

it('[CA6] without a provider of the kind a start is refused and stores nothing', async () => {
  const storage = memoryStorage();
  const { acme } = engineFixture({ storage });
  expect(await codeOf(acme.accounts.startConnection('spreadsheets'))).toBe('dependency_failed');
  expect(recordsOf(storage, 'account_connection')).toEqual([]);
});

it('an unknown kind is refused as malformed', async () => {
  const { acme } = accountFixture();
  expect(await codeOf(acme.accounts.list('fax' as 'scheduler'))).toBe('invalid_parameters kind');
  expect(await codeOf(acme.accounts.startConnection('fax' as 'scheduler'))).toBe('invalid_parameters kind');
  expect(await codeOf(acme.accounts.getConnection('fax' as 'scheduler', unknownId))).toBe('invalid_parameters kind');
});

it('[CA7] a repeated start with an idempotency key returns the same URL, which is stored encrypted', async () => {
  const storage = memoryStorage();
  const { engine } = accountFixture({ storage });
  const start = () =>
    engine.once(
      member,
      {
        path: '/connections',
        key: 'k1',
        fingerprint: 'f1',
        isSecret: true,
        encode: (outcome) => JSON.stringify(outcome),
      },
      (caller) => caller.accounts.startConnection('spreadsheets'),
    );
  const first = await start();
  const again = await start();
  expect([first.replayed, again.replayed, again.response]).toEqual([false, true, first.response]);
  const link = JSON.parse(first.response).value.url.slice(connectUrl.length + 1);
  expect(await engine.accountLinks.open(link, member)).toEqual({ kind: 'open', subject });
  const kept = storage.dump();
  expect(recordsOf(storage, 'account_connection').length).toBe(1);
  expect(JSON.stringify(kept)).not.toContain(link);
});

it('[ID11] a stored response whose encryption key was removed is ignored, and the request runs again', async () => {
  const storage = memoryStorage();
  const request = { path: '/connections', key: 'k1', fingerprint: 'f1', isSecret: true };
  const start = (fixture: AccountFixture) =>
    fixture.engine.once(member, { ...request, encode: (outcome) => JSON.stringify(outcome) }, (caller) =>
      caller.accounts.startConnection('spreadsheets'),
    );
  const first = await start(accountFixture({ storage }));
  const ids = deterministicIds(2);
  const rotated = accountFixture({ storage, ids, cipher: aesCipher({ keys: [secondKey] }) });
  const second = await start(rotated);
  const third = await start(rotated);
  expect([second.replayed, second.response === first.response, third.replayed]).toEqual([false, false, true]);
  expect(third.response).toBe(second.response);
});

it('[CA17] a consent whose verifier was encrypted with a removed key is declined', async () => {
  const storage = memoryStorage();
  const fixture = accountFixture({ storage });
  const { connection, link } = await startLink(fixture);
  const answer = fixture.pretend.answer(await goToProvider(fixture.engine, link));
  const rotated = accountFixture({ storage, cipher: aesCipher({ keys: [secondKey] }) }, fixture.pretend);
  expect(await rotated.engine.accountLinks.callback(answer, member)).toMatchObject({ kind: 'declined' });
  expect((await rotated.acme.accounts.getConnection('spreadsheets', connection.id)).status).toBe('declined');
});

it('[CA8] connections are swept seven days after their start', async () => {
  const storage = memoryStorage();
  const fixture = accountFixture({ storage });
  const { connection, link } = await startLink(fixture);
  await goToProvider(fixture.engine, link);
  fixture.clock.advance(7 * 24 * 60 * 60 * 1_000);
  await fixture.engine.sweep();
  expect((await fixture.acme.accounts.getConnection('spreadsheets', connection.id)).status).toBe('expired');
  fixture.clock.advance(1);
  await fixture.engine.sweep();
  expect(await codeOf(fixture.acme.accounts.getConnection('spreadsheets', connection.id))).toBe('connection_not_found');
  expect(recordsOf(storage, 'authorization_attempt')).toEqual([]);
});

it('[CA10] opening a link returns what it is for, and changes nothing', async () => {
  const storage = memoryStorage();
  const fixture = accountFixture({ storage });
  const { link } = await startLink(fixture);
  const before = storage.dump();
  for (let times = 0; times < 2; times += 1) {
    expect(await fixture.engine.accountLinks.open(link, member)).toEqual({ kind: 'open', subject });
  }
  expect(storage.dump()).toEqual(before);
});

it('[CA9] members of other brands, members without the permission and unknown links get the same refusal', async () => {
  const storage = memoryStorage();
  const fixture = accountFixture({ storage });
  const { engine, pretend } = fixture;
  const { link } = await startLink(fixture);
  const answer = pretend.answer(await goToProvider(engine, link));
  const before = storage.dump();
  const refusal = { kind: 'refused', reason: 'not_allowed' };

  const strangers = [
    principalOf({ brand: 'umbrella' }),
    principalOf({ permissions: ['view_bots', 'edit_bots', 'view_integrations'] }),
  ];
  for (const stranger of strangers) {
    expect(await engine.accountLinks.open(link, stranger)).toEqual(refusal);
    expect(await engine.accountLinks.connect(link, stranger)).toEqual(refusal);
    expect(await engine.accountLinks.cancel(link, stranger)).toEqual(refusal);
    expect(await engine.accountLinks.callback(answer, stranger)).toEqual(refusal);
    expect(await engine.accountLinks.callback({ state: answer.state, error: 'access_denied' }, stranger)).toEqual(
      refusal,
    );
  }
  for (const none of ['', 'callback', sha256(link), '\u0000', 7 as unknown as string]) {
    expect(await engine.accountLinks.open(none, member)).toEqual(refusal);
    expect(await engine.accountLinks.connect(none, member)).toEqual(refusal);
    expect(await engine.accountLinks.cancel(none, member)).toEqual(refusal);
    expect(await engine.accountLinks.callback({ ...answer, state: none }, member)).toEqual(refusal);
  }
  expect(storage.dump()).toEqual(before);
  expect(pretend.calls).toEqual([]);
});

it('[CA11] the authorization URL has a state and an S256 challenge, which are stored in an unusable form', async () => {
  const storage = memoryStorage();
  const fixture = accountFixture({ storage });
  const { link } = await startLink(fixture);
  const urls = [await goToProvider(fixture.engine, link), await goToProvider(fixture.engine, link)];
  const queries = urls.map((url) => new URL(url).searchParams);
  for (const query of queries) {
    expect(query.get('code_challenge')).toMatch(/^[A-Za-z0-9_-]{43}$/);
    expect(query.get('redirect_uri')).toBe(`${connectUrl}/callback`);
  }
  expect(new Set(queries.flatMap((query) => [query.get('state'), query.get('code_challenge')])).size).toBe(4);

  const attempts = recordsOf(storage, 'authorization_attempt');
  expect(attempts.map(({ stateHash }) => stateHash)).toEqual(queries.map((query) => sha256(query.get('state') ?? '')));
  await fixture.engine.accountLinks.callback(fixture.pretend.answer(urls[0] ?? ''), member);
  const kept = JSON.stringify(storage.dump());
  for (const secret of fixture.pretend.secrets) expect(kept).not.toContain(secret);
});

it('[CA11] a provider without an authorization URL gives dependency_failed', async () => {
  const fixture = accountFixture();
  const { link } = await startLink(fixture);
  fixture.pretend.fail('authorizationUrl', 'unavailable');
  expect(await codeOf(fixture.engine.accountLinks.connect(link, member))).toBe('dependency_failed');
});

it('[CA12] cancelling declines the connection finally', async () => {
  const fixture = accountFixture();
  const { engine, acme, clock } = fixture;
  const { connection, link } = await startLink(fixture);
  const answer = fixture.pretend.answer(await goToProvider(engine, link));
  expect(await engine.accountLinks.cancel(link, member)).toEqual({ kind: 'declined', subject });
  expect((await acme.accounts.getConnection('spreadsheets', connection.id)).status).toBe('declined');

  const answered = { kind: 'refused', reason: 'answered' };
  expect(await engine.accountLinks.open(link, member)).toEqual(answered);
  expect(await engine.accountLinks.connect(link, member)).toEqual(answered);
  expect(await engine.accountLinks.cancel(link, member)).toEqual(answered);
  expect(await engine.accountLinks.callback(answer, member)).toEqual(answered);
  clock.advance(quarter);
  expect(await engine.accountLinks.open(link, member)).toEqual(answered);
  expect((await acme.accounts.getConnection('spreadsheets', connection.id)).status).toBe('declined');
  expect(fixture.pretend.calls).toEqual([]);
});

it('[CA1] consenting connects, and the account is listed from then on', async () => {
  const fixture = accountFixture();
  const { acme, engine } = fixture;
  const { connection, link } = await startLink(fixture);
  expect(await acme.accounts.list('spreadsheets')).toEqual([]);
  expect(await consentTo(fixture, link)).toEqual({ kind: 'connected', subject, accountName: 'ada@example.com' });

  const answer = await acme.accounts.getConnection('spreadsheets', connection.id);
  expect(answer).toEqual({ ...connection, status: 'connected', accountId: expect.any(String) });
  expect(await acme.accounts.list('spreadsheets')).toEqual([
    { id: answer.accountId, kind: 'spreadsheets', name: 'ada@example.com' },
  ]);
  expect(await acme.accounts.list('scheduler')).toEqual([]);
  expect(await engine.as(principalOf({ brand: 'umbrella' })).accounts.list('spreadsheets')).toEqual([]);
  expect(await engine.accountLinks.open(link, member)).toEqual({ kind: 'refused', reason: 'answered' });
});

it('[CA13] a state works once', async () => {
  const fixture = accountFixture();
  const { engine, pretend } = fixture;
  const { link } = await startLink(fixture);
  const { state, code } = pretend.answer(await goToProvider(engine, link));
  expect((await engine.accountLinks.callback({ state, code }, member)).kind).toBe('connected');
  for (const again of [
    { state, code },
    { state, error: 'access_denied' },
  ]) {
    expect(await engine.accountLinks.callback(again, member)).toEqual({ kind: 'refused', reason: 'answered' });
  }
  expect(pretend.calls).toEqual(['exchangeCode']);
});

it('[CA13] a state works only for the member who was sent to the provider with it', async () => {
  const fixture = accountFixture();
  const { engine, pretend } = fixture;
  const { link } = await startLink(fixture);
  const answer = pretend.answer(await goToProvider(engine, link));
  const refusal = { kind: 'refused', reason: 'not_allowed' };
  expect(await engine.accountLinks.callback(answer, principalOf({ person: 8 }))).toEqual(refusal);
  expect((await engine.accountLinks.callback(answer, member)).kind).toBe('connected');
});

it.for([{ error: 'access_denied' }, { error: 'server_error' }, { code: '' }])(
  '[CA14] the provider answer %o declines the connection',
  async (said) => {
    const fixture = accountFixture();
    const { connection, link } = await startLink(fixture);
    const { state } = fixture.pretend.answer(await goToProvider(fixture.engine, link));
    const answer = { state, ...said } as { state: string; error: string };
    expect(await fixture.engine.accountLinks.callback(answer, member)).toEqual({ kind: 'declined', subject });
    expect(await fixture.engine.accountLinks.callback(answer, member)).toEqual({ kind: 'refused', reason: 'answered' });
    expect((await fixture.acme.accounts.getConnection('spreadsheets', connection.id)).status).toBe('declined');
  },
);

it.for([
  [quarter - 1, 'open', 'redirect', 'declined', 'connected', 'pending'],
  [quarter, 'expired', 'expired', 'expired', 'expired', 'expired'],
] as const)('[CA2] %i ms after the start', async ([wait, opened, went, cancelled, settled, status]) => {
  const fixture = accountFixture();
  const { engine, acme, clock, pretend } = fixture;
  const first = await startLink(fixture);
  const second = await startLink(fixture);
  const answer = pretend.answer(await goToProvider(engine, second.link));
  clock.advance(wait);

  const of = ({ kind, ...rest }: { kind: string; reason?: string }) => rest.reason ?? kind;
  const links = engine.accountLinks;
  expect((await acme.accounts.getConnection('spreadsheets', first.connection.id)).status).toBe(status);
  expect([of(await links.open(first.link, member)), of(await links.connect(first.link, member))]).toEqual([
    opened,
    went,
  ]);
  expect([of(await links.cancel(first.link, member)), of(await links.callback(answer, member))]).toEqual([
    cancelled,
    settled,
  ]);
});

it('[CA15] while a code is being exchanged, other answers are refused and the connection is pending', async () => {
  const fixture = accountFixture();
  const { engine, acme, pretend, clock } = fixture;
  const { connection, link } = await startLink(fixture);
  const late = pretend.answer(await goToProvider(engine, link));
  const answered = { kind: 'refused', reason: 'answered' };
  pretend.before('exchangeCode', async () => {
    clock.advance(29_999);
    expect((await acme.accounts.getConnection('spreadsheets', connection.id)).status).toBe('pending');
    expect(await engine.accountLinks.open(link, member)).toEqual(answered);
    expect(await engine.accountLinks.connect(link, member)).toEqual(answered);
    expect(await engine.accountLinks.cancel(link, member)).toEqual(answered);
    expect(await engine.accountLinks.callback(late, member)).toEqual(answered);
  });
  expect((await consentTo(fixture, link)).kind).toBe('connected');
  expect(pretend.calls).toEqual(['exchangeCode']);
});

it('[CA16] an exchange that takes longer than its claim still counts when no other answer has claimed the connection', async () => {
  const fixture = accountFixture();
  const { link } = await startLink(fixture);
  fixture.pretend.before('exchangeCode', async () => fixture.clock.advance(60_000));
  expect((await consentTo(fixture, link)).kind).toBe('connected');
});

it('[CA16][CA18] after 30 seconds another answer can take over, and the tokens of the first are revoked', async () => {
  const fixture = accountFixture();
  const { acme, pretend, clock } = fixture;
  const { connection, link } = await startLink(fixture);
  pretend.before('exchangeCode', async () => {
    clock.advance(30_000);
    expect(await consentTo(fixture, link, pretendPeople[1])).toMatchObject({ accountName: 'ben@example.com' });
  });
  expect(await consentTo(fixture, link)).toEqual({ kind: 'refused', reason: 'answered' });
  expect(pretend.calls).toEqual(['exchangeCode', 'exchangeCode', 'revoke']);
  expect((await acme.accounts.list('spreadsheets')).map(({ name }) => name)).toEqual(['ben@example.com']);
  expect((await acme.accounts.getConnection('spreadsheets', connection.id)).status).toBe('connected');
});

it('[CA16][CA18] an exchange that ends after the fifteen minutes changes nothing', async () => {
  const fixture = accountFixture();
  const { acme, pretend, clock } = fixture;
  const { connection, link } = await startLink(fixture);
  clock.advance(quarter - 1);
  pretend.before('exchangeCode', async () => clock.advance(1));
  expect(await consentTo(fixture, link)).toEqual({ kind: 'refused', reason: 'expired' });
  expect(pretend.calls).toEqual(['exchangeCode', 'revoke']);
  expect(await acme.accounts.list('spreadsheets')).toEqual([]);
  expect((await acme.accounts.getConnection('spreadsheets', connection.id)).status).toBe('expired');
});

it('[CA18] a provider that fails to revoke does not prevent the response', async () => {
  const fixture = accountFixture();
  const { link } = await startLink(fixture);
  fixture.pretend.fail('revoke', 'unavailable');
  fixture.pretend.before('exchangeCode', async () => fixture.clock.advance(quarter));
  expect(await consentTo(fixture, link)).toEqual({ kind: 'refused', reason: 'expired' });
});

it('[CA19] the tokens of a spreadsheets account that the brand has connected are not revoked', async () => {
  const fixture = accountFixture();
  await connectAccount(fixture);
  const { link } = await startLink(fixture);
  fixture.pretend.before('exchangeCode', async () => fixture.clock.advance(quarter));
  expect(await consentTo(fixture, link)).toEqual({ kind: 'refused', reason: 'expired' });
  expect(fixture.pretend.calls).toEqual(['exchangeCode', 'exchangeCode']);
});

it('[CA19] the tokens of a scheduler account are revoked, as each connection has its own account', async () => {
  const fixture = accountFixture();
  await connectAccount(fixture, 'scheduler');
  const { link } = await startLink(fixture, 'scheduler');
  fixture.pretend.before('exchangeCode', async () => fixture.clock.advance(quarter));
  expect(await consentTo(fixture, link)).toEqual({ kind: 'refused', reason: 'expired' });
  expect(fixture.pretend.calls).toEqual(['exchangeCode', 'exchangeCode', 'revoke']);
});

it.for(['refused', 'unavailable', new Error('gone')] as const)(
  '[CA17] a code that cannot be exchanged (%s) declines the connection',
  async (failure) => {
    const fixture = accountFixture();
    const { connection, link } = await startLink(fixture);
    fixture.pretend.fail('exchangeCode', failure);
    expect(await consentTo(fixture, link)).toEqual({ kind: 'declined', subject });
    expect((await fixture.acme.accounts.getConnection('spreadsheets', connection.id)).status).toBe('declined');
    expect(fixture.pretend.calls).toEqual(['exchangeCode']);
  },
);

it.for<readonly [string, AccountKind, Partial<ProviderAccount> & { readonly scopes?: readonly string[] }]>([
  ['no id', 'spreadsheets', { externalId: '' }],
  ['no name', 'spreadsheets', { name: '' }],
  ['a name that no store takes', 'spreadsheets', { name: 'A\u0000' }],
  ['too few scopes', 'spreadsheets', { scopes: [] }],
  ['no page', 'scheduler', { schedulingUrl: '' }],
  ['a page that is none', 'scheduler', { schedulingUrl: 'javascript:alert(1)' }],
] as const)(
  '[CA17] an account with %s declines, and its tokens are revoked',
  async ([, kind, { scopes, ...wrong }]) => {
    const { pretend } = accountFixture();
    const spoiled = <TProvider extends AccountProvider>(provider: TProvider): TProvider => ({
      ...provider,
      async exchangeCode(exchange: CodeExchange) {
        const { tokens, ...account } = await provider.exchangeCode(exchange);
        return { ...account, ...wrong, tokens: { ...tokens, ...(scopes !== undefined && { scopes }) } };
      },
    });
    const providers = [spoiled(pretend.providers[0]), spoiled(pretend.providers[1])];
    const fixture = accountFixture({ connectedAccounts: { providers, connectUrl } }, pretend);
    const { link } = await startLink(fixture, kind);
    expect((await consentTo(fixture, link)).kind).toBe('declined');
    expect(pretend.calls).toEqual(['exchangeCode', 'revoke']);
    expect(await fixture.acme.accounts.list(kind)).toEqual([]);
  },
);

it('[CA17] a provider that returns nothing declines the connection', async () => {
  const fixture = accountFixture();
  const sheets = { ...fixture.pretend.providers[0], exchangeCode: async () => undefined as never };
  const broken = accountFixture({ connectedAccounts: { providers: [sheets], connectUrl } }, fixture.pretend);
  const { link } = await startLink(broken);
  expect((await consentTo(broken, link)).kind).toBe('declined');
});

it('[CA20] of 100 answers at once exactly one decides the connection', async () => {
  const fixture = accountFixture();
  const { engine, acme, pretend } = fixture;
  const { link } = await startLink(fixture);
  const answers = await Promise.all(
    Array.from({ length: 99 }, async (_, index) => {
      const person = { id: `person ${index}`, name: 'Somebody', email: 'somebody@example.com' };
      return pretend.answer(await goToProvider(engine, link), person);
    }),
  );
  const settled = await Promise.all([
    ...answers.map((answer, index) =>
      engine.accountLinks.callback(index % 3 === 0 ? { state: answer.state, error: 'access_denied' } : answer, member),
    ),
    engine.accountLinks.cancel(link, member),
  ]);
  expect(settled.filter(({ kind }) => kind !== 'refused').length).toBe(1);
  expect(settled.filter((each) => each.kind === 'refused' && each.reason === 'answered').length).toBe(99);
  expect((await acme.accounts.list('spreadsheets')).length).toBeLessThanOrEqual(1);
});

it.for([
  [{ connectUrl: 'connect' }, 'connectUrl'],
  [{ connectUrl: 'https://bots.example/?a' }, 'connectUrl'],
  [{ connectUrl, redirectUri: 'ftp://bots.example/' }, 'redirectUri'],
] as const)('addresses %o are refused at once', ([addresses, name]) => {
  expect(() => accountFixture({ connectedAccounts: { providers: [], ...addresses } })).toThrow(name);
});

it('two providers of one kind make createEngine throw', () => {
  const [sheets] = accountFixture().pretend.providers;
  const providers = [sheets, sheets];
  expect(() => accountFixture({ connectedAccounts: { providers, connectUrl } })).toThrow(TypeError);
});
