import { expect, it } from 'vitest';
import {
  type AccountFixture,
  accountFixture,
  connectAccount,
  connectUrl,
  firstKey,
  member,
  secondKey,
  startLink,
} from '../../../test/account-fixture.ts';
import { codeOf, engineFixture, principalOf, refusalOf, startAt } from '../../../test/engine-fixture.ts';
import type { ProviderDouble } from '../../../test/provider-double.ts';
import type { BrandConfiguration } from '../../domain/inputs/configuration.ts';
import { memoryStorage } from '../../memory/index.ts';
import { aesCipher } from '../../node/aes-cipher.ts';
import type { ProviderFailure } from '../../ports/account-provider.ts';
import type { Storage } from '../../ports/storage.ts';

const hour = 60 * 60 * 1_000;
const ann = { externalId: 'ann', name: 'Ann', schedulingUrl: 'https://book.example/ann' };
const bob = { externalId: 'bob', name: 'Bob', schedulingUrl: 'https://book.example/bob' };
/** Consents to an account whose access ends in an hour. */
const hourly = { ...ann, expiresAt: startAt + hour };

it('[CA22][CA23] accounts are listed by most recent connection, with only their public members', async () => {
  const fixture = accountFixture();
  const first = await connectAccount(fixture, 'scheduler', ann);
  fixture.clock.advance(1);
  const second = await connectAccount(fixture, 'scheduler', bob);
  expect(await fixture.acme.accounts.list('scheduler')).toEqual([
    { id: second, kind: 'scheduler', name: 'Bob', schedulingUrl: bob.schedulingUrl },
    { id: first, kind: 'scheduler', name: 'Ann', schedulingUrl: ann.schedulingUrl },
  ]);
});

it('[CA24] a spreadsheets account that is connected again keeps its id and comes first', async () => {
  const fixture = accountFixture();
  const first = await connectAccount(fixture, 'spreadsheets', ann);
  fixture.clock.advance(1);
  const second = await connectAccount(fixture, 'spreadsheets', bob);
  fixture.clock.advance(1);
  expect(await connectAccount(fixture, 'spreadsheets', { ...ann, name: 'Ann B.' })).toBe(first);
  expect(await fixture.acme.accounts.list('spreadsheets')).toEqual([
    { id: first, kind: 'spreadsheets', name: 'Ann B.' },
    { id: second, kind: 'spreadsheets', name: 'Bob' },
  ]);
});

it('[CA25] a scheduler account that is connected again becomes a new account, and the former stays', async () => {
  const fixture = accountFixture();
  const ids = [await connectAccount(fixture, 'scheduler', ann), await connectAccount(fixture, 'scheduler', ann)];
  expect(new Set(ids).size).toBe(2);
  expect((await fixture.acme.accounts.list('scheduler')).map(({ id }) => id).sort()).toEqual(ids.sort());
});

it('[CA26][CA27] an account without a scope that is required now is neither listed nor found', async () => {
  const storage = memoryStorage();
  const fixture = accountFixture({ storage });
  const id = await connectAccount(fixture);
  const { provider } = fixture;
  const stricter = { ...provider.sheets, requiredScopes: ['sheets.write', 'files'] };
  const later = accountFixture({ storage, connectedAccounts: { providers: [stricter], connectUrl } }, provider);
  expect(await later.acme.accounts.list('spreadsheets')).toEqual([]);
  expect(await codeOf(later.acme.accounts.listSpreadsheets(id))).toBe('account_not_found');
  expect((await fixture.acme.accounts.list('spreadsheets')).length).toBe(1);
});

