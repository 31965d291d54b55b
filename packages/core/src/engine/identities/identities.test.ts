import { expect, expectTypeOf, it } from 'vitest';
import { diagramOf, node } from '../../../test/diagram-fixture.ts';
import { codeOf, principalOf, startAt } from '../../../test/engine-fixture.ts';
import { permissions } from '../../domain/principal.ts';
import { memoryStorage } from '../../memory/index.ts';
import type { RecordStore } from '../../ports/record-store.ts';
import type { Storage } from '../../ports/storage.ts';
import { simulatedClock } from '../../testing/simulated-clock.ts';
import { createEngine } from '../create-engine.ts';
import { auditTrail } from '../events/audit-trail.ts';
import type { IdentifiedEngine, IdentifiedEngineOptions, IdentifiedPrincipal } from './identified-types.ts';

const greeting = diagramOf([node('welcome', 'var_text', { text: 'Your name?', destination: 'name' })]);
const ann = 'f3b1a1de-2f0c-4c60-9a8e-6d1f6f1f0001';
const bob = 'f3b1a1de-2f0c-4c60-9a8e-6d1f6f1f0002';

function principal(change: Partial<IdentifiedPrincipal> = {}): IdentifiedPrincipal {
  return { brand: 'acme', person: ann, workspaces: [1], permissions, ...change };
}

function engineOn(storage: Storage, options: Partial<IdentifiedEngineOptions> = {}): IdentifiedEngine {
  const clock = simulatedClock(startAt);
  return createEngine({ clock, timer: clock, ...options, storage, identities: { person: 'string' } });
}

/** A store that counts its reads and commits. */
function counting(): Storage & { readonly calls: () => number } {
  const storage = memoryStorage();
  let calls = 0;
  const counted =
    <TArgs extends readonly unknown[], T>(call: (...given: TArgs) => T) =>
    (...given: TArgs): T => {
      calls += 1;
      return call(...given);
    };
  const { exclusive } = storage;
  return {
    ...storage,
    read: counted(storage.read),
    commit: counted(storage.commit),
    ...(exclusive && { exclusive: counted(exclusive) as NonNullable<RecordStore['exclusive']> }),
    calls: () => calls,
  };
}

async function publish(engine: IdentifiedEngine, by = principal()) {
  const { bots, drafts, versions } = engine.as(by);
  const { id } = await bots.create({ name: 'Sales', channelFamily: 'native' });
  await drafts.replace(id, greeting);
  return { id, versions, version: await versions.publish(id) };
}

async function customerOf(engine: IdentifiedEngine): Promise<number> {
  const { id } = await publish(engine);
  return (
    await engine
      .as(principal())
      .conversations.receive({ bot: id, visitor: 'v', message: { type: 'text', message: 'hi' } })
  ).customer;
}

it('[HI1][HI5] persons are ids of the host wherever the engine names them, also after a restart', async () => {
  const storage = memoryStorage();
  const engine = engineOn(storage);
  const { id, versions, version } = await publish(engine);
  expect(version.publishedBy).toBe(ann);
  expectTypeOf(version.publishedBy).toEqualTypeOf<string>();

  const again = engineOn(storage).as(principal({ person: bob }));
  expect((await again.versions.list(id)).items.map(({ publishedBy }) => publishedBy)).toEqual([ann]);
  expect((await again.versions.get(id, version.id)).diagram).toEqual((await versions.latest(id)).diagram);
  expect((await again.bots.live(id))?.publishedBy).toBe(ann);
  await again.drafts.replace(id, diagramOf([node('welcome', 'var_text', { text: 'Name?', destination: 'name' })]));
  expect((await again.drafts.revisions(id)).items[0]?.editedBy).toBe(ann);
  expect((await again.versions.publish(id)).publishedBy).toBe(bob);
});

it('[HI5][CV80] a caller with ids of the host follows a conversation', async () => {
  const engine = engineOn(memoryStorage());
  const customer = await customerOf(engine);
  const stop = new AbortController();
  const said: string[] = [];
  for await (const { messages } of engine.as(principal()).conversations.follow(customer, { signal: stop.signal })) {
    said.push(...messages.flatMap((each) => (each.type === 'text' ? each.data.body : [])));
    stop.abort();
  }
  expect(said).toEqual(['hi']);
});

