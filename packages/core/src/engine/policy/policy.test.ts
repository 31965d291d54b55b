import { describe, expect, it, vi } from 'vitest';
import { engineFixture, newBot, principalOf, refusalOf, unknownId } from '../../../test/engine-fixture.ts';
import { acmeBrand, platformFixture } from '../../../test/platform-fixture.ts';
import { memoryStorage } from '../../memory/index.ts';
import type { Storage } from '../../ports/storage.ts';
import { commands } from './commands.ts';
import type { Policy, PolicyAnswer } from './policy.ts';

const greeting = { id: 'welcome', type: 'ask_question', params: { text: 'Who?', destination: 'name' } };

/** A policy that records its calls, and answers with `answer`. */
function recording(answer: Policy = () => 'allow') {
  const asked: Parameters<Policy>[] = [];
  const policy: Policy = (...given) => {
    asked.push(given);
    return answer(...given);
  };
  return { policy, asked, types: () => asked.map(([{ type }]) => type) };
}

/** A store without a lock. @param onCommit - Called before each commit; `'conflict'` lets it conflict. */
function withoutLock(onCommit: () => Promise<'conflict' | undefined> = async () => undefined): Storage {
  const { exclusive: _, ...storage } = memoryStorage();
  return {
    ...storage,
    async commit(scope, batch) {
      return (await onCommit()) === undefined ? storage.commit(scope, batch) : ({ kind: 'conflict' } as never);
    },
  };
}

