import { expect, it } from 'vitest';
import { brand, dispatchSetup } from '../../../test/dispatch-setup.ts';
import type { AttemptOutcome } from '../../domain/delivery/retry-policy.ts';
import { memoryStorage } from '../../memory/index.ts';
import type { DeliveryQueue } from '../../ports/delivery-store.ts';
import { rememberDecrypted } from './delivery-attempt.ts';

const answered = (status: number): AttemptOutcome => ({ kind: 'answered', status });
const failed = (reason: 'connect' | 'tls' | 'timeout' | 'blocked' | 'malformed'): AttemptOutcome => ({
  kind: 'failed',
  reason,
});
const retryTimes = [0, 5_000, 15_000, 30_000, 50_000, 75_000];

it.for([
  [answered(200), [0], 'delivered'],
  [answered(299), [0], 'delivered'],
  [answered(301), retryTimes, 'exhausted'],
  [answered(400), retryTimes, 'exhausted'],
  [answered(410), retryTimes, 'exhausted'],
  [answered(429), retryTimes, 'exhausted'],
  [answered(500), retryTimes, 'exhausted'],
  [failed('connect'), [0], 'connect'],
  [failed('tls'), [0], 'tls'],
  [failed('timeout'), [0], 'timeout'],
  [failed('blocked'), [0], 'blocked'],
  [failed('malformed'), [0], 'malformed'],
] as const)('[DI3][WH4] %o: attempts at %o ms, then %s', async ([outcome, times, end]) => {
  const setup = dispatchSetup();
  setup.answer = () => outcome;
  const dispatcher = setup.start();
  const id = await setup.add(await setup.addHook());
  await setup.pass(120_000);

  expect(setup.sent.map(({ at, attempt }) => ({ at, attempt }))).toEqual(
    times.map((at, index) => ({ at, attempt: index + 1 })),
  );
  const progress = await setup.progressOf(id);
  expect(progress?.state === 'dead' ? progress.reason : progress?.state).toBe(end);
  expect(progress?.attempts).toHaveLength(times.length);
  expect(setup.faults).toEqual([]);
  await dispatcher.stop();
});

it('[DI3][WH4] gaps are counted from the end of the failed attempt', async () => {
  const setup = dispatchSetup();
  setup.answer = async () => {
    await setup.clock.sleep(3_000);
    return answered(503);
  };
  const dispatcher = setup.start();
  const id = await setup.add(await setup.addHook());
  await setup.pass(120_000);
  expect(setup.sent.map(({ at }) => at)).toEqual([0, 8_000, 21_000, 39_000, 62_000, 90_000]);
  expect((await setup.progressOf(id))?.attempts[0]).toEqual({ at: 1_000_000, durationMs: 3_000, status: 503 });
  await dispatcher.stop();
});

it('[DI7][DI23][SX9] hooks and channel webhooks get their headers, their time-out and the frozen bytes', async () => {
  const setup = dispatchSetup();
  const dispatcher = setup.start();
  const messageUuid = '5f0c7f4e-0000-4000-8000-000000000001';
  const hookDelivery = await setup.add(await setup.addHook('one'), { messageUuid });
  await setup.runUntilIdle();
  const chatDelivery = await setup.add(await setup.addWebhook('two'), { messageUuid });
  await setup.runUntilIdle();

  const headers = {
    'content-type': 'application/json',
    'user-agent': 'acme-bots/webhooks',
    'x-delivery-id': messageUuid,
    'x-delivery-attempt': '1',
  };
  const body = new TextEncoder().encode('{"messages":[{"text":"Ünï"}]}');
  expect(setup.sent.map(({ request }) => request)).toEqual([
    {
      id: hookDelivery,
      url: 'https://one.example.com/hook?key=s3cret',
      headers: { ...headers, authorization: 'Token t0ken' },
      body,
      timeoutMs: 10_000,
      group: brand,
    },
    {
      id: chatDelivery,
      url: 'https://two.example.com/chat?key=s3cret',
      headers,
      body,
      timeoutMs: 60_000,
      group: brand,
    },
  ]);
  await dispatcher.stop();
});