it('[HI1] one id in two brands has two meanings', async () => {
  const storage = memoryStorage();
  const { identities } = engineOn(storage);
  const numbers = [
    await identities.numberOf('acme', bob),
    await identities.numberOf('acme', ann),
    await identities.numberOf('other', ann),
  ];
  expect(new Set(numbers).size).toBe(3);
  const { identities: others } = engineOn(storage);
  expect(await others.idOf('other', numbers[1] as number)).toBeUndefined();
  expect(await others.idOf('acme', numbers[2] as number)).toBeUndefined();
  expect(await others.idOf('acme', numbers[1] as number)).toBe(ann);
});

it('[HI3] engines that meet an id at once give it one number', async () => {
  const storage = memoryStorage();
  const { exclusive: _, ...optimistic } = storage;
  for (const store of [storage, optimistic]) {
    const id = store === storage ? ann : bob;
    const engines = Array.from({ length: 6 }, () => engineOn(store));
    const numbers = await Promise.all(engines.map(({ identities }) => identities.numberOf('acme', id)));
    expect(new Set(numbers).size).toBe(1);
  }
});

it.for<readonly [unknown]>([[''], ['x'.repeat(129)], ['a\u0000'], ['\ud800'], [7], [undefined]])(
  '[HI2] the id %j is refused',
  async ([id]) => {
    const engine = engineOn(memoryStorage());
    expect(() => engine.as(principal({ person: id as string }))).toThrow(
      new TypeError('A principal has a person, a text of 1 to 128 characters.'),
    );
    const given = id as string;
    expect(await codeOf(engine.identities.numberOf('acme', given))).toBe('invalid_parameters id');
    await engine.brands.put({ name: 'acme', plan: 'business', workspaces: [1] });
    expect(await codeOf(engine.agents.put('acme', { id: given, name: '', email: '' }))).toBe('invalid_parameters id');
    expect(await codeOf(engine.agents.remove('acme', given))).toBe('invalid_parameters id');
    expect(await codeOf(engine.tokens.create('acme', { person: given }))).toBe('invalid_parameters person');
    const declared = { name: 'acme', plan: 'business', workspaces: [1] } as const;
    const token = { token: 'a-token-of-24-characters', person: given };
    expect(await codeOf(engine.configure([{ ...declared, tokens: [token] }]))).toBe(
      'invalid_parameters 0.tokens.0.person',
    );
  },
);

it('[HI2] an engine with another option does not begin', () => {
  const storage = memoryStorage();
  for (const identities of [{ person: 'uuid' }, { team: 'string' }, {}, { person: 'string', team: 'string' }]) {
    expect(() => createEngine({ storage, identities: identities as never })).toThrow(
      new TypeError("The option identities is { person: 'string' }."),
    );
  }
});

it('[HI5] agents, tokens and configurations have ids of the host', async () => {
  const engine = engineOn(memoryStorage());
  const brand = { name: 'acme', plan: 'business', workspaces: [1] } as const;
  const token = 'a-token-of-24-characters';
  await engine.configure([
    {
      ...brand,
      tokens: [{ token, person: ann }],
      agents: [{ id: bob, name: 'Bob', email: '' }],
      connectedAccounts: [{ kind: 'spreadsheets', id: 's', name: 'Sheets', person: ann }],
    },
  ]);
  expect(await engine.authenticate(token)).toEqual(principal());
  expect((await engine.tokens.list('acme')).map(({ person }) => person)).toEqual([ann]);
  expect((await engine.brands.list())[0]?.connectedAccounts?.[0]?.person).toBe(ann);
  await engine.tokens.create('acme', { person: bob });
  expect((await engine.tokens.list('acme')).map(({ person }) => person).sort()).toEqual([ann, bob]);

  const customer = await customerOf(engine);
  const { customers } = engine.as(principal());
  expect((await customers.assign(customer, bob)).agentId).toBe(bob);
  expect((await customers.get(customer)).agentId).toBe(bob);
  expect((await customers.list({ agentId: bob })).total).toBe(1);
  expect((await customers.list({ agentId: ann })).total).toBe(0);
  expect((await customers.list({ agentId: null })).total).toBe(0);
  const { items, rest } = await customers.listInParts({ agentId: bob });
  expect([items.map(({ agentId }) => agentId), await rest.next()]).toEqual([[bob], { done: true, value: undefined }]);
  expect((await customers.assign(customer)).agentId).toBe(ann);
  await engine.agents.remove('acme', bob);
  expect(await codeOf(customers.assign(customer, 'nobody'))).toBe('agent_not_found');
});

