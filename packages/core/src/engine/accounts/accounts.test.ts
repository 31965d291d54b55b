import { expect, it } from 'vitest';
import {
  type AccountFixture,
  accountFixture,
  connectAccount,
  connectUrl,
  firstKey,
  goToProvider,
  hour,
  member,
  type Pretend,
  secondKey,
  startLink,
} from '../../../test/account-fixture.ts';
import { codeOf, engineFixture, principalOf, refusalOf } from '../../../test/engine-fixture.ts';
import { away, failingStorage } from '../../../test/failing-storage.ts';
import { commit, readsOf, recordsOf } from '../../../test/stored-records.ts';
import type { BrandConfiguration } from '../../domain/inputs/configuration.ts';
import { memoryStorage } from '../../memory/index.ts';
import { aesCipher } from '../../node/aes-cipher.ts';
import { ProviderError, type ProviderFailure, type SpreadsheetProvider } from '../../ports/account-provider.ts';
import type { Timer } from '../../ports/clock.ts';
import type { Storage } from '../../ports/storage.ts';
import type { PretendCall } from '../../testing/observed-calls.ts';
import { pretendPeople, pretendScope } from '../../testing/pretend-providers.ts';

const [ada, ben] = pretendPeople;
const sheet = 'development-leads';
const schedulingUrl = 'https://provider.example/book';

it('[CA22][CA23] accounts are listed by most recent connection, with only their public members', async () => {
  const fixture = accountFixture();
  const first = await connectAccount(fixture, 'scheduler', ada);
  fixture.clock.advance(1);
  const second = await connectAccount(fixture, 'scheduler', ben);
  expect(await fixture.acme.accounts.list('scheduler')).toEqual([
    { id: second, kind: 'scheduler', name: 'Ben Example', schedulingUrl },
    { id: first, kind: 'scheduler', name: 'Ada Example', schedulingUrl },
  ]);
});

it('[CA24] a spreadsheets account that is connected again keeps its id and comes first', async () => {
  const fixture = accountFixture();
  const first = await connectAccount(fixture, 'spreadsheets', ada);
  fixture.clock.advance(1);
  const second = await connectAccount(fixture, 'spreadsheets', ben);
  fixture.clock.advance(1);
  expect(await connectAccount(fixture, 'spreadsheets', { ...ada, email: 'ada.b@example.com' })).toBe(first);
  expect(await fixture.acme.accounts.list('spreadsheets')).toEqual([
    { id: first, kind: 'spreadsheets', name: 'ada.b@example.com' },
    { id: second, kind: 'spreadsheets', name: 'ben@example.com' },
  ]);
});

it('[CA25] a scheduler account that is connected again becomes a new account, and the former stays', async () => {
  const fixture = accountFixture();
  const ids = [await connectAccount(fixture, 'scheduler', ada), await connectAccount(fixture, 'scheduler', ada)];
  expect(new Set(ids).size).toBe(2);
  expect((await fixture.acme.accounts.list('scheduler')).map(({ id }) => id).sort()).toEqual(ids.sort());
});

