import { describe, expect, it } from 'vitest';
import { putRecords, readRecord, sampleBot, sampleChannel } from '../../../test/record-samples.ts';
import { memoryStorage } from '../../memory/index.ts';
import { get, type RecordStore } from '../../ports/record-store.ts';
import { bots } from '../../records/bots.ts';
import { channels } from '../../records/channels.ts';
import { recordKinds } from '../../records/record-kinds.ts';
import {
  type AgentTokenRecord,
  agentTokens,
  type BrandRecord,
  locksOfTokens,
  tenantLocks,
} from '../../records/tenants.ts';
import { ask, expecting, put } from '../use-case/requests.ts';
import { runProgram } from '../use-case/run-program.ts';
import { tenantChanges } from './tenant-changes.ts';
import { tenantRecords } from './tenant-records.ts';

const brand = 'acme';
const otherBrand = 'umbrella';
const ada = { id: 7, name: 'Ada', email: 'ada@example.org' };
const bob = { id: 8, name: 'Bob', email: '' };
const acme: BrandRecord = { name: brand, plan: 'professional', workspaces: [1, 2], agents: [] };
const umbrella: BrandRecord = { name: otherBrand, plan: 'sandbox', workspaces: [3], agents: [bob] };
const { agents: _none, ...acmeSettings } = acme;

function tokenOf(hash: string, change: Partial<AgentTokenRecord> = {}): AgentTokenRecord {
  return { hash, brand, person: 7, permissions: ['view_bots'], ...change };
}

const stores: readonly (readonly [string, () => RecordStore])[] = [
  ['a store with a lock', () => memoryStorage()],
  [
    'a store that commits with conditions',
    () => {
      const { read, commit } = memoryStorage();
      return { read, commit };
    },
  ],
];

