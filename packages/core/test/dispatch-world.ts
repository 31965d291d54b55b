import type { PlanTier } from '../src/domain/blocks/block-definition.ts';
import type { AttemptOutcome } from '../src/domain/delivery/attempt-outcome.ts';
import type { DeliveryProgress } from '../src/domain/delivery/delivery-progress.ts';
import type { DeliveryTarget } from '../src/domain/delivery/delivery-target.ts';
import { createRetryPolicy } from '../src/domain/delivery/retry-policy.ts';
import { createBell } from '../src/engine/conversations/bell.ts';
import { announceDeliveries } from '../src/engine/dispatch/announce-deliveries.ts';
import type { DispatchFault, DispatchParts } from '../src/engine/dispatch/dispatch-parts.ts';
import { type Dispatcher, type DispatcherOptions, startDispatcher } from '../src/engine/dispatch/start-dispatcher.ts';
import { memoryStorage } from '../src/memory/index.ts';
import type { NewDelivery } from '../src/ports/delivery-store.ts';
import type { SecretBox } from '../src/ports/secret-box.ts';
import type { Storage } from '../src/ports/storage.ts';
import type { WebhookRequest, WebhookSender } from '../src/ports/webhook-sender.ts';
import { deterministicIds } from '../src/simulation/deterministic-ids.ts';
import { type SimulatedClock, simulatedClock } from '../src/simulation/simulated-clock.ts';

export const brand = 'acme';
const startAt = 1_000_000;

/** One call of the sender. */
export interface SentRequest {
  /** Since the world began, in milliseconds. */
  readonly at: number;
  readonly url: string;
  readonly attempt: number;
  readonly request: WebhookRequest;
}

export type Answer = (sent: SentRequest) => AttemptOutcome | Promise<AttemptOutcome>;

export interface DispatchWorld {
  readonly clock: SimulatedClock;
  readonly storage: Storage;
  readonly parts: DispatchParts;
  readonly sent: readonly SentRequest[];
  readonly faults: readonly DispatchFault[];
  /** What the sender says from now on; 204 at once to begin with. */
  answer: Answer;
  plan: () => Promise<PlanTier>;
  start(options?: DispatcherOptions, parts?: Partial<DispatchParts>): Dispatcher;
  addHook(name?: string, ofBrand?: string): Promise<DeliveryTarget>;
  addWebhook(name?: string): Promise<DeliveryTarget>;
  add(target: DeliveryTarget, members?: Partial<NewDelivery>, ofBrand?: string): Promise<string>;
  progressOf(id: string): Promise<DeliveryProgress | undefined>;
  /** Lets everything happen that does not wait for time. */
  settle(): Promise<void>;
  /** Lets time pass in steps of 250 ms. */
  pass(ms: number): Promise<void>;
}

/** Opens what it sealed, and shows to tests what was sealed. */
const plainBox: SecretBox = {
  seal: (secret, context) => `${context}|${secret}`,
  open(sealed, context) {
    if (!sealed.startsWith(`${context}|`)) throw new Error('It does not open.');
    return sealed.slice(context.length + 1);
  },
  isOutdated: () => false,
};

export interface WorldOptions {
  readonly storage?: Storage;
  readonly seed?: number;
  readonly at?: number;
  /** Turns of the event loop in which everything has happened that does not wait for time. */
  readonly turns?: number;
}

export function dispatchWorld(options: WorldOptions = {}): DispatchWorld {
  const { storage: bare = memoryStorage(), seed = 1, at = startAt, turns = 20 } = options;
  const clock = simulatedClock(at);
  const ids = deterministicIds(seed);
  const outbox = createBell();
  const storage = announceDeliveries(bare, outbox);
  const sent: SentRequest[] = [];
  const faults: DispatchFault[] = [];

  const sender: WebhookSender = {
    async send(request) {
      const attempt = Number(request.headers['x-delivery-attempt']);
      const each = { at: clock.now() - startAt, url: request.url, attempt, request };
      sent.push(each);
      return world.answer(each);
    },
    judgeTarget: () => 'accepted',
    close: async () => undefined,
  };

  const world: DispatchWorld = {
    clock,
    storage,
    sent,
    faults,
    answer: () => ({ kind: 'answered', status: 204 }),
    plan: async () => 'professional',
    parts: {
      storage,
      clock,
      alarm: clock,
      ids,
      secrets: plainBox,
      plans: { planOf: () => world.plan() },
      sender,
      retry: createRetryPolicy(),
      userAgentBrand: 'acme-bots',
      outbox,
    },
    start: (options, parts) =>
      startDispatcher({ ...world.parts, ...parts }, { onFault: (fault) => faults.push(fault), ...options }),
    async addHook(name = 'crm', ofBrand = brand) {
      const channel = await addChannel(name, ofBrand);
      const hook = await storage.transaction(ofBrand, (tx) =>
        tx.hooks.insert({
          channelNumber: channel,
          name,
          sealedUrl: plainBox.seal(`https://${name}.example.com/hook?key=s3cret`, `hook-url:${ofBrand}`),
          origin: `https://${name}.example.com`,
          sealedToken: plainBox.seal('t0ken', `hook-token:${ofBrand}`),
          active: true,
          disabledByPlan: false,
          createdAt: clock.now(),
          updatedAt: clock.now(),
        }),
      );
      return { kind: 'hook', number: hook.number };
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
      await storage.transaction(ofBrand, (tx) => tx.deliveries.add([delivery]));
      return id;
    },
    progressOf: async (id) => (await storage.reader(brand).deliveries.find(id))?.progress,
    async settle() {
      for (let turn = 0; turn < turns; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    },
    async pass(ms) {
      for (let passed = 0; passed < ms; passed += 250) {
        await world.settle();
        clock.advance(Math.min(250, ms - passed));
      }
      await world.settle();
    },
  };

  async function addChannel(name: string, ofBrand: string): Promise<number> {
    const { number } = await storage.transaction(ofBrand, (tx) =>
      tx.channels.insert({
        id: ids.uuid(),
        name,
        type: 'apichat',
        workspace: 1,
        purpose: 'live',
        active: true,
        configured: false,
        webhook: {
          sealedUrl: plainBox.seal(`https://${name}.example.com/chat?key=s3cret`, `channel-webhook:${ofBrand}`),
          origin: `https://${name}.example.com`,
        },
        createdAt: clock.now(),
      }),
    );
    return number;
  }

  return world;
}
