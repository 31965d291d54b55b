import type { PlanTier } from '../src/domain/blocks/block-definition.ts';
import type { DeliveryProgress } from '../src/domain/delivery/delivery-progress.ts';
import type { DeliveryTarget } from '../src/domain/delivery/delivery-target.ts';
import { type AttemptOutcome, createRetryPolicy } from '../src/domain/delivery/retry-policy.ts';
import {
  type DispatchDependencies,
  type DispatcherOptions,
  type DispatchFault,
  startDispatcher,
} from '../src/engine/dispatch/dispatcher.ts';
import type { EngineStorage } from '../src/engine/events/engine-storage.ts';
import { createEventBus } from '../src/engine/events/event-bus.ts';
import type { StartedWorker } from '../src/engine/lease-worker.ts';
import { createEngineMetrics } from '../src/engine/metrics/engine-metrics.ts';
import type { Operation } from '../src/engine/records/operations.ts';
import { writeOnly } from '../src/engine/use-case/use-case.ts';
import { createWorkSignals } from '../src/engine/work-signal.ts';
import { memoryStorage } from '../src/memory/index.ts';
import type { Cipher } from '../src/ports/cipher.ts';
import type { NewDelivery } from '../src/ports/delivery-store.ts';
import type { Storage } from '../src/ports/storage.ts';
import type { WebhookRequest, WebhookSender } from '../src/ports/webhook-sender.ts';
import { deterministicIds } from '../src/testing/deterministic-ids.ts';
import { type SimulatedClock, simulatedClock } from '../src/testing/simulated-clock.ts';
import { commit, engineStorage } from './stored-records.ts';

export const brand = 'acme';
const startAt = 1_000_000;

/** One call of the sender. */
export interface SentRequest {
  /** Milliseconds since the setup was made. */
  readonly at: number;
  readonly url: string;
  readonly attempt: number;
  readonly request: WebhookRequest;
}

export type Answer = (sent: SentRequest) => AttemptOutcome | Promise<AttemptOutcome>;

export interface DispatchSetup {
  readonly clock: SimulatedClock;
  readonly storage: EngineStorage;
  readonly parts: DispatchDependencies & { readonly sender: WebhookSender };
  readonly sent: readonly SentRequest[];
  readonly faults: readonly DispatchFault[];
  /** The outcome of the next attempts; 204 at once unless changed. */
  answer: Answer;
  plan: () => Promise<PlanTier>;
  start(options?: DispatcherOptions, parts?: Partial<DispatchDependencies>): StartedWorker;
  addHook(name?: string, ofBrand?: string): Promise<DeliveryTarget>;
  addWebhook(name?: string): Promise<DeliveryTarget>;
  add(target: DeliveryTarget, members?: Partial<NewDelivery>, ofBrand?: string): Promise<string>;
  progressOf(id: string): Promise<DeliveryProgress | undefined>;
  /** Stores operations of the brand. */
  commit(...operations: readonly Operation[]): Promise<void>;
  /** The same for operations that no use-case could decide on. */
  commitUnchecked(...operations: readonly Operation[]): Promise<void>;
  /** Runs everything that does not wait for the clock. */
  runUntilIdle(): Promise<void>;
  /** Advances the clock in steps of 250 ms. */
  pass(ms: number): Promise<void>;
}

/** Encrypts nothing, so that tests can read what was stored. */
const plainCipher: Cipher = {
  encrypt: (secret, context) => `${context}|${secret}`,
  decrypt(encrypted, context) {
    if (!encrypted.startsWith(`${context}|`)) throw new Error('It cannot be decrypted.');
    return encrypted.slice(context.length + 1);
  },
  isOutdated: () => false,
};

export interface DispatchSetupOptions {
  readonly storage?: Storage;
  readonly seed?: number;
  readonly at?: number;
  /** Turns of the event loop that `runUntilIdle` waits. */
  readonly turns?: number;
}

