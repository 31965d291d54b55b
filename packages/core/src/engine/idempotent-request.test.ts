import { expect, it } from 'vitest';
import { cleanDiagram, linkingDiagram } from '../../test/diagram-fixture.ts';
import { codeOf, engineFixture, newBot, principalOf, refusalOf } from '../../test/engine-fixture.ts';
import { stagedDeployer } from '../../test/staged-deployer.ts';
import type { Storage } from '../ports/storage.ts';
import type { BrandEngine, Engine } from './engine.ts';
import type { OnceRequest } from './idempotent-request.ts';

const hour = 60 * 60 * 1_000;
const sales = { name: 'Sales', channelFamily: 'native' };
const create = (caller: BrandEngine) => caller.bots.create(sales);

function requestOf<T>(change: Partial<OnceRequest<T>> = {}): OnceRequest<T> {
  return {
    path: '/bots',
    key: 'k1',
    fingerprint: 'f1',
    encode: (outcome) => (outcome.kind === 'done' ? JSON.stringify(outcome.value) : `refused ${outcome.error.code}`),
    ...change,
  };
}

const once = <T>(engine: Engine, work: (caller: BrandEngine) => Promise<T>, change: Partial<OnceRequest<T>> = {}) =>
  engine.once(principalOf(), requestOf(change), work);

it('[ID1][ID10] a request runs once, and its repetitions return the same response for 24 hours', async () => {
  const { engine, acme, clock } = engineFixture();
  const first = await once(engine, create);
  expect(first).toEqual({ response: JSON.stringify((await acme.bots.list()).items[0]), replayed: false });

  clock.advance(24 * hour - 1);
  await engine.sweep();
  expect(await once(engine, create)).toEqual({ response: first.response, replayed: true });
  expect((await acme.bots.list()).total).toBe(1);
  clock.advance(2);
  expect((await once(engine, create)).replayed).toBe(false);
  expect((await acme.bots.list()).total).toBe(2);
});

it('[ID2] the same key with another fingerprint is refused', async () => {
  const { engine, acme } = engineFixture();
  await once(engine, create);
  expect(await codeOf(once(engine, create, { fingerprint: 'f2' }))).toBe('idempotency_key_reused');
  expect((await acme.bots.list()).total).toBe(1);
});

it('[ID3] while the first runs, the same request is refused', async () => {
  const channelDeployer = stagedDeployer();
  const { engine, acme } = engineFixture({ channelDeployer });
  const id = await newBot(acme);
  await acme.drafts.replace(id, cleanDiagram());
  const publish = (caller: BrandEngine) => caller.versions.publish(id);
  channelDeployer.during(async () => {
    expect(await codeOf(once(engine, publish))).toBe('idempotency_key_in_use');
  });
  const { response } = await once(engine, publish);
  expect(await once(engine, publish)).toEqual({ response, replayed: true });
  expect((await acme.versions.list(id)).total).toBe(1);
});

it('[ID1][ID3] of many concurrent requests one runs', async () => {
  const { engine, acme } = engineFixture();
  const settled = await Promise.allSettled(Array.from({ length: 16 }, () => once(engine, create)));
  expect((await acme.bots.list()).total).toBe(1);
  for (const each of settled) {
    if (each.status === 'rejected') expect(each.reason.code).toBe('idempotency_key_in_use');
  }
  expect(settled.filter((each) => each.status === 'fulfilled' && !each.value.replayed)).toHaveLength(1);
});

it('[ID4] changes and response are committed together or not at all', async () => {
  const { engine, acme } = engineFixture();
  const unsayable = once(engine, create, {
    encode() {
      throw new TypeError('cannot be said');
    },
  });
  await expect(unsayable).rejects.toThrow('cannot be said');
  expect((await acme.bots.list()).total).toBe(0);
  expect((await once(engine, create)).replayed).toBe(false);
});

it('[ID4] when the commit fails no response is stored', async () => {
  const { storage } = engineFixture();
  const { engine, acme } = engineFixture({ storage: failingCommits(storage, 2) });
  await expect(once(engine, create)).rejects.toThrow('disk full');
  expect((await acme.bots.list()).total).toBe(0);
  expect((await once(engine, create)).replayed).toBe(false);
  expect((await acme.bots.list()).total).toBe(1);
});

it('[ID5] a run that commits nothing frees the key', async () => {
  const channelDeployer = stagedDeployer();
  const { engine, acme } = engineFixture({ channelDeployer });
  const refusing = (caller: BrandEngine) => caller.bots.create({ ...sales, name: '' });
  expect(await codeOf(once(engine, refusing))).toBe('bot_name_not_accepted');
  expect(await codeOf(once(engine, refusing, { fingerprint: 'f2' }))).toBe('bot_name_not_accepted');

  const id = await newBot(acme);
  await acme.drafts.replace(id, cleanDiagram());
  channelDeployer.during(async () => {
    throw new Error('down');
  });
  expect(await codeOf(once(engine, (caller) => caller.versions.publish(id)))).toBe('dependency_failed');
  expect((await once(engine, (caller) => caller.versions.publish(id))).replayed).toBe(false);
});

