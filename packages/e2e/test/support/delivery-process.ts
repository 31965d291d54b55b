import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createEngine, type Delivery, type Engine, permissions } from '@botwright/core';
import { aesCipher } from '@botwright/core/node';
import type { Storage, WebhookRequest } from '@botwright/core/ports';
import { deterministicIds, type SimulatedClock, simulatedClock } from '@botwright/core/testing';
import type { AttemptOutcome } from '@botwright/core/webhooks';
import { sqliteStorage } from '@botwright/storage/sqlite';
import { onTestFinished } from 'vitest';
import { commit } from '../../../core/test/stored-records.ts';

const startAt = 1_000_000;

/** A process with a separate clock that sends deliveries from the file. */
export interface DeliveryProcess {
  readonly engine: Engine;
  readonly clock: SimulatedClock;
  readonly sent: readonly { readonly at: number; readonly attempt: number; readonly request: WebhookRequest }[];
  answer: () => AttemptOutcome | Promise<AttemptOutcome>;
  addHook(): Promise<number>;
  add(hook: number): Promise<string>;
  get(id: string): Promise<Delivery>;
  runUntilIdle(): Promise<void>;
  pass(ms: number): Promise<void>;
}

/** Starts one process after another on the same file. */
export function processesOnOneFile(): (at?: number) => DeliveryProcess {
  const folder = mkdtempSync(join(tmpdir(), 'botwright-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  let seed = 0;
  return (at = startAt) => {
    seed += 1;
    const storage = sqliteStorage({ file: join(folder, 'bots.db') });
    onTestFinished(() => storage.close());
    return deliveryProcess(storage, seed, at);
  };
}

function deliveryProcess(storage: Storage, seed: number, at: number): DeliveryProcess {
  const clock = simulatedClock(at);
  const ids = deterministicIds(seed);
  const sent: DeliveryProcess['sent'][number][] = [];
  const cipher = aesCipher({ keys: [{ id: 'test', key: new Uint8Array(32) }] });
  const sender = {
    async send(request: WebhookRequest) {
      sent.push({ at: clock.now() - startAt, attempt: Number(request.headers['x-delivery-attempt']), request });
      return started.answer();
    },
    checkTarget: () => 'accepted' as const,
    close: async () => undefined,
  };
  const plans = { planOf: async () => 'professional' as const };
  const engine = createEngine({ storage, clock, timer: clock, ids, cipher, plans, sender });
  const caller = engine.as({ brand: 'acme', person: 7, workspaces: [1], permissions });

  const started: DeliveryProcess = {
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
      const target = { kind: 'hook', number: hook } as const;
      await commit(storage, 'acme', { kind: 'addDeliveries', deliveries: [{ ...delivery, target }] });
      return id;
    },
    get: (id) => caller.deliveries.get(id),
    async runUntilIdle() {
      for (let turn = 0; turn < 100; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    },
    async pass(ms) {
      for (let passed = 0; passed < ms; passed += 250) {
        await started.runUntilIdle();
        clock.advance(Math.min(250, ms - passed));
      }
      await started.runUntilIdle();
    },
  };
  return started;
}
