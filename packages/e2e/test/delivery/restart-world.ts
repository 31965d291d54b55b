import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type AttemptOutcome,
  aesSecretBox,
  createEngine,
  type Delivery,
  deterministicIds,
  type Engine,
  permissions,
  type SimulatedClock,
  type Storage,
  simulatedClock,
  type WebhookRequest,
} from '@botwright/core';
import { sqliteStorage } from '@botwright/storage-sqlite';
import { onTestFinished } from 'vitest';

const startAt = 1_000_000;

/** One process that works on the file, with a clock of its own. */
export interface RestartWorld {
  readonly engine: Engine;
  readonly clock: SimulatedClock;
  readonly sent: readonly { readonly at: number; readonly attempt: number; readonly request: WebhookRequest }[];
  answer: () => AttemptOutcome | Promise<AttemptOutcome>;
  addHook(): Promise<number>;
  add(hook: number): Promise<string>;
  get(id: string): Promise<Delivery>;
  settle(): Promise<void>;
  pass(ms: number): Promise<void>;
}

/** Opens one file again and again, each time for a world of its own. */
export function fileOfWorlds(): (at?: number) => RestartWorld {
  const folder = mkdtempSync(join(tmpdir(), 'botwright-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  let seed = 0;
  return (at = startAt) => {
    seed += 1;
    const storage = sqliteStorage({ file: join(folder, 'bots.db') });
    onTestFinished(() => storage.close());
    return restartWorld(storage, seed, at);
  };
}

function restartWorld(storage: Storage, seed: number, at: number): RestartWorld {
  const clock = simulatedClock(at);
  const ids = deterministicIds(seed);
  const sent: RestartWorld['sent'][number][] = [];
  const secrets = aesSecretBox({ keys: [{ id: 'test', key: new Uint8Array(32) }] });
  const sender = {
    async send(request: WebhookRequest) {
      sent.push({ at: clock.now() - startAt, attempt: Number(request.headers['x-delivery-attempt']), request });
      return world.answer();
    },
    judgeTarget: () => 'accepted' as const,
    close: async () => undefined,
  };
  const plans = { planOf: async () => 'professional' as const };
  const engine = createEngine({ storage, clock, alarm: clock, ids, secrets, plans, sender });
  const caller = engine.as({ brand: 'acme', person: 7, workspaces: [1], permissions });

  const world: RestartWorld = {
    engine,
    clock,
    sent,
    answer: () => ({ kind: 'answered', status: 204 }),
    async addHook() {
      const { channel } = await caller.channels.create({ type: 'apichat', name: 'Shop' });
      return (await caller.hooks.create(channel.number, { url: 'https://crm.example.com/hook' })).number;
    },
    async add(hook) {
      const now = clock.now();
      const id = ids.uuidAt(now);
      const rest = { messageUuid: ids.uuid(), origin: 'https://crm.example.com', createdAt: now, dueAt: now };
      const delivery = { id, workspace: 1, customerNumber: 1, body: '{"messages":[]}', ...rest };
      await storage.transaction('acme', (tx) =>
        tx.deliveries.add([{ ...delivery, target: { kind: 'hook', number: hook } }]),
      );
      return id;
    },
    get: (id) => caller.deliveries.get(id),
    async settle() {
      for (let turn = 0; turn < 100; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    },
    async pass(ms) {
      for (let passed = 0; passed < ms; passed += 250) {
        await world.settle();
        clock.advance(Math.min(250, ms - passed));
      }
      await world.settle();
    },
  };
  return world;
}