it('[DI7][DQ21] attempts that are claimed together share the bytes of a body', async () => {
  const setup = dispatchSetup();
  for (const name of ['a', 'b', 'c']) await setup.add(await setup.addHook(name));
  const dispatcher = setup.start();
  await setup.runUntilIdle();
  expect(setup.sent).toHaveLength(3);
  expect(new Set(setup.sent.map(({ request }) => request.body)).size).toBe(1);
  await dispatcher.stop();
});

it('[DI24] one claim reads 8 MiB of bodies, and the next claim follows at once', async () => {
  const setup = dispatchSetup();
  const size = 3 * 1024 * 1024;
  for (const name of ['a', 'b', 'c', 'd', 'e']) {
    await setup.add(await setup.addHook(name), { body: name.repeat(size), customerNumber: 1 });
  }
  const claimedSizes: number[] = [];
  const deliveryQueue: DeliveryQueue = {
    ...setup.storage.deliveryQueue,
    async claim(request) {
      const claimed = await setup.storage.deliveryQueue.claim(request);
      if (claimed.length > 0) claimedSizes.push(claimed.reduce((sum, { body }) => sum + body.length, 0));
      return claimed;
    },
  };
  const dispatcher = setup.start({}, { storage: { ...setup.storage, deliveryQueue } });
  await setup.runUntilIdle();
  expect(claimedSizes).toEqual([2 * size, 2 * size, size]);
  expect(setup.sent.map(({ at }) => at)).toEqual([0, 0, 0, 0, 0]);
  await dispatcher.stop();
});

it('[WH26][WH28] the retries of a message hold back the next ones of its customer to its target, and nothing else', async () => {
  const setup = dispatchSetup();
  const dispatcher = setup.start();
  const [slow, other] = [await setup.addHook('slow'), await setup.addHook('other')];
  const ordered = { ordered: true } as const;
  const first = await setup.add(slow, { ...ordered, customerNumber: 1 });
  const second = await setup.add(slow, { ...ordered, customerNumber: 1 });
  setup.answer = ({ request, attempt }) => ({
    kind: 'answered',
    status: request.id === first && attempt < 3 ? 500 : 204,
  });
  await setup.pass(250);
  const ofOthers = [
    await setup.add(slow, { ...ordered, customerNumber: 2 }),
    await setup.add(other, { ...ordered, customerNumber: 1 }),
    await setup.add(slow, { customerNumber: 1 }),
  ];
  await setup.pass(1_000);
  expect(setup.sent.map(({ request }) => request.id).toSorted()).toEqual([first, ...ofOthers].toSorted());
  await setup.pass(20_000);
  const own = setup.sent.filter(({ request }) => [first, second].includes(request.id));
  expect(own.map(({ request, at }) => [request.id, at])).toEqual([
    [first, 0],
    [first, 5_000],
    [first, 15_000],
    [second, 15_000],
  ]);
  await dispatcher.stop();
});

it('[DI1] attempts under way are limited per worker, to half of the slots per brand, and per target', async () => {
  const setup = dispatchSetup();
  setup.answer = () => new Promise(() => {});
  const dispatcher = setup.start({ slots: 40 });
  for (const name of ['a', 'b', 'c']) {
    const target = await setup.addHook(name);
    for (let index = 0; index < 30; index += 1) await setup.add(target);
  }
  await setup.pass(3_000);
  const counts = ['a', 'b', 'c'].map((name) => setup.sent.filter(({ url }) => url.includes(`//${name}.`)).length);
  expect(counts.reduce((sum, count) => sum + count)).toBe(20);
  expect(Math.max(...counts)).toBe(8);
  const stopped = dispatcher.stop();
  await setup.pass(5_000);
  await stopped;
});

it('[DI1][DI23] attempts to a hook that was deleted keep their slots until they end', async () => {
  const setup = dispatchSetup();
  setup.answer = ({ url }) => (url.includes('calm') ? answered(200) : new Promise(() => {}));
  const dispatcher = setup.start({ slots: 16, perTarget: 4 });
  for (let round = 0; round < 4; round += 1) {
    const targets = [await setup.addHook(`a${round}`), await setup.addHook(`b${round}`)];
    for (const target of targets) for (let each = 0; each < 6; each += 1) await setup.add(target);
    await setup.runUntilIdle();
    await setup.commit(...targets.map((target) => ({ kind: 'endPending', target, at: setup.clock.now() }) as const));
  }
  expect(setup.sent).toHaveLength(8);
  await setup.add(await setup.addHook('calm', 'other'), {}, 'other');
  await setup.runUntilIdle();
  expect(setup.sent.filter(({ url }) => url.includes('calm'))).toHaveLength(1);
  const stopped = dispatcher.stop();
  await setup.pass(5_000);
  await stopped;
});

