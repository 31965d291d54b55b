import { expect, it } from 'vitest';
import { memoryStorage } from '../../memory/index.ts';
import { storedPlans } from './stored-plans.ts';

it('[HK10] a plan is the one of the configuration, and the lowest for whoever is not in it', async () => {
  const storage = memoryStorage();
  const plans = storedPlans(storage);
  expect(await plans.planOf('acme')).toBe('sandbox');
  const brand = { name: 'acme', plan: 'business', workspaces: [1], agents: [] } as const;
  await storage.installation.configure({ brands: [brand], tokens: [] });
  expect([await plans.planOf('acme'), await plans.planOf('other')]).toEqual(['business', 'sandbox']);
});