it('[CA27] an account of another kind or brand is not found', async () => {
  const fixture = accountFixture();
  const sheets = await connectAccount(fixture, 'spreadsheets');
  const scheduler = await connectAccount(fixture, 'scheduler');
  const other = fixture.engine.as(principalOf({ brand: 'umbrella' })).accounts;
  for (const read of [
    fixture.acme.accounts.listEventTypes(sheets),
    fixture.acme.accounts.listSpreadsheets(scheduler),
    fixture.acme.accounts.listSheets(scheduler, 's1'),
    fixture.acme.accounts.listColumns('none', 's1', 'Tab 1'),
    other.listSpreadsheets(sheets),
    other.listEventTypes(scheduler),
  ]) {
    expect(await codeOf(read)).toBe('account_not_found');
  }
});

const declaring = (change: Partial<BrandConfiguration> = {}): BrandConfiguration => ({
  name: 'acme',
  plan: 'professional',
  workspaces: [1],
  tokens: [],
  connectedAccounts: [
    { kind: 'scheduler', id: 'cal', name: 'Calendar', schedulingUrl: 'https://book.example/cal', person: 7 },
    { kind: 'spreadsheets', id: 'z', name: 'Zoe' },
    { kind: 'spreadsheets', id: 'a', name: 'Abe' },
  ],
  ...change,
});

it('[CA22][CA29] declared accounts follow those connected, and are exactly those of the last configuration', async () => {
  const fixture = accountFixture();
  const { engine, acme } = fixture;
  await engine.configure([declaring()]);
  const id = await connectAccount(fixture);
  expect((await acme.accounts.list('spreadsheets')).map((each) => each.id)).toEqual([id, 'z', 'a']);
  expect(await acme.accounts.list('scheduler')).toEqual([
    { id: 'cal', kind: 'scheduler', name: 'Calendar', schedulingUrl: 'https://book.example/cal' },
  ]);
  await engine.configure([declaring({ connectedAccounts: [] })]);
  expect((await acme.accounts.list('spreadsheets')).map((each) => each.id)).toEqual([id]);
});

it.for([
  [[{ kind: 'scheduler', id: 'c', name: 'C' }], '0.connectedAccounts.0.schedulingUrl'],
  [[{ kind: 'scheduler', id: 'c', name: 'C', schedulingUrl: 'no' }], '0.connectedAccounts.0.schedulingUrl'],
  [[{ kind: 'fax', id: 'c', name: 'C' }], '0.connectedAccounts.0.kind'],
  [[{ kind: 'spreadsheets', id: '', name: 'C' }], '0.connectedAccounts.0.id'],
  [
    [
      { kind: 'spreadsheets', id: 'c', name: 'C' },
      { kind: 'spreadsheets', id: 'c', name: 'D' },
    ],
    '0.connectedAccounts.1.id',
  ],
] as const)('[CA29] a configuration with %o is refused at %s', async ([connectedAccounts, field]) => {
  const { engine } = engineFixture();
  const brand = declaring({ connectedAccounts: connectedAccounts as never });
  expect(await codeOf(engine.configure([brand]))).toBe(`invalid_parameters ${field}`);
});

it('[CA30] a request through a declared account fails with dependency_failed', async () => {
  const { engine, acme, provider } = accountFixture();
  await engine.configure([declaring()]);
  expect(await codeOf(acme.accounts.listSpreadsheets('a'))).toBe('dependency_failed');
  expect(await codeOf(acme.accounts.listEventTypes('cal'))).toBe('dependency_failed');
  expect(provider.calls).toEqual([]);
});

const sheetsDiagram = (authId: string) => ({
  nodes: {
    hidden: { id: 'hidden', template: 'hidden', params: {} },
    welcome: {
      id: 'welcome',
      template: 'spreadsheets',
      params: { version: 3, action: 'insert_row', auth_id: authId },
    },
  },
  connections: {},
});