export function dispatchSetup(options: DispatchSetupOptions = {}): DispatchSetup {
  const { storage: bare = memoryStorage(), seed = 1, at = startAt, turns = 20 } = options;
  const clock = simulatedClock(at);
  const ids = deterministicIds(seed);
  const signals = createWorkSignals();
  const storage = engineStorage(bare, { signals });
  const commitIn = (ofBrand: string, ...operations: readonly Operation[]) =>
    storage.perform(ofBrand, () => writeOnly({ operations }, undefined));
  const sent: SentRequest[] = [];
  const faults: DispatchFault[] = [];

  const sender: WebhookSender = {
    async send(request) {
      const attempt = Number(request.headers['x-delivery-attempt']);
      const each = { at: clock.now() - startAt, url: request.url, attempt, request };
      sent.push(each);
      return setup.answer(each);
    },
    checkTarget: () => 'accepted',
    close: async () => undefined,
  };

  const setup: DispatchSetup = {
    clock,
    storage,
    sent,
    faults,
    answer: () => ({ kind: 'answered', status: 204 }),
    plan: async () => 'professional',
    parts: {
      storage,
      clock,
      timer: clock,
      ids,
      cipher: plainCipher,
      plans: { planOf: () => setup.plan() },
      sender,
      transports: new Map(),
      retry: createRetryPolicy(),
      userAgentBrand: 'acme-bots',
      signal: signals.deliveries,
      events: createEventBus({ clock, timer: clock }),
      metrics: createEngineMetrics({ storage, clock }),
    },
    start: (options, parts) =>
      startDispatcher({ ...setup.parts, ...parts }, { onFault: (fault) => faults.push(fault), ...options }),
    async addHook(name = 'crm', ofBrand = brand) {
      const channel = await addChannel(name, ofBrand);
      const number = await storage.reads(ofBrand).load({ kind: 'hookNumber' });
      await commitIn(ofBrand, {
        kind: 'insertHook',
        hook: {
          number,
          channelNumber: channel,
          name,
          encryptedUrl: plainCipher.encrypt(`https://${name}.example.com/hook?key=s3cret`, `hook-url:${ofBrand}`),
          origin: `https://${name}.example.com`,
          encryptedToken: plainCipher.encrypt('t0ken', `hook-token:${ofBrand}`),
          active: true,
          disabledByPlan: false,
          createdAt: clock.now(),
          updatedAt: clock.now(),
        },
      });
      return { kind: 'hook', number };
    },
    addWebhook: async (name = 'crm') => ({ kind: 'channel', number: await addChannel(name, brand) }),
    async add(target, members = {}, ofBrand = brand) {
      const id = ids.uuidAt(clock.now());
      const delivery: NewDelivery = {
        id,
        target,
        workspace: 1,
        customerNumber: 1,
        messageUuid: ids.uuid(),
        origin: 'https://crm.example.com',
        createdAt: clock.now(),
        dueAt: clock.now(),
        body: '{"messages":[{"text":"Ünï"}]}',
        ...members,
      };
      await commitIn(ofBrand, { kind: 'addDeliveries', deliveries: [delivery] });
      return id;
    },
    progressOf: async (id) => (await storage.reads(brand).load({ kind: 'delivery', id }))?.progress,
    commit: (...operations) => commitIn(brand, ...operations),
    commitUnchecked: (...operations) => commit(bare, brand, ...operations),
    async runUntilIdle() {
      for (let turn = 0; turn < turns; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    },
    async pass(ms) {
      for (let passed = 0; passed < ms; passed += 250) {
        await setup.runUntilIdle();
        clock.advance(Math.min(250, ms - passed));
      }
      await setup.runUntilIdle();
    },
  };

  async function addChannel(name: string, ofBrand: string): Promise<number> {
    const number = await storage.reads(ofBrand).load({ kind: 'channelNumber' });
    await commitIn(ofBrand, {
      kind: 'insertChannel',
      channel: {
        number,
        id: ids.uuid(),
        name,
        type: 'apichat',
        workspace: 1,
        purpose: 'live',
        active: true,
        configured: false,
        webhook: {
          encryptedUrl: plainCipher.encrypt(
            `https://${name}.example.com/chat?key=s3cret`,
            `channel-webhook:${ofBrand}`,
          ),
          origin: `https://${name}.example.com`,
        },
        createdAt: clock.now(),
      },
    });
    return number;
  }

  return setup;
}
