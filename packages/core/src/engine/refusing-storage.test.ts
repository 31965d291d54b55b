import { expect, it } from 'vitest';
import { engineFixture, newBot, principalOf, refusalOf } from '../../test/engine-fixture.ts';
import { away, failingStorage } from '../../test/failing-storage.ts';
import { errorCatalog } from './engine-error.ts';
import { storageFaultOf } from './storage-outages.ts';

type Asked = (fixture: ReturnType<typeof engineFixture>, bot: string) => Promise<unknown>;

const token = 'a'.repeat(43);
const once = { path: '/bots', key: 'k', fingerprint: 'f', encode: () => '' };
const request = { now: 1, limit: 1, windowMs: 1_000 };

it.for<readonly [string, Asked]>([
  ['a use-case that reads', ({ acme }, bot) => acme.bots.get(bot)],
  ['a use-case that writes', ({ acme }, bot) => acme.bots.update(bot, { name: 'Support' })],
  ['a use-case that waits for its turn', ({ acme }) => acme.customers.list({ search: 'ada', searchBy: 'name' })],
  ['a request that takes effect once', ({ engine }) => engine.once(principalOf(), once, async () => undefined)],
  ['an agent token', ({ engine }) => engine.authenticate('secret')],
  ['the token of a channel', ({ engine }) => engine.authenticateChannel(token)],
  ['the token of a visitor', ({ engine }) => engine.webChat.authenticate(1, token)],
  ['the bot of a web chat', ({ engine }) => engine.webChat.findBot(1)],
  ['the link of an account', ({ engine }) => engine.accountLinks.open('link', principalOf())],
  [
    'a message of a messenger',
    ({ engine }) =>
      engine.channel({ brand: 'acme', channelNumber: 1 }).send('ada', { message: { type: 'text', message: 'Hi' } }),
  ],
  ['the rate of a caller', ({ engine }) => engine.rateLimiter.admit('key', request)],
  ['a brand', ({ engine }) => engine.brands.put({ name: 'acme', plan: 'starter', workspaces: [1] })],
  ['a plan', ({ engine }) => engine.plans.changed('acme')],
  ['a sweep', ({ engine }) => engine.sweep()],
])('[ER17] %s that the store cannot be asked for is dependency_failed', async ([, ask]) => {
  const storage = failingStorage();
  const fixture = engineFixture({ storage });
  const bot = await newBot(fixture.acme);
  const fault = away();
  storage.failWith(fault);
  const refusal = await refusalOf(ask(fixture, bot));
  expect([refusal.code, refusal.message]).toEqual(['dependency_failed', errorCatalog.dependency_failed.message]);
  expect(storageFaultOf(refusal)).toBe(fault);
  storage.work();
  expect((await fixture.acme.bots.get(bot)).name).toBe('Sales');
});

it('[ER17] any other fault of a store stays a fault, such as a commit of which nobody knows whether it was made', async () => {
  const storage = failingStorage();
  const { acme } = engineFixture({ storage });
  const bot = await newBot(acme);
  const fault = new Error('The connection broke during the commit.', { cause: away() });
  storage.failAfterCommit(fault);
  const attempt = acme.bots.update(bot, { name: 'Support' });
  await expect(attempt).rejects.toBe(fault);
  expect(storageFaultOf(fault)).toBeUndefined();
});