it('[HI8] an id that nobody has gets no number', async () => {
  const storage = memoryStorage();
  const asked: string[] = [];
  const engine = engineOn(storage, {
    brands: (brand) => brand === 'acme',
    agents: {
      async findAgent(_, id) {
        asked.push(id);
        return id === bob ? { id, name: 'Bob', email: '' } : undefined;
      },
    },
  });
  const customer = await customerOf(engine);
  const { customers } = engine.as(principal());
  const before = JSON.stringify(storage.dump());
  expect((await customers.list({ agentId: 'nobody' })).total).toBe(0);
  expect(await codeOf(customers.assign(customer, 'nobody'))).toBe('agent_not_found');
  expect(await codeOf(engine.as(principal({ brand: 'unknown', person: 'stranger' })).bots.list())).toBe(
    'not_authenticated',
  );
  expect(JSON.stringify(storage.dump())).toBe(before);
  expect((await customers.assign(customer, bob)).agentId).toBe(bob);
  expect(asked).toEqual(['nobody', bob, bob]);
});

it('[HI6] events and the audit trail name persons by ids of the host', async () => {
  const engine = engineOn(memoryStorage());
  const seen: unknown[] = [];
  const whos: string[] = [];
  const subscription = engine.events.subscribe((event) => {
    if (event.type === 'bot.published') seen.push(event.by);
    if (event.type === 'token.created') seen.push(event.person);
    if (event.type === 'agent.changed') seen.push(event.agentId);
    if (event.type === 'customer.assigned' && 'agentId' in event) seen.push(event.agentId);
  });
  const trail = auditTrail(engine, ({ who }) => whos.push(who), { includes: ({ by }) => by.kind === 'person' });
  await engine.brands.put({ name: 'acme', plan: 'business', workspaces: [1] });
  await engine.tokens.create('acme', { person: bob });
  await engine.agents.put('acme', { id: bob, name: 'Bob', email: '' });
  const customer = await customerOf(engine);
  await engine.as(principal()).customers.assign(customer, bob);
  await subscription.end();
  await trail.end();
  expect(seen).toEqual([bob, bob, { kind: 'person', person: ann }, bob]);
  expect(new Set(whos)).toEqual(new Set([`person:${ann}`]));
});

it('[HI6] a fault of a listener comes with the event that it was given', async () => {
  const engine = engineOn(memoryStorage());
  const faults: unknown[] = [];
  const subscription = engine.events.subscribe(
    () => {
      throw new Error('No.');
    },
    { types: ['bot.created'], onFault: (error, event) => faults.push(error, event) },
  );
  await engine.as(principal()).bots.create({ name: 'Sales', channelFamily: 'native' });
  await subscription.end();
  expect(faults).toEqual([new Error('No.'), expect.objectContaining({ by: { kind: 'person', person: ann } })]);
  expect(() => engine.events.subscribe(undefined as never)).toThrow(TypeError);
});

it('[HI6] kept events name persons by ids of the host, also in another engine', async () => {
  const storage = memoryStorage();
  const keepEvents = { forMs: 60_000 };
  await publish(engineOn(storage, { keepEvents }));
  const engine = engineOn(storage, { keepEvents });
  const bys = await new Promise((resolve) => {
    const seen: unknown[] = [];
    engine.events.subscribe(
      ({ position, ...event }) => {
        if (event.type !== 'events.lost') seen.push(event.by);
        if (event.type === 'bot.published') resolve(seen);
      },
      { name: 'all', from: 'oldest' },
    );
  });
  expect(bys).toContainEqual({ kind: 'person', person: ann });
  await engine.close();
});