it('[CA28][DR11] drafts are checked against the accounts that are connected or declared', async () => {
  const fixture = accountFixture();
  await fixture.engine.configure([declaring()]);
  const id = await connectAccount(fixture);
  const scheduler = await connectAccount(fixture, 'scheduler');
  const bot = await fixture.acme.bots.create({ name: 'Sales', channelFamily: 'native' });
  const isKnown = async (authId: string) => {
    const { violations } = await fixture.acme.drafts.replace(bot.id, sheetsDiagram(authId));
    return !violations.some(({ code }) => code === 'account_unknown');
  };
  expect(await Promise.all([id, 'a', 'cal', scheduler, 'none'].map(isKnown))).toEqual([
    true,
    true,
    false,
    false,
    false,
  ]);
  fixture.provider.failWith('listSpreadsheets', 'insufficient_scope');
  await codeOf(fixture.acme.accounts.listSpreadsheets(id));
  expect(await isKnown(id)).toBe(false);

  const directory = { findConnected: async () => new Set(['theirs']) };
  const own = engineFixture({ storage: fixture.storage, accounts: directory });
  const draft = await own.acme.drafts.replace(bot.id, sheetsDiagram('theirs'));
  expect(draft.violations.filter(({ code }) => code === 'account_unknown')).toEqual([]);
});

it('[CA31] a request through an account is made at its provider', async () => {
  const fixture = accountFixture();
  const sheets = await connectAccount(fixture, 'spreadsheets');
  const scheduler = await connectAccount(fixture, 'scheduler');
  const { accounts } = fixture.acme;
  expect(await accounts.listSpreadsheets(sheets)).toEqual([{ spreadsheetId: 's1', name: 'Leads' }]);
  expect(await accounts.listSheets(sheets, 's1')).toEqual([{ title: 'Tab 1', id: '0' }]);
  expect(await accounts.listColumns(sheets, 's1', 'Tab 1')).toEqual([
    { number: 1, header: 'Email' },
    { number: 3, header: 'Name' },
  ]);
  expect(await accounts.listEventTypes(scheduler)).toEqual([
    { name: 'Call', schedulingUrl: 'https://book.example/ann/call', durationMinutes: 30 },
  ]);
  expect(fixture.provider.calls.slice(2)).toEqual([
    'listSpreadsheets',
    'listSheets s1',
    'listColumns s1 Tab 1',
    'listEventTypes',
  ]);
});

it.for<readonly [ProviderFailure | Error, string, string]>([
  ['not_found', 'dependency_failed', 'spreadsheet_unreadable'],
  ['unreadable', 'dependency_failed', 'spreadsheet_unreadable'],
  ['refused', 'dependency_failed', 'dependency_failed'],
  ['unavailable', 'dependency_failed', 'dependency_failed'],
  [new Error('socket hang up'), 'dependency_failed', 'dependency_failed'],
])('[CA32][CA33] a provider that fails with %s: %s for files, %s for sheets', async ([failure, files, sheets]) => {
  const fixture = accountFixture();
  const id = await connectAccount(fixture);
  const { accounts } = fixture.acme;
  for (const call of ['listSpreadsheets', 'listSheets s1', 'listColumns s1 Tab 1']) {
    fixture.provider.failWith(call, failure);
  }
  expect(await codeOf(accounts.listSpreadsheets(id))).toBe(files);
  expect(await codeOf(accounts.listSheets(id, 's1'))).toBe(sheets);
  expect(await codeOf(accounts.listColumns(id, 's1', 'Tab 1'))).toBe(sheets);
  expect((await accounts.list('spreadsheets')).length).toBe(1);
});

it.for([
  [hour - 60_000, []],
  [hour - 59_999, ['refresh']],
  [hour + 1, ['refresh']],
] as const)('[CA34] %i ms after it was given, a token of one hour is used after %o', async ([wait, first]) => {
  const fixture = accountFixture();
  const id = await connectAccount(fixture, 'spreadsheets', hourly);
  fixture.clock.advance(wait);
  fixture.provider.consent({ ...ann, expiresAt: startAt + 2 * hour });
  await fixture.acme.accounts.listSpreadsheets(id);
  await fixture.acme.accounts.listSpreadsheets(id);
  expect(fixture.provider.calls.slice(1)).toEqual([...first, 'listSpreadsheets', 'listSpreadsheets']);
});