it('[CA26][CA27] an account without a scope that is required now is neither listed nor found', async () => {
  const storage = memoryStorage();
  const fixture = accountFixture({ storage });
  const id = await connectAccount(fixture);
  const { pretend } = fixture;
  const stricter = { ...pretend.providers[0], requiredScopes: [pretendScope, 'files'] };
  const later = accountFixture({ storage, connectedAccounts: { providers: [stricter], connectUrl } }, pretend);
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
    fixture.acme.accounts.listSheets(scheduler, sheet),
    fixture.acme.accounts.listColumns('none', sheet, 'Leads'),
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

it('[CA22][CA29] declared accounts follow connected ones, and are exactly the accounts of the last configuration', async () => {
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
  const { engine, acme, pretend } = accountFixture();
  await engine.configure([declaring()]);
  expect(await codeOf(acme.accounts.listSpreadsheets('a'))).toBe('dependency_failed');
  expect(await codeOf(acme.accounts.listEventTypes('cal'))).toBe('dependency_failed');
  expect(pretend.calls).toEqual([]);
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
  fixture.pretend.fail('listSpreadsheets', 'insufficient_scope');
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
  expect(await accounts.listSpreadsheets(sheets)).toEqual([{ spreadsheetId: sheet, name: 'Leads (development)' }]);
  expect(await accounts.listSheets(sheets, sheet)).toEqual([{ title: 'Leads', id: '0' }]);
  expect(await accounts.listColumns(sheets, sheet, 'Leads')).toEqual([
    { number: 1, header: 'Name' },
    { number: 2, header: 'Email' },
    { number: 4, header: 'Date' },
  ]);
  expect(await accounts.listEventTypes(scheduler)).toMatchObject([{ durationMinutes: 15 }, { durationMinutes: 45 }]);
  expect(fixture.pretend.calls.slice(2)).toEqual(['listSpreadsheets', 'listSheets', 'listColumns', 'listEventTypes']);
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
  for (const call of ['listSpreadsheets', 'listSheets', 'listColumns'] as const) {
    fixture.pretend.fail(call, failure);
  }
  expect(await codeOf(accounts.listSpreadsheets(id))).toBe(files);
  expect(await codeOf(accounts.listSheets(id, sheet))).toBe(sheets);
  expect(await codeOf(accounts.listColumns(id, sheet, 'Leads'))).toBe(sheets);
  expect((await accounts.list('spreadsheets')).length).toBe(1);
});

it.for([
  [hour - 60_000, []],
  [hour - 59_999, ['refresh']],
  [hour + 1, ['refresh']],
] as const)('[CA34] %i ms after it was given, a token of one hour is used after %o', async ([wait, first]) => {
  const fixture = accountFixture();
  const id = await connectAccount(fixture);
  fixture.clock.advance(wait);
  await fixture.acme.accounts.listSpreadsheets(id);
  await fixture.acme.accounts.listSpreadsheets(id);
  expect(fixture.pretend.calls.slice(1)).toEqual([...first, 'listSpreadsheets', 'listSpreadsheets']);
});

it('[CA34] a token that cannot be refreshed is used until it expires', async () => {
  const { pretend, clock } = accountFixture();
  const [sheets] = pretend.providers;
  const once: SpreadsheetProvider = {
    ...sheets,
    async exchangeCode(exchange) {
      const { tokens, ...account } = await sheets.exchangeCode(exchange);
      const { refreshToken: _, ...rest } = tokens;
      return { ...account, tokens: rest };
    },
  };
  const fixture = accountFixture({ clock, connectedAccounts: { providers: [once], connectUrl } }, pretend);
  const id = await connectAccount(fixture);
  clock.advance(hour);
  expect((await fixture.acme.accounts.listSpreadsheets(id)).length).toBe(1);
  clock.advance(1);
  expect(await codeOf(fixture.acme.accounts.listSpreadsheets(id))).toBe('account_not_found');
  expect(await fixture.acme.accounts.list('spreadsheets')).toEqual([]);
});

it('[CA35] however many wait for a fresh token, one refresh is under way', async () => {
  const fixture = accountFixture();
  const id = await connectAccount(fixture);
  fixture.clock.advance(hour);
  const reads = Array.from({ length: 50 }, () => fixture.acme.accounts.listSpreadsheets(id));
  expect((await Promise.all(reads)).length).toBe(50);
  expect(fixture.pretend.calls.filter((call) => call === 'refresh')).toEqual(['refresh']);
});

/** Two processes on one store, each with an engine of its own. */
function twoNodes(): readonly [AccountFixture, AccountFixture] {
  const storage: Storage = memoryStorage();
  const first = accountFixture({ storage });
  const second = accountFixture({ storage, clock: first.clock, timer: first.clock }, first.pretend);
  return [first, second];
}

it('[CA36] of two processes that refresh at once one asks the provider, and the other uses the tokens that it stored', async () => {
  const [first, second] = twoNodes();
  const id = await connectAccount(first);
  first.clock.advance(hour);
  const nodes = [first, second, first, second];
  const reads = await Promise.all(nodes.map(({ acme }) => acme.accounts.listSpreadsheets(id)));
  expect(reads.map((read) => read.length)).toEqual([1, 1, 1, 1]);
  expect(first.pretend.calls.filter((call) => call === 'refresh')).toEqual(['refresh']);
  expect((await first.acme.accounts.list('spreadsheets')).length).toBe(1);
});

/** An engine on the store of another, whose provider holds back the tokens of a refresh until `release` is called. */
function slowNode(first: AccountFixture) {
  const [sheets] = first.pretend.providers;
  const refreshed = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  const slow: SpreadsheetProvider = {
    ...sheets,
    async refresh(tokens) {
      const fresh = await sheets.refresh(tokens);
      refreshed.resolve();
      await released.promise;
      return fresh;
    },
  };
  const { storage, clock } = first;
  const connectedAccounts = { providers: [slow], connectUrl };
  const node = accountFixture({ storage, clock, timer: clock, connectedAccounts }, first.pretend);
  return { ...node, refreshed: refreshed.promise, release: () => released.resolve() };
}

/** Advances the clock until something has settled. */
async function settled<T>({ clock }: AccountFixture, attempt: Promise<T>): Promise<T> {
  let isOver = false;
  const end = () => {
    isOver = true;
  };
  attempt.then(end, end);
  for (let steps = 0; !isOver && steps < 2_000; steps += 1) {
    await new Promise(setImmediate);
    clock.advance(50);
  }
  return attempt;
}

function lostOn(...nodes: readonly AccountFixture[]): readonly string[] {
  const lost: string[] = [];
  for (const { engine } of nodes) {
    engine.events.subscribe(({ type }) => void lost.push(type), { types: ['account.lost'] });
  }
  return lost;
}

it('[CA36][CA62] a process that comes while another refreshes waits for its tokens, and no account is lost', async () => {
  const [first, second] = twoNodes();
  const third = slowNode(first);
  const lost = lostOn(second, third);
  const id = await connectAccount(first);
  first.clock.advance(hour);
  const slow = third.acme.accounts.listSpreadsheets(id);
  await third.refreshed;
  const waiting = second.acme.accounts.listSpreadsheets(id);
  const soon = settled(first, waiting);
  for (let turns = 0; turns < 20; turns += 1) await new Promise(setImmediate);
  expect((await first.acme.accounts.list('spreadsheets')).length).toBe(1);
  third.release();
  expect([(await slow).length, (await soon).length]).toEqual([1, 1]);
  expect(first.pretend.calls.filter((call) => call === 'refresh')).toEqual(['refresh']);
  expect(lost).toEqual([]);
});

it('[CA36][CV56] a process that waits for a refresh by another one stays alive until it has the tokens', async () => {
  const [first] = twoNodes();
  const { storage, clock } = first;
  let holds = 0;
  const heldDuringWaits: number[] = [];
  const timer: Timer = {
    sleep(ms, signal) {
      heldDuringWaits.push(holds);
      return clock.sleep(ms, signal);
    },
    keepAlive() {
      holds += 1;
      return () => {
        holds -= 1;
      };
    },
  };
  const second = accountFixture({ storage, clock, timer }, first.pretend);
  const third = slowNode(first);
  const id = await connectAccount(first);
  clock.advance(hour);
  const slow = third.acme.accounts.listSpreadsheets(id);
  await third.refreshed;
  const waiting = second.acme.accounts.listSpreadsheets(id);
  const soon = settled(first, waiting);
  while (heldDuringWaits.length < 3) await new Promise(setImmediate);
  third.release();
  await Promise.all([slow, soon]);
  expect([[...new Set(heldDuringWaits)], holds]).toEqual([[1], 0]);
});

it('[CA62] a fresh token that stops because another process refreshes is no lost account', async () => {
  const [first, second] = twoNodes();
  const third = slowNode(first);
  const lost = lostOn(second, third);
  const id = await connectAccount(first);
  first.clock.advance(hour);
  let slow: Promise<readonly unknown[]> | undefined;
  let asked = 0;
  const refuse = async () => {
    asked += 1;
    if (asked === 1) {
      slow = third.acme.accounts.listSpreadsheets(id);
      await third.refreshed;
    }
    throw new ProviderError('revoked', 'Not a good token.');
  };
  first.pretend.before('listSpreadsheets', refuse, 2);
  const waiting = settled(first, second.acme.accounts.listSpreadsheets(id));
  await third.refreshed;
  for (let turns = 0; turns < 20; turns += 1) await new Promise(setImmediate);
  third.release();
  expect([(await waiting).length, (await slow)?.length]).toEqual([1, 1]);
  expect(lost).toEqual([]);
});

it('[CA62] a refresh that is refused after other tokens were stored without the lease uses them', async () => {
  const fixture = accountFixture();
  const lost = lostOn(fixture);
  const id = await connectAccount(fixture);
  fixture.clock.advance(hour);
  fixture.pretend.before('refresh', async () => {
    await connectAccount(fixture, 'spreadsheets', ada);
    throw new ProviderError('revoked', 'invalid_grant');
  });
  expect((await fixture.acme.accounts.listSpreadsheets(id)).length).toBe(1);
  expect(lost).toEqual([]);
});

it('[CA63] after a process that died while it refreshed, another one has its turn', async () => {
  const [first, second] = twoNodes();
  const id = await connectAccount(first);
  first.clock.advance(hour);
  first.pretend.before('refresh', () => new Promise(() => {}));
  void first.acme.accounts.listSpreadsheets(id);
  for (let turns = 0; turns < 20; turns += 1) await new Promise(setImmediate);
  const from = first.clock.now();
  expect((await settled(first, second.acme.accounts.listSpreadsheets(id))).length).toBe(1);
  expect(first.clock.now() - from).toBeGreaterThanOrEqual(30_000);
});

it('[CA63][ST122] after a process that died while it refreshed, a clock that is set back delays the next no longer', async () => {
  const [first, second] = twoNodes();
  const id = await connectAccount(first);
  first.clock.advance(3 * hour);
  first.pretend.before('refresh', () => new Promise(() => {}));
  void first.acme.accounts.listSpreadsheets(id);
  for (let turns = 0; turns < 20; turns += 1) await new Promise(setImmediate);
  first.clock.setBack(hour);
  const from = first.clock.now();
  expect((await settled(first, second.acme.accounts.listSpreadsheets(id))).length).toBe(1);
  expect(first.clock.now() - from).toBeLessThanOrEqual(32_000);
});

it('[CA64] tokens that cannot be stored stay in memory until they can, and the former are not sent again', async () => {
  const storage = failingStorage();
  const fixture = accountFixture({ storage });
  const { clock, pretend, acme } = fixture;
  const [sheets] = pretend.providers;
  let refreshes = 0;
  const breaking: SpreadsheetProvider = {
    ...sheets,
    async refresh(tokens) {
      refreshes += 1;
      const fresh = await sheets.refresh(tokens);
      storage.failWith(away());
      return fresh;
    },
  };
  const id = await connectAccount({ ...fixture, acme });
  const connectedAccounts = { providers: [breaking], connectUrl };
  const node = accountFixture({ storage, clock, timer: clock, connectedAccounts }, pretend);
  const lost = lostOn(node);
  clock.advance(hour);
  const read = () => settled(fixture, node.acme.accounts.listSpreadsheets(id));
  for (let times = 0; times < 2; times += 1) await expect(read()).rejects.toThrow();
  storage.work();
  expect([(await read()).length, (await read()).length, refreshes]).toEqual([1, 1, 1]);
  expect(lost).toEqual([]);
});

it('[CA36] a refresh that comes back after the account was connected again changes nothing', async () => {
  const fixture = accountFixture();
  const id = await connectAccount(fixture);
  fixture.clock.advance(hour);
  const later = { ...ada, email: 'ada.b@example.com' };
  fixture.pretend.before('refresh', async () => {
    expect(await connectAccount(fixture, 'spreadsheets', later)).toBe(id);
  });
  expect((await fixture.acme.accounts.listSpreadsheets(id)).length).toBe(1);
  const stored = await readsOf(fixture.storage).load({ kind: 'account', id });
  expect([stored?.name, stored?.tokensRevision]).toEqual(['ada.b@example.com', 2]);
});

it('[CA37] an access token that the provider reports as revoked is refreshed, and the request repeated', async () => {
  const fixture = accountFixture();
  const id = await connectAccount(fixture);
  fixture.pretend.fail('listSpreadsheets', 'revoked');
  expect((await fixture.acme.accounts.listSpreadsheets(id)).length).toBe(1);
  expect(fixture.pretend.calls.slice(1)).toEqual(['listSpreadsheets', 'refresh', 'listSpreadsheets']);
});

it('[CA37][CA33] a refresh that fails temporarily leaves the account in the list', async () => {
  const fixture = accountFixture();
  const id = await connectAccount(fixture);
  fixture.pretend.fail('listSpreadsheets', 'revoked', 4);
  for (const failure of ['unavailable', 'refused', new Error('gone')] as const) {
    fixture.pretend.fail('refresh', failure);
    expect(await codeOf(fixture.acme.accounts.listSpreadsheets(id))).toBe('dependency_failed');
  }
  expect((await fixture.acme.accounts.listSpreadsheets(id)).length).toBe(1);
});

/** The person removes the app's access. */
function revokeAll({ fail }: Pretend): void {
  for (const call of ['listSpreadsheets', 'listEventTypes', 'refresh'] as const) fail(call, 'revoked');
}

it.for<readonly [string, (pretend: Pretend) => void]>([
  ['revoked', revokeAll],
  ['called revoked with fresh tokens too', ({ fail }) => fail('listSpreadsheets', 'revoked', 2)],
  ['short of a scope', ({ fail }) => fail('listSpreadsheets', 'insufficient_scope')],
])('[CA38][CA39] an account that is %s is delisted until it is connected again', async ([, spoil]) => {
  const storage = memoryStorage();
  const fixture = accountFixture({ storage });
  const id = await connectAccount(fixture);
  spoil(fixture.pretend);
  for (let times = 0; times < 2; times += 1) {
    expect(await codeOf(fixture.acme.accounts.listSpreadsheets(id))).toBe('account_not_found');
    expect(await fixture.acme.accounts.list('spreadsheets')).toEqual([]);
  }
  expect(recordsOf(storage, 'account').map(({ encryptedTokens }) => encryptedTokens)).toEqual([undefined]);

  expect(await connectAccount(fixture)).toBe(id);
  expect((await fixture.acme.accounts.listSpreadsheets(id)).length).toBe(1);
});

it('[CA39] a scheduler account that was revoked comes back with another id', async () => {
  const fixture = accountFixture();
  const former = await connectAccount(fixture, 'scheduler');
  revokeAll(fixture.pretend);
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
    accountFixture({ storage, cipher: aesCipher({ keys }) }, fixture.pretend).acme.accounts;
  const encrypted = async () => (await readsOf(storage).load({ kind: 'account', id }))?.encryptedTokens;

  const before = await encrypted();
  expect((await keyed(secondKey, firstKey).listSpreadsheets(id)).length).toBe(1);
  expect(await encrypted()).not.toBe(before);
  expect((await keyed(secondKey).listSpreadsheets(id)).length).toBe(1);
  expect((await readsOf(storage).load({ kind: 'account', id }))?.tokensRevision).toBe(1);
  await expect(keyed(firstKey).listSpreadsheets(id)).rejects.toThrow('k2');
});

it('[CA40][SX10] rotation of keys encrypts the tokens of accounts again too', async () => {
  const storage = memoryStorage();
  const fixture = accountFixture({ storage });
  const id = await connectAccount(fixture);
  await connectAccount(fixture, 'scheduler');
  const keyed = (...keys: (typeof firstKey)[]) =>
    accountFixture({ storage, cipher: aesCipher({ keys }) }, fixture.pretend);
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
  } = { ...(await readsOf(fixture.storage).load({ kind: 'account', id })) };
  await commit(fixture.storage, 'umbrella', { kind: 'connectAccount', account: account as never, returns: true });
  const other = fixture.engine.as(principalOf({ brand: 'umbrella' }));
  await expect(other.accounts.listSpreadsheets(id)).rejects.toThrow('does not open');
});

/** Everything that an error shows to whoever prints it. */
function textOf(error: unknown): string {
  if (!(error instanceof Error)) return JSON.stringify(error) ?? '';
  const { name, message, stack, cause } = error;
  return [name, message, stack, JSON.stringify(error), JSON.stringify(Object.values(error)), textOf(cause)].join('\n');
}

/** Fails as a careless provider does. */
function throwGiven(...given: readonly unknown[]): never {
  throw Object.assign(new TypeError(`Failed with ${JSON.stringify(given)}`), { given });
}

it('[CA41] no secret is in any answer, refusal or record', async () => {
  const storage = memoryStorage();
  const fixture = accountFixture({ storage });
  const { engine, acme, pretend, clock } = fixture;
  const seen: string[] = [];
  const links: string[] = [];
  const note = async (answer: Promise<unknown>) => {
    seen.push(await answer.then((value) => JSON.stringify(value) ?? '', textOf));
  };

  const id = await connectAccount(fixture);
  for (const failure of ['unavailable', 'unreadable', undefined, 'revoked'] as const) {
    const { link } = await startLink(fixture);
    links.push(link);
    const answer = pretend.answer(await goToProvider(engine, link));
    const spoil = (call: PretendCall, times: number) =>
      failure === undefined ? pretend.before(call, throwGiven, times) : pretend.fail(call, failure, times);
    spoil('exchangeCode', 1);
    await note(engine.accountLinks.open(link, member));
    await note(engine.accountLinks.callback(answer, principalOf({ person: 8 })));
    await note(engine.accountLinks.callback(answer, member));
    await note(engine.accountLinks.callback(answer, member));
    spoil('listSpreadsheets', failure === 'revoked' ? 2 : 1);
    await note(acme.accounts.listSpreadsheets(id));
    await note(acme.accounts.list('spreadsheets'));
  }
  pretend.before('authorizationUrl', throwGiven);
  const { link, connection } = await startLink(fixture);
  await note(engine.accountLinks.connect(link, member));
  await note(acme.accounts.getConnection('spreadsheets', connection.id));
  const again = await connectAccount(fixture);
  clock.advance(hour);
  pretend.before('refresh', throwGiven, 2);
  await note(acme.accounts.listSpreadsheets(again));
  await note(engine.accountEffects.spreadsheet('acme', { ...insert, authId: again }));

  const everything = [...seen, JSON.stringify(storage.dump())].join('\n');
  expect(seen.length).toBeGreaterThan(20);
  expect(pretend.secrets.size).toBeGreaterThan(10);
  for (const secret of [...pretend.secrets, ...links, link]) expect(everything).not.toContain(secret);
});

const at = { spreadsheetId: sheet, sheetName: 'Leads' };
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
  fixture.pretend.fail('insertRow', failure);
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
  fixture.pretend.fail('listSpreadsheets', 'unavailable');
  const { code, cause } = await refusalOf(fixture.acme.accounts.listSpreadsheets(id));
  expect([code, cause]).toEqual(['dependency_failed', expect.objectContaining({ reason: 'unavailable' })]);
});