it('[HI7] the policy gets ids of the host', async () => {
  const asked: unknown[] = [];
  const engine = engineOn(memoryStorage(), {
    policy(command, by, { customer, version }) {
      if (command.type === 'customers.assign')
        asked.push([command.agent, 'person' in by && by.person, customer?.agentId]);
      if (command.type === 'versions.label') asked.push(version?.publishedBy);
      return 'person' in by && by.person === bob ? { refuse: 'no_bob', message: 'Not you.' } : 'allow';
    },
  });
  await engine.configure([
    { name: 'acme', plan: 'business', workspaces: [1], tokens: [], agents: [{ id: bob, name: '', email: '' }] },
  ]);
  const customer = await customerOf(engine);
  await engine.as(principal()).customers.assign(customer, bob);
  await engine.as(principal()).customers.assign(customer);
  const { id, versions, version } = await publish(engine);
  await versions.label(id, version.id, 'First');
  expect(asked).toEqual([[bob, ann, undefined], [undefined, ann, bob], ann]);
  const refused = engine.as(principal({ person: bob })).bots.create({ name: 'B', channelFamily: 'native' });
  expect(await codeOf(refused)).toBe('no_bob');
});

it('[HI9] the engine with numbers serves the wire', async () => {
  const engine = engineOn(memoryStorage());
  const { id, version } = await publish(engine);
  const { engine: numbered, principal: toNumbers, idOf } = engine.identities;
  const member = await toNumbers(principal());
  const { publishedBy } = await numbered.as(member).versions.get(id, version.id);
  expect(publishedBy).toBe(member.person);
  expect(Number.isSafeInteger(publishedBy)).toBe(true);
  expect(await idOf('acme', publishedBy)).toBe(ann);
  expect(await idOf('acme', 1.5)).toBeUndefined();
});

it('[HI5] a number that stands for no id is read as its digits', async () => {
  const storage = memoryStorage();
  const { bots, drafts, versions } = createEngine({ storage }).as(principalOf({ person: 700 }));
  const { id } = await bots.create({ name: 'Sales', channelFamily: 'native' });
  await drafts.replace(id, greeting);
  await versions.publish(id);
  expect((await engineOn(storage).as(principal()).versions.latest(id)).publishedBy).toBe('700');
});

it('[HI10] a known person costs no request, and an engine with numbers asks for none', async () => {
  const callsOf = async (storage: ReturnType<typeof counting>, list: () => Promise<unknown>) => {
    await list();
    const before = storage.calls();
    await list();
    return storage.calls() - before;
  };
  const [plain, identified] = [counting(), counting()];
  const numbered = createEngine({ storage: plain });
  const engine = engineOn(identified);
  expect(await callsOf(identified, () => engine.as(principal()).bots.list())).toBe(
    await callsOf(plain, () => numbered.as(principalOf()).bots.list()),
  );
  expect(JSON.stringify((plain as unknown as ReturnType<typeof memoryStorage>).dump())).not.toContain('identit');
});

it('[HI5] versions of an older builder, repeated requests and connect pages have ids of the host', async () => {
  const engine = engineOn(memoryStorage());
  const { bots } = engine.as(principal());
  const { id } = await bots.create({ name: 'Old', channelFamily: 'native' });
  const older = { publishedAt: startAt, publishedBy: bob, diagram: greeting };
  expect((await bots.importOlderVersions(id, [older])).map(({ publishedBy }) => publishedBy)).toEqual([bob]);
  expect(await codeOf(bots.importOlderVersions(id, [{ ...older, publishedBy: '' }]))).toBe(
    'invalid_parameters 0.publishedBy',
  );
  const request = { path: '/bots', key: 'k', fingerprint: 'f' };
  const once = () =>
    engine.once(principal(), { ...request, encode: JSON.stringify }, async ({ principal: { person } }) => person);
  expect(await once()).toMatchObject({ replayed: false });
  expect(await engine.accountLinks.open('unknown', principal())).toMatchObject({ kind: 'refused' });
});