it('[CA34] a token that cannot be refreshed is used until it expires', async () => {
  const fixture = accountFixture();
  const id = await connectAccount(fixture, 'spreadsheets', { ...hourly, hasRefreshToken: false } as typeof hourly);
  fixture.clock.advance(hour);
  expect((await fixture.acme.accounts.listSpreadsheets(id)).length).toBe(1);
  fixture.clock.advance(1);
  expect(await codeOf(fixture.acme.accounts.listSpreadsheets(id))).toBe('account_not_found');
  expect(await fixture.acme.accounts.list('spreadsheets')).toEqual([]);
});

it('[CA35] however many wait for a fresh token, one refresh is under way', async () => {
  const fixture = accountFixture();
  const id = await connectAccount(fixture, 'spreadsheets', hourly);
  fixture.clock.advance(hour);
  fixture.provider.consent({ ...ann, expiresAt: startAt + 2 * hour });
  const reads = Array.from({ length: 50 }, () => fixture.acme.accounts.listSpreadsheets(id));
  expect((await Promise.all(reads)).length).toBe(50);
  expect(fixture.provider.calls.filter((call) => call === 'refresh')).toEqual(['refresh']);
});

/** Two processes on one store, each with an engine of its own. */
function twoNodes(): readonly [AccountFixture, AccountFixture] {
  const storage: Storage = memoryStorage();
  const first = accountFixture({ storage });
  const second = accountFixture({ storage, clock: first.clock }, first.provider);
  return [first, second];
}

it('[CA36] of two processes that refresh at once one is refused, and uses the tokens that the other stored', async () => {
  const [first, second] = twoNodes();
  const id = await connectAccount(first, 'spreadsheets', hourly);
  first.clock.advance(hour);
  first.provider.consent({ ...ann, expiresAt: startAt + 2 * hour });
  const nodes = [first, second, first, second];
  const reads = await Promise.all(nodes.map(({ acme }) => acme.accounts.listSpreadsheets(id)));
  expect(reads.map((read) => read.length)).toEqual([1, 1, 1, 1]);
  expect(first.provider.calls.filter((call) => call === 'refresh').length).toBeLessThanOrEqual(2);
  expect((await first.acme.accounts.list('spreadsheets')).length).toBe(1);
});

it('[CA36][CA48] a process that was refused before the other stored its tokens does not remove the account from the list', async () => {
  const [first, second] = twoNodes();
  const id = await connectAccount(first, 'spreadsheets', hourly);
  first.clock.advance(hour);
  first.provider.consent({ ...ann, expiresAt: startAt + 2 * hour });
  const refresh = first.provider.sheets.refresh;
  const slow = {
    ...first.provider.sheets,
    async refresh(tokens: Parameters<typeof refresh>[0]) {
      const fresh = await refresh(tokens);
      expect(await codeOf(second.acme.accounts.listSpreadsheets(id))).toBe('account_not_found');
      return fresh;
    },
  };
  const options = { storage: first.storage, clock: first.clock, connectedAccounts: { providers: [slow], connectUrl } };
  const third = accountFixture(options, first.provider);
  expect((await third.acme.accounts.listSpreadsheets(id)).length).toBe(1);
  expect((await second.acme.accounts.listSpreadsheets(id)).length).toBe(1);
});

it('[CA36] a refresh that comes back after the account was connected again changes nothing', async () => {
  const fixture = accountFixture();
  const id = await connectAccount(fixture, 'spreadsheets', hourly);
  fixture.clock.advance(hour);
  const later = { ...ann, name: 'Ann B.', expiresAt: startAt + 3 * hour };
  fixture.provider.during('refresh', async () => {
    fixture.provider.during('refresh', async () => undefined);
    expect(await connectAccount(fixture, 'spreadsheets', later)).toBe(id);
  });
  expect((await fixture.acme.accounts.listSpreadsheets(id)).length).toBe(1);
  const stored = await fixture.storage.reader('acme').accounts.find(id);
  expect([stored?.name, stored?.tokensRevision]).toEqual(['Ann B.', 2]);
});