it('[DI1] one target that hangs, with 10,000 queued, does not delay 200 healthy ones', async () => {
  const setup = dispatchSetup();
  const hanging = await setup.addHook('hanging');
  const healthy = await Promise.all(Array.from({ length: 200 }, (_, index) => setup.addHook(`healthy-${index}`)));
  const delivery = (number: number, target: typeof hanging) => ({
    id: `01910000-0000-7000-8000-${number.toString(16).padStart(12, '0')}`,
    target,
    workspace: 1,
    customerNumber: 1,
    messageUuid: 'm',
    origin: 'https://crm.example.com',
    createdAt: setup.clock.now(),
    dueAt: setup.clock.now(),
    body: '{}',
  });
  await setup.commit(
    { kind: 'addDeliveries', deliveries: Array.from({ length: 10_000 }, (_, index) => delivery(index, hanging)) },
    { kind: 'addDeliveries', deliveries: healthy.map((target, index) => delivery(20_000 + index, target)) },
  );
  setup.answer = async ({ url }) => {
    await setup.clock.sleep(url.includes('hanging') ? 10_000 : 250);
    return url.includes('hanging') ? failed('timeout') : answered(200);
  };

  const dispatcher = setup.start();
  await setup.pass(2_000);
  const times = setup.sent.filter(({ url }) => url.includes('healthy')).map(({ at }) => at);
  // Each target has its first turn before any has a second: the one that hangs is one among 128.
  expect(times).toHaveLength(200);
  expect([times.filter((at) => at === 0).length, times.filter((at) => at === 250).length]).toEqual([127, 73]);
  expect(setup.sent.filter(({ url }) => url.includes('hanging'))).toHaveLength(8);
  const stopped = dispatcher.stop();
  await setup.pass(5_000);
  await stopped;
});

it('[DI23] while 60 targets of one brand hang, and then 30 of another, a third one is sent to at once', async () => {
  const setup = dispatchSetup();
  const fill = async (name: string, targets: number) => {
    for (let index = 0; index < targets; index += 1) {
      const target = await setup.addHook(`${name}-${index}`, name);
      for (let each = 0; each < 3; each += 1) await setup.add(target, {}, name);
    }
    await setup.runUntilIdle();
  };
  setup.answer = ({ url }) => (url.includes('calm') ? answered(200) : new Promise(() => {}));
  const dispatcher = setup.start();
  await fill('first', 60);
  await fill('second', 30);
  const startedAt = setup.clock.now() - 1_000_000;
  for (let round = 0; round < 3; round += 1) await fill('calm', 5);

  const countOf = (name: string) => setup.sent.filter(({ url }) => url.includes(`//${name}-`)).length;
  expect(['first', 'second', 'calm'].map(countOf)).toEqual([128, 64, 45]);
  expect(setup.sent.filter(({ url, at }) => url.includes('calm') && at > startedAt)).toEqual([]);
  const stopped = dispatcher.stop();
  await setup.pass(5_000);
  await stopped;
});

it('[DI2] deliveries of the same engine are sent immediately, deliveries of other processes at the next poll', async () => {
  const shared = memoryStorage();
  const setup = dispatchSetup({ storage: shared });
  const other = dispatchSetup({ storage: shared, seed: 2 });
  const target = await setup.addHook();
  const dispatcher = setup.start({ pollMs: 2_000 });
  await setup.pass(500);
  await other.add(target, { dueAt: setup.clock.now() });
  await setup.pass(250);
  expect(setup.sent).toEqual([]);
  await setup.pass(1_250);
  expect(setup.sent.map(({ at }) => at)).toEqual([2_000]);
  await setup.pass(250);
  await setup.add(target);
  await setup.runUntilIdle();
  expect(setup.sent.map(({ at }) => at)).toEqual([2_000, 2_250]);
  await dispatcher.stop();
});