it('[PO1][PO2][PO4][PO5] every command is asked about once, with its ids and its facts', async () => {
  const { policy, asked } = recording();
  const { engine, as, newBot: published } = await platformFixture({ policy });
  const acme = as();
  const calls: [type: string, given: readonly unknown[], facts: readonly string[]][] = [];
  async function call<T>(type: string, facts: readonly string[], use: () => Promise<T>): Promise<T> {
    const before = asked.length;
    const answer = await use();
    const own = asked.slice(before).map(([command, by, given]) => {
      expect(by).toMatchObject({ brand: 'acme' });
      return [command.type, Object.keys(given).sort()];
    });
    expect(own).toEqual([[type, [...facts].sort()]]);
    calls.push([type, [], facts]);
    return answer;
  }
  const bot = ['bot'];
  const draft = ['bot', 'draft'];
  const { bots, drafts, versions, channels, customers, hooks, conversations } = acme;
  const workspace = 1;
  const made = await call('bots.create', ['bots'], () =>
    bots.create({ name: 'A', channelFamily: 'native', workspace }),
  );
  const { id } = made;
  await call('bots.update', bot, () => bots.update(id, { name: 'B' }));
  const copy = await call('bots.duplicate', ['bot', 'bots'], () => bots.duplicate({ botId: id, name: 'C', workspace }));
  const diagram = { nodes: {}, connections: {} };
  const createdAt = 1_000;
  await call('bots.importOlder', ['bots'], () =>
    bots.importOlder({ name: 'Old', channelFamily: 'native', workspace, createdAt, diagram }),
  );
  const publishedAt = 2_000;
  await call('bots.importOlderVersions', bot, () =>
    bots.importOlderVersions(copy.id, [{ publishedAt, publishedBy: 7, diagram }]),
  );
  const said = (block: string) => ({ id: block, type: 'send_text', params: { text: 'Hi' } });
  await call('drafts.addBlocks', draft, () => drafts.addBlocks(id, { blocks: [greeting, said('b')] }));
  await call('drafts.editBlock', draft, () => drafts.editBlock(id, 'b', { name: 'B' }));
  await call('drafts.deleteBlock', draft, () => drafts.deleteBlock(id, 'b'));
  await call('drafts.applyChangeSet', draft, () => drafts.applyChangeSet(id, { blocks: { add: [said('c')] } }));
  await call('drafts.deployTest', draft, () => drafts.deployTest(id));
  const first = await call('versions.publish', draft, () => versions.publish(id));
  await call('drafts.discard', draft, () => drafts.discard(id));
  await call('drafts.replace', draft, async () => drafts.replace(id, (await drafts.get(id)).diagram));
  await call('versions.restore', ['bot', 'draft', 'version'], () => versions.restore(id, first.id));
  await call('versions.label', ['bot', 'version'], () => versions.label(id, first.id, 'One'));
  await call('versions.delete', ['bot', 'version'], () => versions.delete(id, first.id));
  await call('feedback.put', bot, () => acme.feedback.put(id, { enabled: true }));
  await call('bots.saveScenarios', bot, () => acme.bots.saveScenarios(id, 'scenarios: []', 0));

  const { channel } = await call('channels.create', [], () =>
    channels.create({ type: 'apichat', name: 'CRM', workspace, webhookUrl: 'https://crm.example.com/in' }),
  );
  const { number } = channel;
  await call('channels.update', ['channel'], () => channels.update(number, { name: 'D' }));
  await call('channels.renewToken', ['channel'], () => channels.renewToken(number));
  await call('channels.setBot', ['bot', 'channel'], () => channels.setBot(number, id));
  const hook = await call('hooks.create', ['channel', 'hooks'], () =>
    hooks.create(number, { url: 'https://crm.example.com/hook', token: 't' }),
  );
  await call('hooks.update', ['channel', 'hook'], () => hooks.update(number, hook.number, { name: 'E' }));

  const body = { message: { type: 'text', message: 'Hi' } } as const;
  await call('channel.send', ['channel'], () =>
    engine.channel({ brand: 'acme', channelNumber: number }).send('ann', body),
  );
  await call('channel.send', ['channel', 'customer'], () =>
    engine.channel({ brand: 'acme', channelNumber: number }).send('ann', body),
  );
  const ann = (await customers.list()).items[0]?.number ?? 0;
  const customer = ['customer'];
  const botNumber = (await published({ published: true })).number;
  await call('customers.assignBot', ['bot', 'customer'], () => customers.assignBot(ann, botNumber));
  await call('customers.assign', customer, () => customers.assign(ann));
  await call('customers.unassign', customer, () => customers.unassign(ann));
  for (const name of ['archive', 'unarchive', 'block', 'unblock', 'optOut', 'optIn'] as const) {
    await call(`customers.${name}`, customer, () => customers[name](ann));
  }
  await call('customers.update', customer, () => customers.update(ann, { name: 'Ann' }));
  await call('customers.setField', customer, () => customers.setField(ann, 'city', { type: 'string', value: 'Vigo' }));
  await call('customers.deleteField', customer, () => customers.deleteField(ann, 'city'));
  await call('messages.send', customer, () => acme.messages.send(ann, 'text', { message: 'Hello' }));
  const [delivery] = (await acme.deliveries.list()).items;
  await call('deliveries.replay', ['delivery'], () => acme.deliveries.replay(delivery?.id ?? ''));
  const message = { type: 'text', message: 'Hi' } as const;
  const visitor = { bot: id, visitor: 'v' };
  const { customer: talking } = await call('conversations.receive', ['channel'], () =>
    conversations.receive({ ...visitor, message }),
  );
  await call('conversations.start', ['channel', 'customer'], () => conversations.start(visitor));
  await call('conversations.resolve', customer, () => conversations.resolve(talking, 'e', { ok: true }));
  await call('conversations.close', customer, () => conversations.close(talking));
  const { visitor: web } = await call('webChat.begin', ['channel'], () => engine.webChat.begin(made.number));
  await call('webChat.send', ['channel', 'customer'], () => engine.webChat.send(web, { message }));
  await call('hooks.delete', ['channel', 'hook'], () => hooks.delete(number, hook.number));
  await call('customers.delete', customer, () => customers.delete(ann));
  await call('bots.trash', bot, () => bots.trash(id));
  await call('bots.destroy', bot, () => bots.destroy(id));

  const described = Object.entries(commands).flatMap(([family, useCases]) =>
    Object.entries(useCases).flatMap(([name, each]) => (each === 'read' ? [] : [`${family}.${name}`])),
  );
  const called = new Set([...calls.map(([type]) => type), 'accounts.startConnection']);
  expect([...called].sort()).toEqual(described.sort());
});

