import { expect, it, vi } from 'vitest';
import { engineFixture, principalOf, refusalOf, unknownId } from '../../test/engine-fixture.ts';
import { memoryStorage } from '../memory/index.ts';
import type { Storage } from '../ports/storage.ts';
import type { BrandEngine, Engine } from './engine.ts';
import type { EngineOptions } from './engine-options.ts';

const acme = { name: 'acme', plan: 'starter', workspaces: [1] } as const;
const greeting = { id: 'welcome', type: 'ask_question', params: { text: 'Who?', destination: 'name' } };
const bot = { name: 'A', channelFamily: 'native' } as const;

/** A use-case of each family. */
const useCases: readonly ((caller: BrandEngine) => Promise<unknown>)[] = [
  ({ bots }) => bots.list(),
  ({ bots }) => bots.create(bot),
  ({ bots }) => bots.get(unknownId),
  ({ drafts }) => drafts.get(unknownId),
  ({ versions }) => versions.publish(unknownId),
  ({ feedback }) => feedback.get(unknownId),
  ({ channels }) => channels.create({ type: 'apichat', name: 'A' }),
  ({ customers }) => customers.get(1),
  ({ messages }) => messages.list(1),
  ({ hooks }) => hooks.list(1),
  ({ deliveries }) => deliveries.list(),
  ({ accounts }) => accounts.list('spreadsheets'),
  ({ conversations }) => conversations.status(1),
  ({ catalog }) => catalog.list(),
];

async function refusals(engine: Engine, brand: string): Promise<readonly unknown[]> {
  const caller = engine.as(principalOf({ brand }));
  return Promise.all(useCases.map(async (use) => (await refusalOf(use(caller))).code));
}

const everywhere = useCases.map(() => 'not_authenticated');

it('[TN18] with declared brands only, every use-case of another brand is refused and changes nothing', async () => {
  const { engine, acme: caller, storage } = engineFixture({ brands: 'declared' });
  expect(await refusals(engine, 'acme')).toEqual(everywhere);
  await engine.brands.put(acme);
  expect(await refusals(engine, 'acme2')).toEqual(everywhere);
  await caller.bots.create(bot);
  expect((await caller.bots.list()).total).toBe(1);
  await engine.brands.remove('acme');
  expect(await refusals(engine, 'acme')).toEqual(everywhere);
  const { engine: open } = engineFixture({ storage });
  expect((await open.as(principalOf({ brand: 'acme2' })).bots.list()).total).toBe(0);
});

it('[TN18] an idempotent request, and a message, of another brand are refused', async () => {
  const { engine } = engineFixture({ brands: 'declared' });
  const request = { path: '/', key: 'k', fingerprint: 'f', encode: () => '' };
  const once = engine.once(principalOf(), request, ({ bots }) => bots.create(bot));
  expect((await refusalOf(once)).code).toBe('not_authenticated');
  const body = { message: { type: 'text', message: 'Hi' } } as const;
  const sent = engine.channel({ brand: 'acme', channelNumber: 1 }).send('ann', body);
  expect((await refusalOf(sent)).code).toBe('not_authenticated');
});

it('[TN18] the check of the brand adds no round trip to the store', async () => {
  async function roundTrips(options: Partial<EngineOptions>): Promise<readonly number[]> {
    let trips = 0;
    const { exclusive: _, ...plain } = memoryStorage();
    const storage: Storage = {
      ...plain,
      read(...given) {
        trips += 1;
        return plain.read(...given);
      },
    };
    const { engine, acme: caller } = engineFixture({ ...options, storage });
    await engine.brands.put(acme);
    const { channel } = await caller.channels.create({ type: 'apichat', name: 'A' });
    const send = () =>
      engine.channel({ brand: 'acme', channelNumber: channel.number }).send('ann', {
        message: { type: 'text', message: 'Hi' },
      });
    await send();
    const counts: number[] = [];
    for (const use of [send, () => caller.bots.list(), () => caller.channels.update(channel.number, { name: 'B' })]) {
      trips = 0;
      await use();
      counts.push(trips);
    }
    return counts;
  }
  expect(await roundTrips({ brands: 'declared' })).toEqual(await roundTrips({}));
});

it('[TN19] a function of the host decides, and its failure is dependency_failed', async () => {
  const brands = vi.fn(async (brand: string) => brand === 'acme');
  const { engine, acme: caller } = engineFixture({ brands });
  expect(await refusals(engine, 'other')).toEqual(everywhere);
  brands.mockClear();
  await caller.bots.create(bot);
  expect(brands.mock.calls).toEqual([['acme']]);
  brands.mockRejectedValue(new Error('away'));
  expect((await refusalOf(caller.bots.list())).code).toBe('dependency_failed');
  brands.mockResolvedValue('yes' as never);
  expect((await refusalOf(caller.bots.list())).code).toBe('not_authenticated');
});

it('[TN20] tokens and bots of brands that are not served are not found', async () => {
  let isServed = true;
  const { engine, acme: caller } = engineFixture({ brands: () => isServed });
  await engine.brands.put(acme);
  const { token } = await engine.tokens.create('acme', { person: 7 });
  const { token: ofChannel = '' } = await caller.channels.create({ type: 'apichat', name: 'A' });
  const { id, number } = await caller.bots.create(bot);
  await caller.drafts.addBlocks(id, { blocks: [greeting] });
  await caller.versions.publish(id);
  const found = async () => {
    const all = [engine.authenticate(token), engine.authenticateChannel(ofChannel), engine.webChat.findBot(number)];
    return (await Promise.all<unknown>(all)).map((each) => each !== undefined);
  };
  expect([await engine.serves('acme'), await found()]).toEqual([true, [true, true, true]]);
  isServed = false;
  expect([await engine.serves('acme'), await found()]).toEqual([false, [false, false, false]]);
  expect(await engine.accountLinks.open('a'.repeat(32), principalOf())).toEqual({
    kind: 'refused',
    reason: 'not_allowed',
  });
});

it('[TN18][TN20] a bot of a brand that was never declared is for no visitor', async () => {
  const { storage, acme: caller } = engineFixture();
  const { id, number } = await caller.bots.create(bot);
  await caller.drafts.addBlocks(id, { blocks: [greeting] });
  await caller.versions.publish(id);
  const { engine } = engineFixture({ storage, brands: 'declared' });
  expect(await engine.webChat.findBot(number)).toBeUndefined();
  expect((await refusalOf(engine.webChat.begin(number))).code).toBe('bot_not_found');
});

it.each([
  ['brands', { brands: 'known' }],
  ['policy', { policy: 'allow' }],
])('[TN19][PO9] an option %s of another type is a TypeError', (name, option) => {
  expect(() => engineFixture(option as never)).toThrow(new RegExp(`option ${name}`));
});