describe.for(stores)('in %s', ([, open]) => {
  function fixture() {
    const storage = open();
    return { storage, tenants: tenantRecords(storage), changes: tenantChanges(storage) };
  }

  it('[ST51] brands and tokens are exactly the ones of the last configuration', async () => {
    const { tenants, changes } = fixture();
    expect([await tenants.findPrincipal('aa'), await tenants.findBrand(brand)]).toEqual([undefined, undefined]);
    const agents = [
      { id: 9, name: 'Ünï', email: 'u@example.org' },
      { id: 4, name: '', email: '' },
    ];
    const given: BrandRecord = { ...acme, workspaces: [3, 1, 2], agents };
    const other: BrandRecord = { ...umbrella, workspaces: [], agents: [] };
    const first = { brand, person: 7, workspaces: [3, 1], permissions: ['view_bots', 'edit_bots'] } as const;
    const second = { brand: otherBrand, person: 7, workspaces: [], permissions: [] } as const;
    const tokens = [
      { hash: 'aa', ...first },
      { hash: 'bb', ...second },
    ];
    await changes.configure({ brands: [given, other], tokens }, 'removed');
    expect([await tenants.findPrincipal('aa'), await tenants.findPrincipal('bb')]).toEqual([first, second]);
    expect([await tenants.findBrand(brand), await tenants.findBrand(otherBrand)]).toEqual([given, other]);

    const moved: BrandRecord = { ...given, plan: 'business', agents: [] };
    await changes.configure({ brands: [moved], tokens: [{ hash: 'cc', ...first }] }, 'removed');
    expect(await tenants.findBrand(brand)).toEqual(moved);
    expect(await tenants.findPrincipal('cc')).toEqual(first);
    for (const hash of ['aa', 'bb']) expect(await tenants.findPrincipal(hash)).toBeUndefined();
    expect(await tenants.findBrand(otherBrand)).toBeUndefined();
  });

  it('[ST51] a brand that is left out keeps its bots', async () => {
    const { storage, tenants, changes } = fixture();
    await changes.configure({ brands: [acme], tokens: [] }, 'removed');
    await putRecords(storage, brand, bots, sampleBot(1));
    await changes.configure({ brands: [], tokens: [] }, 'removed');
    expect(await tenants.findBrand(brand)).toBeUndefined();
    await changes.configure({ brands: [acme], tokens: [] }, 'removed');
    expect(await readRecord(storage, brand, bots, sampleBot(1))).toEqual(sampleBot(1));
  });

  it('[CA53] declared accounts stay with their brand in the order given', async () => {
    const { tenants, changes } = fixture();
    const connectedAccounts = [
      { kind: 'scheduler', id: 'z', name: 'Zoe', schedulingUrl: 'https://book.example/zoe', person: 7 },
      { kind: 'spreadsheets', id: 'a', name: 'Ann' },
    ] as const;
    await changes.configure({ brands: [{ ...acme, connectedAccounts }], tokens: [] }, 'removed');
    expect(await tenants.findBrand(brand)).toEqual({ ...acme, connectedAccounts });
    await changes.configure({ brands: [acme], tokens: [] }, 'removed');
    expect(await tenants.findBrand(brand)).toEqual(acme);
  });

  it('[ST52] a configuration that contradicts itself changes nothing', async () => {
    const { tenants, changes } = fixture();
    const token = tokenOf('aa', { workspaces: [1] });
    await changes.configure({ brands: [acme], tokens: [token] }, 'removed');
    const wrong: readonly Parameters<typeof changes.configure>[0][] = [
      { brands: [{ ...acme, name: otherBrand }], tokens: [token] },
      { brands: [umbrella, umbrella], tokens: [] },
      { brands: [acme], tokens: [token, { ...token }] },
    ];
    for (const wanted of wrong) await expect(changes.configure(wanted, 'removed')).rejects.toThrow();
    expect(await tenants.listBrands()).toEqual([acme]);
    const principal = { brand, person: 7, workspaces: [1], permissions: ['view_bots'] };
    expect(await tenants.findPrincipal('aa')).toEqual(principal);
  });

  it('[ST124] an ended session is remembered until sessions of its time are forgotten', async () => {
    const { tenants, changes } = fixture();
    const end = (hash: string, expiresAt: number, expiredBy: number) =>
      changes.endSession({ hash, expiresAt }, expiredBy);
    const ended = () => Promise.all(['aa', 'bb', 'cc'].map((hash) => tenants.isSessionEnded(hash)));
    expect(await ended()).toEqual([false, false, false]);
    await end('aa', 100, 10);
    await end('bb', 200, 10);
    await end('bb', 200, 99);
    expect(await ended()).toEqual([true, true, false]);
    await changes.configure({ brands: [acme], tokens: [] }, 'removed');
    await end('cc', 9_000_000_000_000, 99);
    expect(await ended()).toEqual([true, true, true]);
    await end('cc', 9_000_000_000_000, 100);
    expect(await ended()).toEqual([false, true, true]);
    await end('cc', 150, 10);
    await end('cc', 150, 150);
    expect(await ended()).toEqual([false, true, true]);
  });

  it('[ST89] a configuration that keeps other brands does not change them', async () => {
    const { tenants, changes } = fixture();
    const token = tokenOf('bb', { brand: otherBrand });
    await changes.configure({ brands: [umbrella], tokens: [token] }, 'removed');
    await changes.configure({ brands: [acme], tokens: [tokenOf('aa')] }, 'unchanged');
    expect(await tenants.findBrand(otherBrand)).toEqual(umbrella);
    expect((await tenants.findPrincipal('bb'))?.brand).toBe(otherBrand);

    const business: BrandRecord = { ...acme, plan: 'business', agents: [ada] };
    await changes.configure({ brands: [business], tokens: [] }, 'unchanged');
    expect(await tenants.findBrand(brand)).toEqual(business);
    expect(await tenants.findPrincipal('aa')).toBeUndefined();
    expect((await tenants.findPrincipal('bb'))?.brand).toBe(otherBrand);
  });

  it('[ST82] a configuration leaves tokens and agents that were added at run time', async () => {
    const { tenants, changes } = fixture();
    const wanted = { brands: [{ ...acme, agents: [bob] }], tokens: [tokenOf('aa')] };
    const agents = async () => (await tenants.findBrand(brand))?.agents;
    const added = { ...ada, addedAtRunTime: true };
    await changes.configure(wanted, 'removed');
    await changes.addToken(tokenOf('bb'));
    await changes.putAgent(brand, ada);
    for (const others of ['unchanged', 'removed'] as const) {
      await changes.configure({ brands: [acme], tokens: [] }, others);
      expect(await tenants.findPrincipal('aa')).toBeUndefined();
      expect((await tenants.findPrincipal('bb'))?.person).toBe(7);
      expect(await agents()).toEqual([added]);
    }
    await changes.configure(wanted, 'removed');
    expect(await agents()).toEqual([bob, added]);

    await changes.configure({ brands: [], tokens: [] }, 'removed');
    expect(await tenants.findPrincipal('bb')).toBeUndefined();
    await changes.configure({ brands: [acme], tokens: [] }, 'removed');
    expect((await tenants.findPrincipal('bb'))?.person).toBe(7);
    expect(await agents()).toEqual([added]);
  });

  it('[ST82] a token or agent that was added at run time is declared once a configuration has it', async () => {
    const { tenants, changes } = fixture();
    await changes.putBrand(acmeSettings);
    await changes.addToken(tokenOf('aa'));
    await changes.putAgent(brand, bob);
    const wanted = { brands: [{ ...acme, agents: [ada, bob] }], tokens: [tokenOf('aa', { person: 9 })] };
    await changes.configure(wanted, 'removed');
    expect((await tenants.findPrincipal('aa'))?.person).toBe(9);
    expect((await tenants.findBrand(brand))?.agents).toEqual([ada, bob]);
    await changes.configure({ brands: [acme], tokens: [] }, 'unchanged');
    expect(await tenants.findPrincipal('aa')).toBeUndefined();
    expect((await tenants.findBrand(brand))?.agents).toEqual([]);
  });

  it('[ST82][ST86] a token of a channel, or of a brand that is not named, is not taken', async () => {
    const { storage, tenants, changes } = fixture();
    await changes.configure({ brands: [umbrella], tokens: [tokenOf('aa', { brand: otherBrand })] }, 'removed');
    await changes.addToken(tokenOf('bb', { brand: otherBrand }));
    await putRecords(storage, brand, channels, sampleChannel(1, { tokenHash: 'cc' }));
    for (const hash of ['aa', 'bb', 'cc']) {
      await expect(changes.configure({ brands: [acme], tokens: [tokenOf(hash)] }, 'unchanged')).rejects.toThrow();
    }
    await expect(changes.configure({ brands: [acme], tokens: [tokenOf('bb')] }, 'removed')).rejects.toThrow();
    expect(await tenants.listBrands()).toEqual([umbrella]);
    await changes.configure({ brands: [acme], tokens: [tokenOf('aa')] }, 'removed');
    expect((await tenants.findPrincipal('aa'))?.brand).toBe(brand);
  });

  it('[ST83] a token reaches the workspaces that its brand has now', async () => {
    const { tenants, changes } = fixture();
    const tokens = [tokenOf('aa'), tokenOf('bb', { workspaces: [2, 1] })];
    await changes.configure({ brands: [acme], tokens }, 'removed');
    const reached = () =>
      Promise.all(['aa', 'bb'].map(async (hash) => (await tenants.findPrincipal(hash))?.workspaces));
    const before = [
      [1, 2],
      [2, 1],
    ];
    expect(await reached()).toEqual(before);
    await changes.putBrand({ ...acmeSettings, workspaces: [3, 2] });
    expect(await reached()).toEqual([[3, 2], [2]]);
    await changes.putBrand(acmeSettings);
    expect(await reached()).toEqual(before);
  });

  it('[ST84] putting a brand keeps its agents and tokens, and changes no other brand', async () => {
    const { tenants, changes } = fixture();
    await changes.putBrand(acmeSettings);
    expect(await tenants.findBrand(brand)).toEqual(acme);
    const connectedAccounts = [{ kind: 'spreadsheets', id: 'a', name: 'A' }] as const;
    const brands = [{ ...acme, agents: [ada], connectedAccounts }, umbrella];
    await changes.configure({ brands, tokens: [tokenOf('aa')] }, 'removed');
    await changes.addToken(tokenOf('bb'));
    await changes.putBrand({ ...acmeSettings, plan: 'starter', workspaces: [5] });
    const changed = { ...acme, plan: 'starter', workspaces: [5], agents: [ada] };
    expect(await tenants.findBrand(brand)).toEqual(changed);
    expect(await tenants.findBrand(otherBrand)).toEqual(umbrella);
    for (const hash of ['aa', 'bb']) expect((await tenants.findPrincipal(hash))?.person).toBe(7);
  });

  it('[ST84] of concurrent calls that put the first brand of a store one puts it', async () => {
    const { tenants, changes } = fixture();
    const { agents: _, ...other } = umbrella;
    const outcomes = await Promise.all([acmeSettings, other].map((each) => changes.putFirstBrand(each)));
    expect(outcomes.toSorted()).toEqual(['not_first', 'put']);
    expect((await tenants.listBrands()).map(({ name }) => name)).toEqual([
      [brand, otherBrand][outcomes.indexOf('put')],
    ]);
    expect(await changes.putFirstBrand(acmeSettings)).toBe('not_first');
  });

  it('[ST85] a brand that is removed is not found, and comes back with the additions at run time', async () => {
    const { storage, tenants, changes } = fixture();
    await changes.configure({ brands: [{ ...acme, agents: [bob] }, umbrella], tokens: [tokenOf('aa')] }, 'removed');
    await changes.addToken(tokenOf('bb'));
    await changes.putAgent(brand, ada);
    await putRecords(storage, brand, channels, sampleChannel(1, { tokenHash: 'cc' }));
    await changes.removeBrand(brand);
    await changes.removeBrand('nobody');
    expect(await tenants.findBrand(brand)).toBeUndefined();
    expect(await tenants.listBrands()).toEqual([umbrella]);
    for (const hash of ['aa', 'bb']) expect(await tenants.findPrincipal(hash)).toBeUndefined();
    expect(await tenants.findChannelByToken('cc')).toBeUndefined();

    await changes.putBrand(acmeSettings);
    expect(await tenants.findBrand(brand)).toEqual({ ...acme, agents: [{ ...ada, addedAtRunTime: true }] });
    expect([await tenants.findPrincipal('aa'), (await tenants.findPrincipal('bb'))?.person]).toEqual([undefined, 7]);
    expect(await tenants.findChannelByToken('cc')).toEqual({ brand, channelNumber: 1 });
  });

  it('[ST86] tokens are added and removed one by one', async () => {
    const { storage, tenants, changes } = fixture();
    expect(await changes.addToken(tokenOf('bb'))).toBe('no_brand');
    await changes.configure({ brands: [acme, umbrella], tokens: [tokenOf('aa')] }, 'removed');
    await putRecords(storage, otherBrand, channels, sampleChannel(1, { tokenHash: 'cc' }));
    expect(await changes.addToken(tokenOf('bb', { person: 9, workspaces: [2] }))).toBe('added');
    const principal = { brand, person: 9, permissions: ['view_bots'], workspaces: [2] };
    expect(await tenants.findPrincipal('bb')).toEqual(principal);
    for (const hash of ['aa', 'bb', 'cc']) {
      expect(await changes.addToken(tokenOf(hash, { brand: otherBrand, person: 1 }))).toBe('taken');
    }
    expect(await tenants.findPrincipal('bb')).toEqual(principal);
    const added = tokenOf('bb', { person: 9, workspaces: [2], addedAtRunTime: true });
    expect(await tenants.listTokens(brand)).toEqual([tokenOf('aa'), added]);
    expect(await tenants.listTokens(otherBrand)).toEqual([]);

    await changes.removeToken(otherBrand, 'bb');
    expect(await tenants.findPrincipal('bb')).toEqual(principal);
    for (const hash of ['aa', 'bb', 'dd']) await changes.removeToken(brand, hash);
    expect([await tenants.findPrincipal('aa'), await tenants.findPrincipal('bb')]).toEqual([undefined, undefined]);
    expect(await changes.addToken(tokenOf('bb'))).toBe('added');
  });

  it('[ST86] the brand that has a token is found also while it is removed, and no other brand gets the token', async () => {
    const { tenants, changes } = fixture();
    await changes.configure({ brands: [acme, umbrella], tokens: [] }, 'removed');
    await changes.addToken(tokenOf('bb'));
    expect(await tenants.findTokenHolder('bb')).toEqual({ brand });
    await changes.removeBrand(brand);
    expect(await tenants.findTokenHolder('bb')).toEqual({ brand });
    expect(await tenants.listTokens(brand)).toEqual([tokenOf('bb', { addedAtRunTime: true })]);
    expect(await changes.addToken(tokenOf('cc'))).toBe('no_brand');
    expect(await changes.addToken(tokenOf('bb', { brand: otherBrand }))).toBe('taken');
  });

  it('[ST86] of two brands that add one token at the same time one gets it', async () => {
    const { tenants, changes } = fixture();
    await changes.configure({ brands: [acme, umbrella], tokens: [] }, 'removed');
    const names = [brand, otherBrand];
    const outcomes = await Promise.all(names.map((name) => changes.addToken(tokenOf('aa', { brand: name }))));
    expect(outcomes.toSorted()).toEqual(['added', 'taken']);
    expect((await tenants.findPrincipal('aa'))?.brand).toBe(names[outcomes.indexOf('added')]);
  });

  it('[ST86] of an agent and a channel that are given one token at the same time one gets it', async () => {
    const { storage, tenants, changes } = fixture();
    await changes.putBrand(acmeSettings);
    for (let index = 0; index < 20; index += 1) {
      const hash = index.toString(16).padStart(2, '0');
      const given = runProgram({ records: storage, kinds: recordKinds, wait: async () => {} }, { brand }, function* () {
        const locks = locksOfTokens([hash]);
        yield* ask(...locks.map((lock) => expecting(get(tenantLocks, lock))));
        const [agent] = yield* ask(get(agentTokens, { hash }));
        // The commit comes at another step of the concurrent change each time.
        for (let step = 0; step < index; step += 1) yield* ask();
        if (agent !== undefined) return { operations: [] };
        return {
          operations: [
            put(channels, sampleChannel(index, { tokenHash: hash })),
            ...locks.map((lock) => put(tenantLocks, lock)),
          ],
        };
      });
      const [outcome] = await Promise.all([changes.addToken(tokenOf(hash)), given]);
      const holder = outcome === 'added' ? { brand } : { brand, channelNumber: index };
      expect(await tenants.findTokenHolder(hash)).toEqual(holder);
      expect((await tenants.findPrincipal(hash)) !== undefined).toBe(outcome === 'added');
    }
  });

  it('[ST87] agents are put and removed one by one', async () => {
    const { tenants, changes } = fixture();
    expect(await changes.putAgent(brand, ada)).toBe('no_brand');
    await changes.configure({ brands: [{ ...acme, agents: [bob] }], tokens: [] }, 'removed');
    expect(await changes.putAgent(brand, ada)).toBe('put');
    expect(await changes.putAgent(brand, { ...bob, name: 'Robert' })).toBe('put');
    expect(await changes.putAgent(brand, { ...ada, email: '' })).toBe('put');
    const agents = async () => (await tenants.findBrand(brand))?.agents;
    const added = { ...ada, email: '', addedAtRunTime: true };
    expect(await agents()).toEqual([{ ...bob, name: 'Robert' }, added]);
    await changes.removeAgent(brand, 8);
    await changes.removeAgent(brand, 99);
    await changes.removeAgent('nobody', 7);
    expect(await agents()).toEqual([added]);
  });

  it('[ST87] agents that are put at the same time are all stored', async () => {
    const { tenants, changes } = fixture();
    await changes.putBrand(acmeSettings);
    await Promise.all([1, 2, 3, 4].map((id) => changes.putAgent(brand, { ...ada, id })));
    const ids = (await tenants.findBrand(brand))?.agents.map(({ id }) => id) ?? [];
    expect(ids.toSorted()).toEqual([1, 2, 3, 4]);
  });
});