it('[CA37] an access token that the provider reports as revoked is refreshed, and the request repeated', async () => {
  const fixture = accountFixture();
  const id = await connectAccount(fixture);
  fixture.provider.endAccess();
  expect((await fixture.acme.accounts.listSpreadsheets(id)).length).toBe(1);
  expect(fixture.provider.calls.slice(1)).toEqual(['listSpreadsheets', 'refresh', 'listSpreadsheets']);
});

it('[CA37][CA33] a refresh that fails temporarily leaves the account in the list', async () => {
  const fixture = accountFixture();
  const id = await connectAccount(fixture);
  fixture.provider.endAccess();
  for (const failure of ['unavailable', 'refused', new Error('gone')] as const) {
    fixture.provider.failWith('refresh', failure);
    expect(await codeOf(fixture.acme.accounts.listSpreadsheets(id))).toBe('dependency_failed');
  }
  fixture.provider.failWith('refresh', undefined);
  expect((await fixture.acme.accounts.listSpreadsheets(id)).length).toBe(1);
});

it.for<readonly [string, (provider: ProviderDouble) => void]>([
  ['revoked', (provider) => provider.revokeAll()],
  ['called revoked with fresh tokens too', (provider) => provider.failWith('listSpreadsheets', 'revoked')],
  ['short of a scope', (provider) => provider.failWith('listSpreadsheets', 'insufficient_scope')],
])('[CA38][CA39] an account that is %s is delisted until it is connected again', async ([, spoil]) => {
  const storage = memoryStorage();
  const fixture = accountFixture({ storage });
  const id = await connectAccount(fixture);
  spoil(fixture.provider);
  for (let times = 0; times < 2; times += 1) {
    expect(await codeOf(fixture.acme.accounts.listSpreadsheets(id))).toBe('account_not_found');
    expect(await fixture.acme.accounts.list('spreadsheets')).toEqual([]);
  }
  expect(storage.dump().accounts.map(({ encryptedTokens }) => encryptedTokens)).toEqual([undefined]);

  fixture.provider.failWith('listSpreadsheets', undefined);
  expect(await connectAccount(fixture)).toBe(id);
  expect((await fixture.acme.accounts.listSpreadsheets(id)).length).toBe(1);
});

it('[CA39] a scheduler account that was revoked comes back with another id', async () => {
  const fixture = accountFixture();
  const former = await connectAccount(fixture, 'scheduler');
  fixture.provider.revokeAll();
  expect(await codeOf(fixture.acme.accounts.listEventTypes(former))).toBe('account_not_found');
  const next = await connectAccount(fixture, 'scheduler');
  expect(next).not.toBe(former);
  expect((await fixture.acme.accounts.list('scheduler')).map(({ id }) => id)).toEqual([next]);
});

it('[CA40] tokens encrypted with an old key still work, and are encrypted again when they are used', async () => {
  const storage = memoryStorage();
  const fixture = accountFixture({ storage });
  const id = await connectAccount(fixture);
  const keyed = (...keys: (typeof firstKey)[]) =>
    accountFixture({ storage, cipher: aesCipher({ keys }) }, fixture.provider).acme.accounts;
  const encrypted = async () => (await storage.reader('acme').accounts.find(id))?.encryptedTokens;

  const before = await encrypted();
  expect((await keyed(secondKey, firstKey).listSpreadsheets(id)).length).toBe(1);
  expect(await encrypted()).not.toBe(before);
  expect((await keyed(secondKey).listSpreadsheets(id)).length).toBe(1);
  expect((await storage.reader('acme').accounts.find(id))?.tokensRevision).toBe(1);
  await expect(keyed(firstKey).listSpreadsheets(id)).rejects.toThrow('k2');
});