it.for([
  [
    'the plan lost message hooks',
    async (setup) => {
      setup.plan = async () => 'starter';
    },
  ],
  [
    'the hook went off',
    async (setup, number) => {
      await setup.commit({ kind: 'updateHook', number, change: { active: false } });
    },
  ],
  [
    'the hook was deleted',
    async (setup, number) => {
      await setup.commit({ kind: 'deleteHook', number });
    },
  ],
] as const satisfies readonly (readonly [
  string,
  (setup: ReturnType<typeof dispatchSetup>, number: number) => Promise<void>,
])[])('[DI4][DI6] between two attempts %s: the delivery ends, with no other attempt', async ([, change]) => {
  const setup = dispatchSetup();
  setup.answer = () => answered(500);
  const dispatcher = setup.start();
  const target = await setup.addHook();
  const id = await setup.add(target);
  await setup.pass(1_000);
  await change(setup, target.number);
  await setup.pass(20_000);
  expect(setup.sent).toHaveLength(1);
  expect(await setup.progressOf(id)).toMatchObject({ state: 'dead', reason: 'disabled', attempts: [{ status: 500 }] });
  await dispatcher.stop();
});

it('[DI6] a channel whose webhook was removed', async () => {
  const setup = dispatchSetup();
  const target = await setup.addWebhook();
  setup.plan = async () => 'sandbox';
  await setup.commit({ kind: 'updateChannel', number: target.number, change: { webhook: undefined } });
  const dispatcher = setup.start();
  const id = await setup.add(target);
  await setup.runUntilIdle();
  expect(setup.sent).toEqual([]);
  expect(await setup.progressOf(id)).toMatchObject({ state: 'dead', reason: 'disabled', attempts: [] });
  await dispatcher.stop();
});

it.for([
  ['fails', () => Promise.reject(new Error('No plan service.')), 5_000],
  ['never answers', () => new Promise<never>(() => {}), 15_000],
] as const)('[DI5] a plan source that %s postpones the delivery without an attempt', async ([, planOf, backAt]) => {
  const setup = dispatchSetup();
  setup.plan = planOf;
  const dispatcher = setup.start();
  const id = await setup.add(await setup.addHook());
  await setup.pass(backAt - 1_000);
  expect([setup.sent.length, (await setup.progressOf(id))?.state]).toEqual([0, 'pending']);
  expect(setup.faults.map(({ delivery }) => delivery)).toEqual([
    { brand, id, target: 'hook:1', origin: 'https://crm.example.com' },
  ]);
  setup.plan = async () => 'business';
  await setup.pass(1_000);
  expect(setup.sent.map(({ at, attempt }) => [at, attempt])).toEqual([[backAt, 1]]);
  await dispatcher.stop();
});

it('[DI5][DI14] a secret that cannot be decrypted is reported without being shown', async () => {
  const setup = dispatchSetup();
  const dispatcher = setup.start(undefined, {
    cipher: {
      ...setup.parts.cipher,
      decrypt() {
        throw new Error('It was encrypted with another key.');
      },
    },
  });
  const id = await setup.add(await setup.addHook());
  await setup.pass(6_000);
  expect(setup.sent).toEqual([]);
  expect(await setup.progressOf(id)).toMatchObject({ state: 'pending', attempts: [] });
  expect(setup.faults.length).toBe(2);
  expect(JSON.stringify(setup.faults)).not.toMatch(/s3cret|t0ken|Ünï/);
  await dispatcher.stop();
});

it('[DI7][DI22] a secret is decrypted once, and again after it was changed', async () => {
  const setup = dispatchSetup();
  setup.answer = () => answered(500);
  const opened: string[] = [];
  const { cipher } = setup.parts;
  const dispatcher = setup.start(undefined, {
    cipher: {
      ...cipher,
      decrypt(encrypted, context) {
        opened.push(context);
        return cipher.decrypt(encrypted, context);
      },
    },
  });
  const target = await setup.addHook();
  await setup.add(target);
  await setup.pass(16_000);
  expect([setup.sent.length, opened.length]).toEqual([3, 2]);
  const encryptedToken = cipher.encrypt('n3w', `hook-token:${brand}`);
  await setup.commit({ kind: 'updateHook', number: target.number, change: { encryptedToken } });
  await setup.pass(16_000);
  expect(setup.sent.map(({ request }) => request.headers['authorization'])).toEqual([
    ...Array.from({ length: 3 }, () => 'Token t0ken'),
    'Token n3w',
  ]);
  expect(opened).toHaveLength(3);
  await dispatcher.stop();
});

