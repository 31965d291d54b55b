import fc from 'fast-check';
import { expect, it } from 'vitest';
import { refusalOf, startAt } from '../../test/engine-fixture.ts';
import { platformFixture } from '../../test/platform-fixture.ts';
import { engineStorage } from '../../test/stored-records.ts';
import { type PlanTier, planTiers } from '../domain/blocks/block-definition.ts';
import { hasMessageHooks } from '../domain/delivery/message-hooks.ts';
import { memoryStorage } from '../memory/index.ts';
import { planSource } from './hook-plans.ts';
import { tenantChanges } from './tenants/tenant-changes.ts';

const url = 'https://hooks.example.org';

it('[HK2][HK3][HK4][HK18][HK19] without the plan hooks are switched off and their pending deliveries end; with it they are on again', async () => {
  const { acme, newChannel, newCustomer, setPlan, deliveries, clock } = await platformFixture();
  const channel = await newChannel({ webhookUrl: 'https://crm.example.org' });
  const customer = await newCustomer(channel);
  const hook = await acme.hooks.create(channel, { url });
  await acme.messages.send(customer, 'text', { message: 'Hi' });
  clock.advance(5);

  await setPlan('starter');
  const off = { ...hook, active: false, updatedAt: startAt + 5 };
  expect(await acme.hooks.get(channel, hook.number)).toEqual(off);
  expect((await deliveries()).map(({ target, state }) => [target.kind, state])).toEqual([
    ['hook', 'dead'],
    ['channel', 'pending'],
  ]);
  clock.advance(5);
  await setPlan('sandbox');
  expect(await acme.hooks.get(channel, hook.number)).toEqual(off);
  await setPlan('business');
  expect(await acme.hooks.get(channel, hook.number)).toEqual({ ...hook, updatedAt: startAt + 10 });
});

it('[HK21] messages that were sent while hooks are off are not delivered later', async () => {
  const { acme, newChannel, newCustomer, setPlan, deliveries } = await platformFixture();
  const channel = await newChannel();
  const customer = await newCustomer(channel);
  await acme.hooks.create(channel, { url });
  await setPlan('starter');
  await acme.messages.send(customer, 'text', { message: 'lost' });
  await setPlan('professional');
  expect(await deliveries()).toEqual([]);
  const { uuid } = await acme.messages.send(customer, 'text', { message: 'heard' });
  expect((await deliveries()).map(({ messageUuid }) => messageUuid)).toEqual([uuid]);
});

it('[HK2][HK19] hooks of other brands stay as they are', async () => {
  const { as, setPlan } = await platformFixture();
  const other = as({ brand: 'other' });
  const { channel } = await other.channels.create({ type: 'native', name: 'Web' });
  const hook = await other.hooks.create(channel.number, { url });
  await setPlan('sandbox');
  expect(await other.hooks.get(channel.number, hook.number)).toEqual(hook);
});

it('[HK19] plans come from the host, which notifies the engine of changes', async () => {
  let plan: PlanTier = 'professional';
  const { acme, engine, newChannel } = await platformFixture({ plans: { planOf: async () => plan } });
  const channel = await newChannel();
  const { number } = await acme.hooks.create(channel, { url });
  const isOn = async () => (await acme.hooks.get(channel, number)).active;
  plan = 'starter';
  expect(await isOn()).toBe(true);
  await engine.plans.changed('acme');
  expect(await isOn()).toBe(false);
  plan = 'business';
  await engine.plans.changed('acme');
  expect(await isOn()).toBe(true);
});

it('[HK19][MS44] a plan that cannot be read changes nothing', async () => {
  let fails = false;
  const planOf = async (): Promise<PlanTier> => {
    if (fails) throw new Error('The plans of acme are out of reach.');
    return 'professional';
  };
  const { acme, engine, newChannel } = await platformFixture({ plans: { planOf } });
  const channel = await newChannel();
  const hook = await acme.hooks.create(channel, { url });
  fails = true;
  expect((await refusalOf(engine.plans.changed('acme'))).code).toBe('dependency_failed');
  expect(await acme.hooks.get(channel, hook.number)).toEqual(hook);
});

it('[HK20] a hook that is created while the plan changes to one without hooks ends up switched off', async () => {
  const answers: PlanTier[] = ['professional', 'starter'];
  const planOf = async (): Promise<PlanTier> => (answers.length > 1 ? answers.shift() : answers[0]) ?? 'starter';
  const { acme, newChannel } = await platformFixture({ plans: { planOf } });
  answers.splice(0, answers.length, 'professional', 'starter');
  const channel = await newChannel();
  const { number } = await acme.hooks.create(channel, { url });
  expect((await acme.hooks.get(channel, number)).active).toBe(false);
});

it('[HK20] a hook is created even if the plan cannot be read a second time', async () => {
  let questions = Number.POSITIVE_INFINITY;
  const planOf = async (): Promise<PlanTier> => {
    questions -= 1;
    if (questions < 0) throw new Error('The plans of acme are out of reach.');
    return 'professional';
  };
  const { acme, newChannel } = await platformFixture({ plans: { planOf } });
  const channel = await newChannel();
  questions = 1;
  const hook = await acme.hooks.create(channel, { url });
  expect(await acme.hooks.get(channel, hook.number)).toEqual(hook);
});

it('[HK20] after concurrent changes of plans, only the last plan decides whether hooks are on', async () => {
  const moves = fc.array(fc.record({ plan: fc.constantFrom(...planTiers), makesHook: fc.boolean() }), {
    minLength: 1,
    maxLength: 8,
  });
  await fc.assert(
    fc.asyncProperty(moves, fc.scheduler(), async (steps, scheduler) => {
      let plan: PlanTier = 'professional';
      let isMixing = false;
      const planOf = async () => (isMixing ? scheduler.schedule(Promise.resolve(plan)) : plan);
      const { acme, engine, newChannel } = await platformFixture({ plans: { planOf } });
      const channel = await newChannel();
      await acme.hooks.create(channel, { url });
      isMixing = true;
      const running: Promise<unknown>[] = [];
      for (const step of steps) {
        plan = step.plan;
        running.push(engine.plans.changed('acme'));
        if (step.makesHook) running.push(acme.hooks.create(channel, { url }).catch(() => {}));
      }
      await scheduler.waitFor(Promise.all(running));
      isMixing = false;
      const { items } = await acme.hooks.list(channel);
      expect(new Set(items.map(({ active }) => active))).toEqual(new Set([hasMessageHooks(plan)]));
    }),
    { seed: 20261121, numRuns: 60 },
  );
});

it('[HK10] a plan is the one of the configuration, and the lowest for a brand that is not in it', async () => {
  const storage = memoryStorage();
  const plans = planSource(engineStorage(storage), undefined);
  expect(await plans.planOf('acme')).toBe('sandbox');
  const brand = { name: 'acme', plan: 'business', workspaces: [1], agents: [] } as const;
  await tenantChanges(storage).configure({ brands: [brand], tokens: [] }, 'removed');
  expect([await plans.planOf('acme'), await plans.planOf('other')]).toEqual(['business', 'sandbox']);
});