it('[CA40][SX10] rotation of keys encrypts the tokens of accounts again too', async () => {
  const storage = memoryStorage();
  const fixture = accountFixture({ storage });
  const id = await connectAccount(fixture);
  await connectAccount(fixture, 'scheduler');
  const keyed = (...keys: (typeof firstKey)[]) =>
    accountFixture({ storage, cipher: aesCipher({ keys }) }, fixture.provider);
  expect(await keyed(secondKey, firstKey).engine.rotateKeys(['acme'])).toEqual({ rotated: 2, unreadable: 0 });
  expect(await keyed(secondKey, firstKey).engine.rotateKeys(['acme'])).toEqual({ rotated: 0, unreadable: 0 });
  expect((await keyed(secondKey).acme.accounts.listSpreadsheets(id)).length).toBe(1);
});

it('[CA40] encrypted tokens cannot be decrypted in another brand', async () => {
  const fixture = accountFixture();
  const id = await connectAccount(fixture);
  const {
    status: _s,
    tokensRevision: _r,
    ...account
  } = { ...(await fixture.storage.reader('acme').accounts.find(id)) };
  await fixture.storage.transaction('umbrella', (tx) => tx.accounts.connect(account as never, { returns: true }));
  const other = fixture.engine.as(principalOf({ brand: 'umbrella' }));
  await expect(other.accounts.listSpreadsheets(id)).rejects.toThrow('does not open');
});

/** Everything that an error shows to whoever prints it. */
function textOf(error: unknown): string {
  if (!(error instanceof Error)) return JSON.stringify(error) ?? '';
  const { name, message, stack, cause } = error;
  return [name, message, stack, JSON.stringify(error), JSON.stringify(Object.values(error)), textOf(cause)].join('\n');
}

it('[CA41] no secret is in any answer, refusal or record', async () => {
  const storage = memoryStorage();
  const fixture = accountFixture({ storage });
  const { engine, acme, provider, clock } = fixture;
  const seen: string[] = [];
  const links: string[] = [];
  const note = async (answer: Promise<unknown>) => {
    seen.push(await answer.then((value) => JSON.stringify(value) ?? '', textOf));
  };

  const id = await connectAccount(fixture, 'spreadsheets', hourly);
  for (const failure of ['unavailable', 'unreadable', 'revoked', new Error('token')] as const) {
    const { link } = await startLink(fixture);
    links.push(link);
    const went = await engine.accountLinks.connect(link, member);
    const answer = provider.codeFor(went.kind === 'redirect' ? went.url : '');
    provider.failWith('exchangeCode', failure);
    await note(engine.accountLinks.open(link, member));
    await note(engine.accountLinks.callback(answer, principalOf({ person: 8 })));
    await note(engine.accountLinks.callback(answer, member));
    await note(engine.accountLinks.callback(answer, member));
    provider.failWith('listSpreadsheets', failure);
    await note(acme.accounts.listSpreadsheets(id));
    await note(acme.accounts.list('spreadsheets'));
  }
  provider.failWith('authorizationUrl', 'unavailable');
  const { link, connection } = await startLink(fixture);
  await note(engine.accountLinks.connect(link, member));
  await note(acme.accounts.getConnection('spreadsheets', connection.id));
  provider.failWith('exchangeCode', undefined);
  provider.failWith('authorizationUrl', undefined);
  provider.failWith('listSpreadsheets', undefined);
  const again = await connectAccount(fixture, 'spreadsheets', hourly);
  clock.advance(hour);
  provider.failWith('refresh', new Error('refresh'));
  await note(acme.accounts.listSpreadsheets(again));
  await note(engine.accountEffects.spreadsheet('acme', { ...insert, authId: again }));

  const everything = [...seen, JSON.stringify(storage.dump())].join('\n');
  expect(seen.length).toBeGreaterThan(20);
  expect(provider.secrets.size).toBeGreaterThan(10);
  for (const secret of [...provider.secrets, ...links, link]) expect(everything).not.toContain(secret);
});