it('[DI22] the secrets that were used last are cached', () => {
  const opened: string[] = [];
  const { decrypt } = rememberDecrypted(
    {
      decrypt(encrypted) {
        opened.push(encrypted);
        return `${encrypted}!`;
      },
    },
    2,
  );
  expect(['a', 'b', 'a', 'c', 'a', 'b'].map((encrypted) => decrypt(encrypted, 'x'))).toEqual([
    'a!',
    'b!',
    'a!',
    'c!',
    'a!',
    'b!',
  ]);
  expect(opened).toEqual(['a', 'b', 'c', 'b']);
  decrypt('a', 'y');
  expect(opened).toHaveLength(5);
});

it('[DI4][DI21] concurrent attempts share one request for the plan, and later ones request it again', async () => {
  const setup = dispatchSetup();
  let asked = 0;
  setup.plan = async () => {
    asked += 1;
    await setup.clock.sleep(500);
    return 'business';
  };
  const dispatcher = setup.start();
  const target = await setup.addHook();
  for (let index = 0; index < 3; index += 1) await setup.add(target);
  await setup.pass(1_000);
  expect([setup.sent.length, asked]).toEqual([3, 1]);
  await setup.add(target);
  await setup.pass(1_000);
  expect([setup.sent.length, asked]).toEqual([4, 2]);
  await dispatcher.stop();
});

it('[DI8][DI12] faults of the store are reported, and the result of an attempt is not lost', async () => {
  const setup = dispatchSetup();
  let failures = 0;
  const faulty = (method: keyof DeliveryQueue) => {
    const sound = setup.storage.deliveryQueue[method] as (...args: unknown[]) => Promise<unknown>;
    return (...args: unknown[]) => {
      failures += 1;
      return failures % 3 === 0 ? sound(...args) : Promise.reject(new Error(`No ${method}.`));
    };
  };
  const deliveryQueue = {
    ...setup.storage.deliveryQueue,
    claim: faulty('claim'),
    complete: faulty('complete'),
  } as DeliveryQueue;
  const dispatcher = setup.start({}, { storage: { ...setup.storage, deliveryQueue } });
  const id = await setup.add(await setup.addHook());
  await setup.pass(10_000);
  expect(setup.sent).toHaveLength(1);
  expect(await setup.progressOf(id)).toMatchObject({ state: 'delivered' });
  expect(setup.faults.length).toBeGreaterThan(3);
  await dispatcher.stop();
});

it('[DI8] results are stored with the claim of what follows, and by themselves when the worker stops', async () => {
  const setup = dispatchSetup();
  const { deliveryQueue } = setup.storage;
  const calls: string[] = [];
  const watched: DeliveryQueue = {
    ...deliveryQueue,
    async claim(request) {
      const claimed = await deliveryQueue.claim(request);
      const { ended = [] } = request;
      if (claimed.length + ended.length > 0) calls.push(`${ended.length} stored, ${claimed.length} claimed`);
      return claimed;
    },
    complete(...args) {
      calls.push('completed');
      return deliveryQueue.complete(...args);
    },
  };
  const running: PromiseWithResolvers<AttemptOutcome>[] = [];
  setup.answer = () => {
    const attempt = Promise.withResolvers<AttemptOutcome>();
    running.push(attempt);
    return attempt.promise;
  };
  const target = await setup.addHook();
  const ids = [await setup.add(target), await setup.add(target), await setup.add(target)];
  const dispatcher = setup.start({ perTarget: 2 }, { storage: { ...setup.storage, deliveryQueue: watched } });
  await setup.runUntilIdle();
  running[0]?.resolve(answered(200));
  running[1]?.resolve(answered(200));
  await setup.runUntilIdle();
  expect(calls).toEqual(['0 stored, 2 claimed', '2 stored, 1 claimed']);

  const stopped = dispatcher.stop();
  await setup.runUntilIdle();
  running[2]?.resolve(answered(200));
  await setup.runUntilIdle();
  await stopped;
  expect(calls.slice(2)).toEqual(['completed']);
  for (const id of ids) expect(await setup.progressOf(id)).toMatchObject({ state: 'delivered' });
  expect(setup.faults).toEqual([]);
});