it('[ID5] a use-case that writes nothing returns its result and frees the key', async () => {
  const { engine, acme } = engineFixture();
  const id = await newBot(acme);
  const validate = (caller: BrandEngine) => caller.drafts.validate(id, cleanDiagram());
  const expected = { response: '{"violations":[],"total":0,"errors":0}', replayed: false };
  expect(await once(engine, validate)).toEqual(expected);
  expect(await once(engine, validate)).toEqual(expected);
});

it('[ID6] a refusal that keeps the restored draft is stored and returned again', async () => {
  const { engine, acme } = engineFixture();
  const target = await newBot(acme);
  const id = await newBot(acme);
  await acme.drafts.replace(id, linkingDiagram(target));
  const { id: version } = await acme.versions.publish(id);
  await acme.bots.trash(target);
  const restore = (caller: BrandEngine) => caller.versions.restore(id, version);

  const response = 'refused restored_draft_has_violations';
  expect(await once(engine, restore)).toEqual({ response, replayed: false });
  expect(await once(engine, restore)).toEqual({ response, replayed: true });
  expect((await acme.drafts.get(id)).revision).toBe(3);
});

it('[ID5][VE23] a restoration whose channels cannot be prepared frees the key, and the draft stays restored', async () => {
  const channelDeployer = stagedDeployer();
  const { engine, acme } = engineFixture({ channelDeployer });
  const id = await newBot(acme);
  await acme.drafts.replace(id, cleanDiagram());
  const { id: version } = await acme.versions.publish(id);
  channelDeployer.during(async () => {
    throw new Error('down');
  });
  const restore = (caller: BrandEngine) => caller.versions.restore(id, version);
  expect(await codeOf(once(engine, restore))).toBe('dependency_failed');
  expect((await acme.drafts.get(id)).revision).toBe(3);
  expect((await once(engine, restore)).replayed).toBe(false);
});

it('[ID7] a run that lasts too long loses its key and commits nothing', async () => {
  const channelDeployer = stagedDeployer();
  const { engine, acme, clock } = engineFixture({ channelDeployer });
  const id = await newBot(acme);
  await acme.drafts.replace(id, cleanDiagram());
  const publish = (caller: BrandEngine) => caller.versions.publish(id);
  let second: { response: string; replayed: boolean } | undefined;
  channelDeployer.during(async () => {
    clock.advance(59_999);
    expect(await codeOf(once(engine, publish))).toBe('idempotency_key_in_use');
    clock.advance(1);
    second = await once(engine, publish);
  });
  expect(await codeOf(once(engine, publish))).toBe('idempotency_key_in_use');
  expect(second?.replayed).toBe(false);
  expect((await acme.versions.list(id)).total).toBe(1);
  expect(await once(engine, publish)).toEqual({ response: second?.response, replayed: true });
});

it('[ID8] keys belong to a brand, a person and a path', async () => {
  const { engine, acme } = engineFixture();
  await once(engine, create);
  for (const [principal, path] of [
    [principalOf(), '/other'],
    [principalOf({ person: 8 }), '/bots'],
    [principalOf({ brand: 'other' }), '/bots'],
  ] as const) {
    expect((await engine.once(principal, requestOf({ path }), create)).replayed).toBe(false);
  }
  expect((await acme.bots.list()).total).toBe(3);
});

it.for<readonly [unknown, string]>([
  [{ key: '' }, 'invalid_parameters key'],
  [{ key: 'k'.repeat(256) }, 'invalid_parameters key'],
  [{ key: 5 }, 'invalid_parameters key'],
  [{ path: undefined }, 'invalid_parameters path'],
])('[ID9][ER3] %j is no request', async ([change, code]) => {
  const { engine, acme } = engineFixture();
  expect(await codeOf(once(engine, create, change as { key: string }))).toBe(code);
  expect((await acme.bots.list()).total).toBe(0);
  expect((await once(engine, create, { key: 'k'.repeat(255) })).replayed).toBe(false);
});

it('[ID4] a run carries out one use-case and refuses to commit a second', async () => {
  const { engine, acme } = engineFixture();
  const result = await once(engine, async (caller) => {
    const bot = await create(caller);
    await expect(create(caller)).rejects.toThrow(TypeError);
    return bot;
  });
  expect([result.replayed, (await acme.bots.list()).total]).toEqual([false, 1]);
});

it('[ID1][ER7] the error of a failed dependency keeps its cause for logs', async () => {
  const { engine } = engineFixture({
    channelDeployer: {
      ...stagedDeployer(),
      prepareTest() {
        throw new Error('secret');
      },
    },
  });
  const refusal = await refusalOf(once(engine, (caller) => caller.bots.create({ ...sales, diagram: cleanDiagram() })));
  expect([refusal.code, refusal.cause]).toEqual(['dependency_failed', new Error('secret')]);
});

/** A store whose n-th use-case decides, and then cannot be written. */
function failingCommits(storage: Storage, failing: number): Storage {
  let commits = 0;
  const { exclusive: _, ...others } = storage;
  return {
    ...others,
    async commit(scope, batch) {
      commits += 1;
      if (commits === failing) throw new Error('disk full');
      return storage.commit(scope, batch);
    },
  };
}