const at = { spreadsheetId: 's1', sheetName: 'Tab 1' };
const insert = { action: 'insert_row', authId: '', ...at, cells: [{ column: 1, value: 'a@b.c' }] } as const;
const reference = { column: 1, value: 'a@b.c' };

it('[CA42] rows are inserted, updated and read through the account', async () => {
  const fixture = accountFixture();
  const authId = await connectAccount(fixture);
  const { accountEffects: effects } = fixture.engine;
  expect(await effects.spreadsheet('acme', { ...insert, authId })).toEqual({ ok: true });
  const cells = [reference, { column: 3, value: 'Ann' }];
  const update = { action: 'update_row', authId, ...at, cells, reference } as const;
  expect(await effects.spreadsheet('acme', update)).toEqual({ ok: true });
  const get = { action: 'get_row', authId, ...at, cells: [{ column: 3, value: '' }], reference } as const;
  expect(await effects.spreadsheet('acme', get)).toEqual({
    ok: true,
    value: { cells: [{ column: 3, value: 'Ann' }] },
  });

  const other = { column: 1, value: 'x@y.z' };
  for (const work of [update, get]) {
    expect(await effects.spreadsheet('acme', { ...work, reference: other })).toEqual({
      ok: false,
      reason: 'no_such_row',
    });
    const { reference: _none, ...blind } = work;
    expect(await effects.spreadsheet('acme', blind)).toEqual({ ok: false, reason: 'effect_unusable' });
  }
});

it.for<readonly [ProviderFailure | Error, string]>([
  ['not_found', 'spreadsheet_not_found'],
  ['unreadable', 'spreadsheet_unreadable'],
  ['refused', 'dependency_failed'],
  ['unavailable', 'dependency_failed'],
  [new Error('gone'), 'dependency_failed'],
  ['insufficient_scope', 'account_not_found'],
])('[CA43] an effect whose provider fails with %s fails as %s', async ([failure, reason]) => {
  const fixture = accountFixture();
  const authId = await connectAccount(fixture);
  fixture.provider.failWith('insertRow', failure);
  const outcome = await fixture.engine.accountEffects.spreadsheet('acme', { ...insert, authId });
  expect(outcome).toEqual({ ok: false, reason });
});

it('[CA43] an effect on an account that the brand does not have fails', async () => {
  const fixture = accountFixture();
  const authId = await connectAccount(fixture);
  const { accountEffects: effects } = fixture.engine;
  const unknown = { ok: false, reason: 'account_not_found' };
  expect(await effects.spreadsheet('umbrella', { ...insert, authId })).toEqual(unknown);
  expect(await effects.scheduler('acme', { authId })).toEqual(unknown);
});

it('[CA44] the effect of a scheduler succeeds while its account is listed', async () => {
  const fixture = accountFixture();
  await fixture.engine.configure([declaring()]);
  const authId = await connectAccount(fixture, 'scheduler');
  const { accountEffects: effects } = fixture.engine;
  expect(await effects.scheduler('acme', { authId })).toEqual({ ok: true });
  expect(await effects.scheduler('acme', { authId: 'cal' })).toEqual({ ok: true });
  expect(await effects.scheduler('acme', { authId: 'a' })).toEqual({ ok: false, reason: 'account_not_found' });
});

it('[CA33] the thrown error keeps its cause for logs', async () => {
  const fixture = accountFixture();
  const id = await connectAccount(fixture);
  fixture.provider.failWith('listSpreadsheets', 'unavailable');
  const { code, cause } = await refusalOf(fixture.acme.accounts.listSpreadsheets(id));
  expect([code, cause]).toEqual(['dependency_failed', expect.objectContaining({ reason: 'unavailable' })]);
});