it('[DI3][DI8][DI24] slots that a claim has freed are used at once, also by what did not fit into that claim', async () => {
  const setup = dispatchSetup();
  const running: PromiseWithResolvers<AttemptOutcome>[] = [];
  setup.answer = () => {
    const attempt = Promise.withResolvers<AttemptOutcome>();
    running.push(attempt);
    return attempt.promise;
  };
  const dispatcher = setup.start({ slots: 4, pollMs: 60_000 });
  const targets = [await setup.addHook(), await setup.addHook()];
  const body = JSON.stringify('x'.repeat(5 * 1024 * 1024));
  for (const target of targets) await setup.add(target);
  await setup.runUntilIdle();
  expect(setup.sent).toHaveLength(2);
  for (const target of targets) await setup.add(target, { body });
  await setup.runUntilIdle();
  expect(setup.sent).toHaveLength(2);
  for (const attempt of running) attempt.resolve(answered(200));
  await setup.runUntilIdle();
  // The second body exceeds what one claim reads, and comes with the next one.
  expect(setup.sent).toHaveLength(4);
  for (const attempt of running) attempt.resolve(answered(200));
  await setup.runUntilIdle();
  await dispatcher.stop();
});

it('[DI8][DI11] a result that waits for a claim when the worker stops is stored', async () => {
  const setup = dispatchSetup();
  const { deliveryQueue } = setup.storage;
  const claiming = Promise.withResolvers<void>();
  let isHeld = false;
  const slow: DeliveryQueue = {
    ...deliveryQueue,
    async claim(request) {
      if (isHeld) await claiming.promise;
      return deliveryQueue.claim(request);
    },
  };
  const running = Promise.withResolvers<AttemptOutcome>();
  setup.answer = () => running.promise;
  const target = await setup.addHook();
  const id = await setup.add(target);
  const dispatcher = setup.start({}, { storage: { ...setup.storage, deliveryQueue: slow } });
  await setup.runUntilIdle();
  isHeld = true;
  setup.parts.signal.notify();
  await setup.runUntilIdle();
  running.resolve(answered(200));
  await setup.runUntilIdle();
  const stopped = dispatcher.stop();
  claiming.resolve();
  await setup.runUntilIdle();
  await stopped;
  expect(await setup.progressOf(id)).toMatchObject({ state: 'delivered' });
});

it('[DI9] an abandoned attempt is repeated under the same number, and no sooner than the next poll', async () => {
  const setup = dispatchSetup();
  let left = 3;
  setup.answer = () => {
    left -= 1;
    return left >= 0 ? { kind: 'abandoned' } : answered(200);
  };
  const dispatcher = setup.start();
  const id = await setup.add(await setup.addHook());
  await setup.pass(5_000);
  expect(setup.sent.map(({ at, attempt }) => [at, attempt])).toEqual([
    [0, 1],
    [1_000, 1],
    [2_000, 1],
    [3_000, 1],
  ]);
  expect((await setup.progressOf(id))?.attempts).toHaveLength(1);
  await dispatcher.stop();
});

it('[DI10] a running worker keeps its leases; leases of a dead worker are taken over when they end', async () => {
  const setup = dispatchSetup();
  setup.answer = () => new Promise(() => {});
  let isDead = false;
  const { deliveryQueue } = setup.storage;
  const dying: DeliveryQueue = {
    ...deliveryQueue,
    claim: async (request) => (isDead ? [] : deliveryQueue.claim(request)),
    renew: async () => undefined,
  };
  setup.start({}, { storage: { ...setup.storage, deliveryQueue: dying } });
  await setup.add(await setup.addHook());
  await setup.pass(1_000);
  isDead = true;

  setup.answer = async () => {
    await setup.clock.sleep(60_000);
    return answered(200);
  };
  const second = setup.start();
  await setup.pass(13_750);
  expect(setup.sent.map(({ at, attempt }) => [at, attempt])).toEqual([[0, 1]]);
  await setup.pass(2_250);
  const third = setup.start();
  await setup.pass(62_000);
  expect(setup.sent.map(({ at, attempt }) => [at, attempt])).toEqual([
    [0, 1],
    [15_000, 1],
  ]);
  await Promise.all([second.stop(), third.stop()]);
});

