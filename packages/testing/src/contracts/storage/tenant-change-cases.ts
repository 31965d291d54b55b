import { deepEqual, equal, rejects } from 'node:assert/strict';
import { type AgentTokenRecord, type BrandRecord, tenantChanges } from '@botwright/core/ports';
import type { ContractCase } from '../contract.ts';
import { ownChannel } from './record-samples.ts';
import { botId, brand, insertBot, otherBrand } from './samples.ts';
import type { StorageFixture } from './storage-fixture.ts';

const ada = { id: 7, name: 'Ada', email: 'ada@example.org' };
const bob = { id: 8, name: 'Bob', email: '' };
const acme: BrandRecord = { name: brand, plan: 'professional', workspaces: [1, 2], agents: [] };
const umbrella: BrandRecord = { name: otherBrand, plan: 'sandbox', workspaces: [3], agents: [bob] };
const { agents: _none, ...acmeSettings } = acme;

function tokenOf(hash: string, change: Partial<AgentTokenRecord> = {}): AgentTokenRecord {
  return { hash, brand, person: 7, permissions: ['view_bots'], ...change };
}

/** Changes of single tenants, and which of them a later configuration keeps. */
export const tenantChangeCases: readonly ContractCase<StorageFixture>[] = [
  {
    rule: 'ST112',
    title: 'a text for checking keys is kept, replaced, and left by a change that rejects',
    async run({ storage: { tenants } }) {
      const find = () => tenants.change((tx) => tx.findKeyCheck());
      equal(await find(), undefined);
      const seen = await tenants.change(async (tx) => {
        await tx.putKeyCheck('a');
        return tx.findKeyCheck();
      });
      deepEqual([seen, await find()], ['a', 'a']);
      await rejects(
        tenants.change(async (tx) => {
          await tx.putKeyCheck('b');
          throw new Error('undone');
        }),
      );
      equal(await find(), 'a');
      await tenants.change((tx) => tx.putKeyCheck('c'));
      await tenantChanges(tenants).configure({ brands: [acme], tokens: [] }, 'removed');
      equal(await find(), 'c');
    },
  },
  {
    rule: 'ST124',
    title: 'a session that has ended is remembered until those of its time are forgotten',
    async run({ storage: { tenants } }) {
      const end = (hash: string, expiresAt: number, expiredBy: number) =>
        tenants.change((tx) => tx.endSession({ hash, expiresAt }, expiredBy));
      const ended = () => Promise.all(['aa', 'bb', 'cc'].map((hash) => tenants.isSessionEnded(hash)));
      deepEqual(await ended(), [false, false, false]);
      await end('aa', 100, 10);
      await end('bb', 200, 10);
      await end('bb', 200, 99);
      deepEqual(await ended(), [true, true, false]);
      await rejects(
        tenants.change(async (tx) => {
          await tx.endSession({ hash: 'cc', expiresAt: 300 }, 150);
          throw new Error('undone');
        }),
      );
      deepEqual(await ended(), [true, true, false]);
      await tenantChanges(tenants).configure({ brands: [acme], tokens: [] }, 'removed');
      await end('cc', 9_000_000_000_000, 99);
      deepEqual(await ended(), [true, true, true]);
      await end('cc', 9_000_000_000_000, 100);
      deepEqual(await ended(), [false, true, true]);
    },
  },
  {
    rule: 'ST89',
    title: 'a configuration that keeps other brands does not change them',
    async run({ storage: { tenants } }) {
      const changes = tenantChanges(tenants);
      const token = tokenOf('bb', { brand: otherBrand });
      await changes.configure({ brands: [umbrella], tokens: [token] }, 'removed');
      await changes.configure({ brands: [acme], tokens: [tokenOf('aa')] }, 'kept');
      deepEqual(await tenants.findBrand(otherBrand), umbrella);
      equal((await tenants.findPrincipal('bb'))?.brand, otherBrand);

      await changes.configure({ brands: [{ ...acme, plan: 'business', agents: [ada] }], tokens: [] }, 'kept');
      deepEqual(await tenants.findBrand(brand), { ...acme, plan: 'business', agents: [ada] });
      equal(await tenants.findPrincipal('aa'), undefined);
      equal((await tenants.findPrincipal('bb'))?.brand, otherBrand);
    },
  },
  {
    rule: 'ST82',
    title: 'a configuration leaves tokens and agents that were added at run time',
    async run({ storage: { tenants } }) {
      const changes = tenantChanges(tenants);
      const wanted = { brands: [{ ...acme, agents: [bob] }], tokens: [tokenOf('aa')] };
      await changes.configure(wanted, 'removed');
      await changes.addToken(tokenOf('bb'));
      await changes.putAgent(brand, ada);
      for (const others of ['kept', 'removed'] as const) {
        await changes.configure({ brands: [acme], tokens: [] }, others);
        equal(await tenants.findPrincipal('aa'), undefined);
        equal((await tenants.findPrincipal('bb'))?.person, 7);
        deepEqual((await tenants.findBrand(brand))?.agents, [{ ...ada, addedAtRunTime: true }]);
      }
      await changes.configure(wanted, 'removed');
      deepEqual((await tenants.findBrand(brand))?.agents, [bob, { ...ada, addedAtRunTime: true }]);

      await changes.configure({ brands: [], tokens: [] }, 'removed');
      equal(await tenants.findPrincipal('bb'), undefined);
      await changes.configure({ brands: [acme], tokens: [] }, 'removed');
      equal((await tenants.findPrincipal('bb'))?.person, 7);
      deepEqual((await tenants.findBrand(brand))?.agents, [{ ...ada, addedAtRunTime: true }]);
    },
  },
  {
    rule: 'ST82',
    title: 'a token or agent that was added at run time is declared once a configuration has it',
    async run({ storage: { tenants } }) {
      const changes = tenantChanges(tenants);
      await changes.putBrand(acmeSettings);
      await changes.addToken(tokenOf('aa'));
      await changes.putAgent(brand, bob);
      await changes.configure(
        { brands: [{ ...acme, agents: [ada, bob] }], tokens: [tokenOf('aa', { person: 9 })] },
        'removed',
      );
      equal((await tenants.findPrincipal('aa'))?.person, 9);
      deepEqual((await tenants.findBrand(brand))?.agents, [ada, bob]);
      await changes.configure({ brands: [acme], tokens: [] }, 'kept');
      equal(await tenants.findPrincipal('aa'), undefined);
      deepEqual((await tenants.findBrand(brand))?.agents, []);
    },
  },
  {
    rule: 'ST82',
    title: 'the token of a brand that is not named is not taken',
    async run({ storage: { tenants } }) {
      const changes = tenantChanges(tenants);
      await changes.configure({ brands: [umbrella], tokens: [tokenOf('aa', { brand: otherBrand })] }, 'removed');
      await changes.addToken(tokenOf('bb', { brand: otherBrand }));
      for (const hash of ['aa', 'bb']) {
        await rejects(changes.configure({ brands: [acme], tokens: [tokenOf(hash)] }, 'kept'));
      }
      await rejects(changes.configure({ brands: [acme], tokens: [tokenOf('bb')] }, 'removed'));
      deepEqual(await tenants.listBrands(), [umbrella]);
      await changes.configure({ brands: [acme], tokens: [tokenOf('aa')] }, 'removed');
      equal((await tenants.findPrincipal('aa'))?.brand, brand);
    },
  },
  {
    rule: 'ST83',
    title: 'a token reaches the workspaces that its brand has now',
    async run({ storage: { tenants } }) {
      const changes = tenantChanges(tenants);
      const tokens = [tokenOf('aa'), tokenOf('bb', { workspaces: [2, 1] })];
      await changes.configure({ brands: [acme], tokens }, 'removed');
      const reached = async () =>
        Promise.all(['aa', 'bb'].map(async (hash) => (await tenants.findPrincipal(hash))?.workspaces));
      deepEqual(await reached(), [
        [1, 2],
        [2, 1],
      ]);
      await changes.putBrand({ ...acmeSettings, workspaces: [3, 2] });
      deepEqual(await reached(), [[3, 2], [2]]);
      await changes.putBrand(acmeSettings);
      deepEqual(await reached(), [
        [1, 2],
        [2, 1],
      ]);
    },
  },
  {
    rule: 'ST84',
    title: 'putting a brand keeps its agents and tokens, and changes no other brand',
    async run({ storage: { tenants } }) {
      const changes = tenantChanges(tenants);
      await changes.putBrand(acmeSettings);
      deepEqual(await tenants.findBrand(brand), acme);
      const accounts = [{ kind: 'spreadsheets', id: 'a', name: 'A' }] as const;
      await changes.configure(
        {
          brands: [{ ...acme, agents: [ada], connectedAccounts: accounts }, umbrella],
          tokens: [tokenOf('aa')],
        },
        'removed',
      );
      await changes.addToken(tokenOf('bb'));
      await changes.putBrand({ ...acmeSettings, plan: 'starter', workspaces: [5] });
      deepEqual(await tenants.findBrand(brand), { ...acme, plan: 'starter', workspaces: [5], agents: [ada] });
      deepEqual(await tenants.findBrand(otherBrand), umbrella);
      for (const hash of ['aa', 'bb']) equal((await tenants.findPrincipal(hash))?.person, 7);
    },
  },
  {
    rule: 'ST85',
    title: 'a brand that is removed is not found, and what was added at run time comes back with it',
    async run({ storage }) {
      const { tenants } = storage;
      const changes = tenantChanges(tenants);
      await changes.configure({ brands: [{ ...acme, agents: [bob] }, umbrella], tokens: [tokenOf('aa')] }, 'removed');
      await changes.addToken(tokenOf('bb'));
      await changes.putAgent(brand, ada);
      await storage.transaction(brand, async (tx) => {
        await insertBot(tx, 1);
        await tx.channels.insert(ownChannel(1, { tokenHash: 'cc' }));
      });
      await changes.removeBrand(brand);
      await changes.removeBrand('nobody');
      equal(await tenants.findBrand(brand), undefined);
      deepEqual(await tenants.listBrands(), [umbrella]);
      for (const hash of ['aa', 'bb']) equal(await tenants.findPrincipal(hash), undefined);
      equal(await tenants.findChannelByToken('cc'), undefined);

      await changes.putBrand(acmeSettings);
      deepEqual(await tenants.findBrand(brand), { ...acme, agents: [{ ...ada, addedAtRunTime: true }] });
      deepEqual([await tenants.findPrincipal('aa'), (await tenants.findPrincipal('bb'))?.person], [undefined, 7]);
      equal((await tenants.findChannelByToken('cc'))?.brand, brand);
      equal((await storage.reader(brand).bots.find(botId(1)))?.name, 'Bot 1');
    },
  },
  {
    rule: 'ST86',
    title: 'tokens are added and removed one by one',
    async run({ storage }) {
      const { tenants } = storage;
      const changes = tenantChanges(tenants);
      equal(await changes.addToken(tokenOf('bb')), 'no_brand');
      await changes.configure({ brands: [acme, umbrella], tokens: [tokenOf('aa')] }, 'removed');
      await storage.transaction(otherBrand, (tx) => tx.channels.insert(ownChannel(1, { tokenHash: 'cc' })));
      equal(await changes.addToken(tokenOf('bb', { person: 9, workspaces: [2] })), 'added');
      const principal = { brand, person: 9, permissions: ['view_bots'], workspaces: [2] };
      deepEqual(await tenants.findPrincipal('bb'), principal);
      for (const hash of ['aa', 'bb', 'cc']) {
        equal(await changes.addToken(tokenOf(hash, { brand: otherBrand, person: 1 })), 'taken');
      }
      deepEqual(await tenants.findPrincipal('bb'), principal);
      const byHash = new Map((await tenants.listTokens(brand)).map((token) => [token.hash, token]));
      const added = tokenOf('bb', { person: 9, workspaces: [2], addedAtRunTime: true });
      deepEqual([byHash.size, byHash.get('aa'), byHash.get('bb')], [2, tokenOf('aa'), added]);
      deepEqual(await tenants.listTokens(otherBrand), []);

      await changes.removeToken(otherBrand, 'bb');
      deepEqual(await tenants.findPrincipal('bb'), principal);
      for (const hash of ['aa', 'bb', 'dd']) await changes.removeToken(brand, hash);
      deepEqual([await tenants.findPrincipal('aa'), await tenants.findPrincipal('bb')], [undefined, undefined]);
      equal(await changes.addToken(tokenOf('bb')), 'added');
    },
  },
  {
    rule: 'ST86',
    title: 'the brand that has a token is found also while it is removed, and no other brand gets the token',
    async run({ storage: { tenants } }) {
      const changes = tenantChanges(tenants);
      await changes.configure({ brands: [acme, umbrella], tokens: [] }, 'removed');
      await changes.addToken(tokenOf('bb'));
      deepEqual(await tenants.findTokenHolder('bb'), { brand });
      await changes.removeBrand(brand);
      deepEqual(await tenants.findTokenHolder('bb'), { brand });
      deepEqual(await tenants.listTokens(brand), [tokenOf('bb', { addedAtRunTime: true })]);
      equal(await changes.addToken(tokenOf('cc')), 'no_brand');
      equal(await changes.addToken(tokenOf('bb', { brand: otherBrand })), 'taken');
    },
  },
  {
    rule: 'ST86',
    title: 'of two brands that add one token at the same time one gets it',
    async run({ storage: { tenants } }) {
      const changes = tenantChanges(tenants);
      await changes.configure({ brands: [acme, umbrella], tokens: [] }, 'removed');
      const outcomes = await Promise.all(
        [brand, otherBrand].map((name) => changes.addToken(tokenOf('aa', { brand: name }))),
      );
      deepEqual([...outcomes].sort(), ['added', 'taken']);
      equal((await tenants.findPrincipal('aa'))?.brand, [brand, otherBrand][outcomes.indexOf('added')]);
    },
  },
  {
    rule: 'ST87',
    title: 'agents are put and removed one by one',
    async run({ storage: { tenants } }) {
      const changes = tenantChanges(tenants);
      equal(await changes.putAgent(brand, ada), 'no_brand');
      await changes.configure({ brands: [{ ...acme, agents: [bob] }], tokens: [] }, 'removed');
      equal(await changes.putAgent(brand, ada), 'put');
      equal(await changes.putAgent(brand, { ...bob, name: 'Robert' }), 'put');
      equal(await changes.putAgent(brand, { ...ada, email: '' }), 'put');
      const agents = async () => (await tenants.findBrand(brand))?.agents;
      deepEqual(await agents(), [
        { ...bob, name: 'Robert' },
        { ...ada, email: '', addedAtRunTime: true },
      ]);
      await changes.removeAgent(brand, 8);
      await changes.removeAgent(brand, 99);
      await changes.removeAgent('nobody', 7);
      deepEqual(await agents(), [{ ...ada, email: '', addedAtRunTime: true }]);
    },
  },
  {
    rule: 'ST87',
    title: 'agents that are put at the same time are all stored',
    async run({ storage: { tenants } }) {
      const changes = tenantChanges(tenants);
      await changes.putBrand(acmeSettings);
      await Promise.all([1, 2, 3, 4].map((id) => changes.putAgent(brand, { ...ada, id })));
      const ids = (await tenants.findBrand(brand))?.agents.map(({ id }) => id) ?? [];
      deepEqual([...ids].sort(), [1, 2, 3, 4]);
    },
  },
];
