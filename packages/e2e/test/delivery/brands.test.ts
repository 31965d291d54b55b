import { setTimeout as wait } from 'node:timers/promises';
import { type BrandEngine, createEngine, type Engine, permissions } from '@botwright/core';
import type { Storage } from '@botwright/core/ports';
import { systemResolver, undiciSender } from '@botwright/sender-undici';
import { sqliteStorage } from '@botwright/storage/sqlite';
import { expect, it, onTestFinished, vi } from 'vitest';
import { startNameServer } from '../support/name-server.ts';
import { newCustomer } from '../support/new-customer.ts';
import { answer, startReceiver } from '../support/receiver.ts';

/** One brand, with a customer whose messages go to hooks. */
interface Sayer {
  readonly caller: BrandEngine;
  addHooks(urls: readonly string[]): Promise<void>;
  say(): Promise<void>;
}

async function openBrand(engine: Engine, storage: Storage, brand: string): Promise<Sayer> {
  const caller = engine.as({ brand, person: 7, workspaces: [1], permissions });
  const { channel } = await caller.channels.create({ type: 'apichat', name: 'Shop' });
  const customer = await newCustomer(storage, brand, { channelNumber: channel.number, token: 'c1' });
  return {
    caller,
    async addHooks(urls) {
      for (const url of urls) await caller.hooks.create(channel.number, { url });
    },
    async say() {
      await caller.messages.send(customer, 'text', { message: 'Hello' });
    },
  };
}

/** Two brands that share a worker. Their name server never answers names that begin with `silent`. */
async function openBrands(): Promise<{ readonly crowd: Sayer; readonly calm: Sayer }> {
  const storage = sqliteStorage({ file: ':memory:' });
  const nameServer = await startNameServer();
  onTestFinished(() => nameServer.close());
  const resolver = systemResolver({ servers: [nameServer.address] });
  const sender = undiciSender({ allowedCidrs: ['127.0.0.0/8'], resolver });
  const engine = createEngine({ storage, sender });
  const brands = ['crowd', 'calm'] as const;
  await engine.configure(brands.map((name) => ({ name, plan: 'business' as const, workspaces: [1], tokens: [] })));
  const [crowd, calm] = [await openBrand(engine, storage, 'crowd'), await openBrand(engine, storage, 'calm')];
  const workers = engine.startWorkers();
  onTestFinished(async () => {
    await sender.close();
    await workers.stop();
    await engine.close();
  });
  return { crowd, calm };
}

/** @returns The longest of ten times from a message to the response of its hook, in milliseconds. */
async function longestOfTen(calm: Sayer, arrivals: readonly number[]): Promise<number> {
  let longest = 0;
  for (let round = 0; round < 10; round += 1) {
    const [before, startedAt] = [arrivals.length, performance.now()];
    await calm.say();
    await vi.waitFor(() => expect(arrivals).toHaveLength(before + 1), { timeout: 30_000, interval: 1 });
    longest = Math.max(longest, (arrivals[before] as number) - startedAt);
    await wait(20);
  }
  return longest;
}

it.for([
  ['60 hooks that hang', 60, (origin: string, index: number) => `${origin}/hang/${index}`],
  ['60 names that nobody answers', 60, (_: string, index: number) => `http://silent-${index}.example/`],
  ['12 names that nobody answers', 12, (_: string, index: number) => `http://silent-${index}.example/`],
] as const)(
  '[DI23][DQ20][SN35][WH15] beside a brand with %s, deliveries of another are neither late nor lost',
  { timeout: 60_000 },
  async ([, hooks, urlOf]) => {
    const arrivals: number[] = [];
    const hanging = await startReceiver();
    const receiver = await startReceiver((socket) => {
      arrivals.push(performance.now());
      socket.end(answer(204));
    });
    const { crowd, calm } = await openBrands();
    await calm.addHooks([receiver.origin.replace('127.0.0.1', 'calm.example')]);
    await crowd.addHooks(Array.from({ length: hooks }, (_, index) => urlOf(hanging.origin, index)));
    await longestOfTen(calm, arrivals);
    const quiet = await longestOfTen(calm, arrivals);

    for (let message = 0; message < 8; message += 1) await crowd.say();
    await wait(200);
    const beside = await longestOfTen(calm, arrivals);

    // A place that hangs is held for five seconds or more.
    expect(beside).toBeLessThan(2 * quiet + 4_000);
    // A receiver has a request before its result is stored.
    await expect.poll(async () => (await calm.caller.deliveries.list({ state: 'delivered' })).total).toBe(30);
    expect((await calm.caller.deliveries.list()).total).toBe(30);
    const waiting = await crowd.caller.deliveries.list({ state: 'pending' });
    expect(waiting.total).toBeGreaterThan(0);
  },
);