it('[DI26] what a claim leased whose answer was lost is sent when the lease ends, and results of then are stored', async () => {
  const setup = dispatchSetup();
  const { deliveryQueue } = setup.storage;
  let isLost = false;
  const losing: DeliveryQueue = {
    ...deliveryQueue,
    async claim(request) {
      const claimed = await deliveryQueue.claim(request);
      if (!isLost) return claimed;
      isLost = false;
      throw new Error('The answer was lost.');
    },
  };
  setup.answer = async ({ request }) => {
    await setup.clock.sleep(request.id === long ? 10_000 : 0);
    return answered(200);
  };
  const dispatcher = setup.start({ leaseMs: 15_000 }, { storage: { ...setup.storage, deliveryQueue: losing } });
  const target = await setup.addHook();
  const long = await setup.add(target);
  await setup.pass(1_000);
  isLost = true;
  const lost = await setup.add(target);
  // The worker is never idle.
  for (let second = 0; second < 26; second += 1) {
    await setup.add(target);
    await setup.pass(1_000);
  }
  expect(await setup.progressOf(long)).toMatchObject({ state: 'delivered', attempts: [{ status: 200 }] });
  expect(await setup.progressOf(lost)).toMatchObject({ state: 'delivered', attempts: [{ status: 200 }] });
  const sentAt = setup.sent.filter(({ request }) => request.id === lost).map(({ at }) => at);
  expect(sentAt).toHaveLength(1);
  expect(sentAt[0]).toBeGreaterThanOrEqual(16_000);
  expect(setup.sent.filter(({ request }) => request.id === long)).toHaveLength(1);
  await dispatcher.stop();
});

it('[DI10][WH7] a worker that lost a lease and claimed again stores the attempt that it made last', async () => {
  const setup = dispatchSetup();
  const { deliveryQueue } = setup.storage;
  const losing: DeliveryQueue = { ...deliveryQueue, renew: async () => undefined };
  const parts = { storage: { ...setup.storage, deliveryQueue: losing } };
  // The first answer comes while the third attempt is under way.
  const answers = [
    [9_000, 500],
    [0, 500],
    [2_000, 200],
  ] as const;
  setup.answer = async () => {
    const [ms, status] = answers[setup.sent.length - 1] ?? [0, 200];
    await setup.clock.sleep(ms);
    return answered(status);
  };
  const dispatcher = setup.start({ leaseMs: 3_000 }, parts);
  const id = await setup.add(await setup.addHook());
  await setup.pass(20_000);
  expect(setup.sent.map(({ attempt }) => attempt)).toEqual([1, 1, 2]);
  const progress = await setup.progressOf(id);
  expect(progress?.state).toBe('delivered');
  expect(progress?.attempts.map(({ status }) => status)).toEqual([500, 200]);
  await dispatcher.stop();
});

it('[DI11] a stop waits for attempts under way, and then abandons them', async () => {
  const setup = dispatchSetup();
  const target = await setup.addHook();
  setup.answer = async ({ request }) => {
    await setup.clock.sleep(request.id === slow ? 60_000 : 2_000);
    return answered(200);
  };
  const dispatcher = setup.start();
  const slow = await setup.add(target);
  const quick = await setup.add(target);
  await setup.runUntilIdle();
  let isStopped = false;
  const stopping = dispatcher.stop().then(() => {
    isStopped = true;
  });
  const late = await setup.add(target);
  await setup.pass(4_750);
  expect(isStopped).toBe(false);
  await setup.pass(250);
  await stopping;
  expect((await setup.progressOf(quick))?.state).toBe('delivered');
  for (const id of [slow, late]) expect(await setup.progressOf(id)).toMatchObject({ state: 'pending', attempts: [] });
  expect(setup.sent).toHaveLength(2);

  // At once, without waiting for a lease to end.
  setup.answer = () => answered(200);
  const next = setup.start();
  await setup.runUntilIdle();
  expect(
    setup.sent
      .slice(2)
      .map(({ request }) => request.id)
      .toSorted(),
  ).toEqual([slow, late].toSorted());
  await setup.pass(60_000);
  expect((await setup.progressOf(slow))?.attempts).toHaveLength(1);
  await next.stop();
});