it('[PO2] the policy gets ids in lower case, the principal, and copies of the facts before the command', async () => {
  const { policy, asked } = recording();
  const { acme } = engineFixture({ policy });
  const id = await newBot(acme);
  await acme.bots.update(id.toUpperCase(), { name: 'Other' });
  expect(asked.map(([command, by]) => [command, by])).toEqual([
    [{ type: 'bots.create' }, principalOf()],
    [{ type: 'bots.update', botId: id }, principalOf()],
  ]);
  expect(asked.map(([, , facts]) => facts)).toEqual([
    { bots: 0 },
    { bot: { ...(await acme.bots.get(id)), name: 'Sales' } },
  ]);
});

describe('[PO3] the policy is not asked', () => {
  it.each<[string, (fixture: ReturnType<typeof engineFixture>, bot: string) => Promise<unknown>, string]>([
    [
      'without the permission',
      ({ engine }, bot) => engine.as(principalOf({ permissions: ['view_bots'] })).bots.trash(bot),
      'permission_denied',
    ],
    ['about a missing bot', ({ acme }) => acme.bots.trash(unknownId), 'bot_not_found'],
    [
      'about a bot of another brand',
      ({ engine }, bot) => engine.as(principalOf({ brand: 'b' })).bots.trash(bot),
      'bot_not_found',
    ],
    ['about invalid input', ({ acme }, bot) => acme.bots.update(bot, {}), 'empty_body'],
    ['when the life cycle refuses', ({ acme }, bot) => acme.bots.destroy(bot), 'bot_is_not_in_the_trash'],
    ['about a draft with violations', ({ acme }, bot) => acme.versions.publish(bot), 'draft_has_violations'],
    [
      'about a stale write',
      ({ acme }, bot) => acme.drafts.addBlocks(bot, { blocks: [{ type: 'send_text' }] }, { ifRevision: 9 }),
      'draft_changed',
    ],
  ])('%s', async (_case, attempt, code) => {
    const { policy, asked } = recording();
    const fixture = engineFixture({ policy });
    const bot = await newBot(fixture.acme);
    asked.length = 0;
    expect((await refusalOf(attempt(fixture, bot))).code).toBe(code);
    expect(asked).toEqual([]);
  });

  it('about reads', async () => {
    const { policy, asked } = recording();
    const { acme } = engineFixture({ policy });
    await acme.bots.list();
    await acme.catalog.list();
    expect(asked).toEqual([]);
  });
});

it('[PO7] a refusal has the code, message and status of the policy, stores nothing and raises no event', async () => {
  const refusal = { refuse: 'frozen', message: 'This bot is frozen.', status: 423 };
  const { engine, acme } = engineFixture({ policy: ({ type }) => (type === 'bots.create' ? 'allow' : refusal) });
  const id = await newBot(acme);
  const events: unknown[] = [];
  const subscription = engine.events.subscribe((event) => events.push(event));
  const before = [await acme.bots.get(id), await acme.drafts.get(id)];
  const attempts = [
    () => acme.bots.trash(id),
    () => acme.bots.update(id, { name: 'X' }),
    () => acme.drafts.addBlocks(id, { blocks: [greeting] }),
    () => acme.feedback.put(id, { enabled: true }),
  ];
  for (const attempt of attempts) {
    const { code, kind, status, message } = await refusalOf(attempt());
    expect({ code, kind, status, message }).toEqual({
      code: 'frozen',
      kind: 'policy',
      status: 423,
      message: 'This bot is frozen.',
    });
  }
  await subscription.end();
  expect([await acme.bots.get(id), await acme.drafts.get(id)]).toEqual(before);
  expect(events).toEqual([]);
});

it('[PO5] a refused publication prepares no channel and leaves no version', async () => {
  const prepareVersion = vi.fn(async () => {});
  let isFrozen = false;
  const { acme } = engineFixture({
    policy: () => (isFrozen ? { refuse: 'frozen', message: 'Not now.' } : 'allow'),
    channelDeployer: { prepareVersion, prepareTest: async () => {} },
  });
  const id = await newBot(acme);
  await acme.drafts.addBlocks(id, { blocks: [greeting] });
  isFrozen = true;
  expect((await refusalOf(acme.versions.publish(id))).status).toBe(403);
  expect(prepareVersion).not.toHaveBeenCalled();
  expect((await acme.versions.list(id)).total).toBe(0);
});

describe('[PO8][PO9] the command fails with an internal error', () => {
  const good = { refuse: 'frozen', message: 'Not now.' };
  it.each<[string, unknown]>([
    ['without an answer', undefined],
    ['about another word', 'refuse'],
    ['about null', null],
    ['about a code with capitals', { ...good, refuse: 'Frozen' }],
    ['about a long code', { ...good, refuse: 'a'.repeat(65) }],
    ['without a message', { refuse: 'frozen' }],
    ['about a long message', { ...good, message: 'a'.repeat(501) }],
    ['about a status of the server', { ...good, status: 500 }],
    ['about a fraction of a status', { ...good, status: 400.5 }],
  ])('%s', async (_case, answer) => {
    const { acme } = engineFixture({ policy: () => answer as PolicyAnswer });
    await expect(newBot(acme)).rejects.toThrow(TypeError);
    expect((await acme.bots.list()).total).toBe(0);
  });

  it('when the policy throws', async () => {
    const cause = new Error('secret');
    const { acme } = engineFixture({
      policy() {
        throw cause;
      },
    });
    await expect(newBot(acme)).rejects.toMatchObject({ message: 'The policy threw an error.', cause });
  });
});

it('[PO4] after a conflict the policy is asked again only about other facts', async () => {
  const { policy, asked } = recording();
  const others: (() => Promise<unknown>)[] = [];
  const storage = withoutLock(async () => {
    const other = others.shift();
    await other?.();
    return other && 'conflict';
  });
  const { acme } = engineFixture({ policy, storage });
  const { acme: writer } = engineFixture({ storage });
  const id = await newBot(acme);
  const names = () => asked.splice(0).map(([{ type }, , { bot }]) => [type, bot?.name]);
  expect(names()).toEqual([['bots.create', undefined]]);

  others.push(async () => {});
  await acme.bots.update(id, { name: 'B' });
  expect(names()).toEqual([['bots.update', 'Sales']]);

  others.push(() => writer.bots.update(id, { name: 'C' }));
  await acme.bots.trash(id);
  expect(names()).toEqual([
    ['bots.trash', 'B'],
    ['bots.trash', 'C'],
  ]);
});

it('[PO9] the rejection of a promise that a policy answers is handled', async () => {
  const { acme } = engineFixture({ policy: (async () => Promise.reject(new Error('later'))) as never });
  await expect(newBot(acme)).rejects.toThrow('at once');
});

it.each([
  ['with a lock', () => memoryStorage()],
  ['without a lock', () => withoutLock()],
] as const)('[PO6] concurrent creations stay within a quota on a store %s', async (_case, open) => {
  const policy: Policy = (command, _by, { bots = 0 }) =>
    command.type === 'bots.create' && bots >= 3 ? { refuse: 'too_many_bots', message: 'Three.', status: 402 } : 'allow';
  const { acme } = engineFixture({ policy, storage: open(), timer: { sleep: async () => {} } as never });
  const made = await Promise.allSettled([1, 2, 3, 4, 5, 6].map(() => newBot(acme)));
  expect(made.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
  const [first] = (await acme.bots.list()).items;
  await acme.bots.trash(first?.id ?? '');
  expect((await refusalOf(newBot(acme))).code).toBe('too_many_bots');
});

it('[PO4] a repeated request is asked about once, and a refusal frees its key', async () => {
  let answer: PolicyAnswer = { refuse: 'frozen', message: 'Not now.' };
  const { policy, asked } = recording(() => answer);
  const { engine } = engineFixture({ policy });
  const request = { path: '/bots', key: 'k', fingerprint: 'f', encode: (given: unknown) => JSON.stringify(given) };
  const create = () =>
    engine.once(principalOf(), request, ({ bots }) => bots.create({ name: 'A', channelFamily: 'native' }));
  expect((await refusalOf(create())).code).toBe('frozen');
  answer = 'allow';
  const { response } = await create();
  expect(await create()).toEqual({ response, replayed: true });
  expect(asked).toHaveLength(2);
});

it('[PO1] the host itself, and work of the engine, are not asked about', async () => {
  const { policy, asked } = recording();
  const { engine } = engineFixture({ policy });
  await engine.configure([acmeBrand]);
  await engine.brands.put({ name: 'b', plan: 'starter', workspaces: [1] });
  await engine.sweep();
  expect(asked).toEqual([]);
});