it('[DI11] a stop with nothing under way is over at once', async () => {
  const setup = dispatchSetup();
  const dispatcher = setup.start();
  await setup.runUntilIdle();
  await dispatcher.stop();
  await setup.add(await setup.addHook());
  await setup.pass(5_000);
  expect(setup.sent).toEqual([]);
});

it('[DI13] a worker that is alone does not wait for the leases of one that died', async () => {
  const setup = dispatchSetup();
  await setup.add(await setup.addHook());
  const now = setup.clock.now();
  await setup.storage.deliveryQueue.claim({
    worker: 'dead',
    now,
    leaseUntil: now + 15_000,
    limit: 9,
    bodyBytes: 1_000,
    slots: 99,
    perTarget: 8,
  });
  const dispatcher = setup.start({ isAlone: true });
  await setup.runUntilIdle();
  expect(setup.sent.map(({ at }) => at)).toEqual([0]);
  await dispatcher.stop();
});

it('[DI14] an onFault that throws does not lose a delivery', async () => {
  const setup = dispatchSetup();
  setup.plan = () => Promise.reject(new Error('No plan service.'));
  const dispatcher = setup.start({
    onFault() {
      throw new Error('The log is full.');
    },
  });
  const id = await setup.add(await setup.addHook());
  await setup.pass(1_000);
  expect(await setup.progressOf(id)).toMatchObject({ state: 'pending', dueAt: 1_005_000 });
  await dispatcher.stop();
});

it.for([
  ['an hour', 3_600_000],
  ['five seconds', 5_000],
  ['a day', 86_400_000],
] as const)('[DQ27] a clock that is set back by %s delays neither a retry nor what was just added', async ([, ms]) => {
  const setup = dispatchSetup();
  setup.answer = () => answered(503);
  const dispatcher = setup.start();
  const target = await setup.addHook();
  await setup.add(target);
  await setup.pass(1_000);
  expect(setup.sent).toHaveLength(1);
  const late = await setup.add(await setup.addHook('other'));
  setup.clock.setBack(ms);
  await setup.pass(6_000);
  expect(setup.sent.filter(({ url }) => url.includes('crm')).length).toBeGreaterThanOrEqual(2);
  expect((await setup.progressOf(late))?.attempts.length).toBeGreaterThanOrEqual(1);
  expect(setup.faults).toEqual([]);
  await dispatcher.stop();
});

it('[DQ27] a process that starts after the clock was set back makes the retries that a former one has planned', async () => {
  const contents = memoryStorage();
  const former = dispatchSetup({ storage: contents, at: 90_000_000 });
  former.answer = () => answered(503);
  const dispatcher = former.start();
  await former.add(await former.addHook());
  await former.pass(1_000);
  await dispatcher.stop();
  expect(former.sent).toHaveLength(1);
  const later = dispatchSetup({ storage: contents, at: 86_400_000 });
  const worker = later.start();
  await later.pass(2_000);
  expect(later.sent.map(({ attempt }) => attempt)).toEqual([2]);
  await worker.stop();
});

it('[DQ27] an attempt that ends just before the clock is set back is followed by the next within its gap', async () => {
  const setup = dispatchSetup();
  setup.answer = () => answered(503);
  const { deliveryQueue } = setup.storage;
  let isAway = false;
  setup.storage.deliveryQueue.claim = ((claim) => (request) => {
    if ((request.ended?.length ?? 0) > 0 && !isAway) {
      isAway = true;
      setup.clock.setBack(3_600_000);
      return Promise.reject(new Error('The store is away.'));
    }
    return claim(request);
  })(deliveryQueue.claim);
  const dispatcher = setup.start();
  await setup.add(await setup.addHook());
  await setup.pass(4_000);
  expect(setup.sent.length).toBeGreaterThanOrEqual(2);
  await dispatcher.stop();
});

it('[DQ27] a pause of a worker does not last longer because the clock is set back', async () => {
  const setup = dispatchSetup();
  setup.answer = () => ({ kind: 'abandoned' });
  const dispatcher = setup.start({ pollMs: 1_000 });
  const id = await setup.add(await setup.addHook());
  await setup.runUntilIdle();
  setup.clock.setBack(3_600_000);
  setup.answer = () => answered(204);
  await setup.pass(3_000);
  expect((await setup.progressOf(id))?.state).toBe('delivered');
  await dispatcher.stop();
});
