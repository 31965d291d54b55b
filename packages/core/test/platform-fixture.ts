import type { PlanTier } from '../src/domain/blocks/block-definition.ts';
import type { DeliveryTarget } from '../src/domain/delivery/delivery-target.ts';
import type { ChannelCreation } from '../src/domain/inputs/channels.ts';
import type { BrandConfiguration } from '../src/domain/inputs/configuration.ts';
import type { Principal } from '../src/domain/principal.ts';
import type { BrandEngine } from '../src/engine/engine.ts';
import type { EngineOptions } from '../src/engine/engine-options.ts';
import { memoryStorage } from '../src/memory/index.ts';
import type { InboxItem } from '../src/ports/conversation-store.ts';
import type { TargetCheck, WebhookSender } from '../src/ports/webhook-sender.ts';
import type { CustomerRecord } from '../src/records/customers.ts';
import { engineFixture, type Fixture, principalOf } from './engine-fixture.ts';
import { commit, readsOf } from './stored-records.ts';

export const agentToken = 'agent-token-of-acme';

export const acmeBrand: BrandConfiguration = {
  name: 'acme',
  plan: 'professional',
  workspaces: [1, 2],
  tokens: [{ token: agentToken, person: 7 }],
  agents: [
    { id: 7, name: 'Ada', email: 'ada@example.org' },
    { id: 8, name: 'Bob', email: 'bob@example.org' },
  ],
};

export const otherBrand: BrandConfiguration = { name: 'other', plan: 'professional', workspaces: [1], tokens: [] };

export interface PlatformFixture extends Fixture {
  /** Callers who may not see records of acme in workspace 1. */
  readonly strangers: readonly BrandEngine[];
  as(change?: Partial<Principal>): BrandEngine;
  /** Applies acme with this plan, and `other`. */
  setPlan(plan: PlanTier): Promise<void>;
  /** A channel of type `apichat` unless `creation` has another. */
  newChannel(creation?: Partial<ChannelCreation>): Promise<number>;
  /** The test channel of a new bot. */
  newTestChannel(): Promise<number>;
  newCustomer(channel: number, change?: Partial<CustomerRecord>): Promise<number>;
  /** A native bot with a version, by id and number. */
  newBot(options?: { readonly published?: boolean }): Promise<{ readonly id: string; readonly number: number }>;
  /** In the order in which they were made. */
  deliveries(): Promise<readonly SeenDelivery[]>;
  /** Takes out what was pushed for the customer's conversation. */
  inbox(customer: number): Promise<readonly InboxItem[]>;
}

export interface SeenDelivery {
  readonly target: DeliveryTarget;
  readonly state: string;
  readonly messageUuid: string;
  readonly origin: string;
  readonly body: string;
}

/** An engine whose brand `acme` has the workspaces 1 and 2, and the agents Ada, who calls, and Bob. */
export async function platformFixture(options: Partial<EngineOptions> = {}): Promise<PlatformFixture> {
  const storage = memoryStorage();
  const fixture = engineFixture({ storage, ...options });
  const { engine, clock } = fixture;
  await engine.configure([acmeBrand, otherBrand]);
  const as = (change: Partial<Principal> = {}): BrandEngine => engine.as(principalOf(change));
  const acme = as();
  let tokens = 0;

  return {
    ...fixture,
    acme,
    as,
    strangers: [as({ brand: 'other' }), as({ workspaces: [2] }), as({ workspaces: [] })],
    setPlan: (plan) => engine.configure([{ ...acmeBrand, plan }, otherBrand]),
    async newChannel(creation = {}) {
      const { channel } = await acme.channels.create({ type: 'apichat', name: 'Chat', ...creation });
      return channel.number;
    },
    async newTestChannel() {
      const { id } = await acme.bots.create({ name: 'Tested', channelFamily: 'apichat' });
      const channels = await readsOf(storage).load({ kind: 'channelsOfBot', botId: id });
      return channels.find(({ purpose }) => purpose === 'test')?.number ?? 0;
    },
    async newCustomer(channelNumber, change = {}) {
      tokens += 1;
      const reads = readsOf(storage);
      const { workspace = 1, purpose = 'live' } = (await reads.load({ kind: 'channel', number: channelNumber })) ?? {};
      const number = await reads.load({ kind: 'customerNumber' });
      await commit(storage, 'acme', {
        kind: 'insertCustomer',
        customer: {
          number,
          channelNumber,
          workspace,
          purpose,
          token: `visitor-${tokens}`,
          name: 'Cleo',
          email: '',
          phone: '',
          archived: false,
          blocked: false,
          optIn: true,
          registerDate: clock.now(),
          unread: 0,
          lastSeq: 0,
          fields: {},
          ...change,
        },
      });
      return number;
    },
    async newBot({ published = true } = {}) {
      const { id, number } = await acme.bots.create({ name: 'Sales', channelFamily: 'native' });
      if (published) {
        await acme.drafts.replace(id, greeting);
        await acme.versions.publish(id);
      }
      return { id, number };
    },
    async inbox(customer) {
      const { load } = readsOf(storage);
      const items: InboxItem[] = [];
      for (;;) {
        const entry = await load({ kind: 'inboxEntry', customer });
        if (entry === undefined) return items;
        items.push(entry.item);
        await commit(storage, 'acme', { kind: 'giveUpStep', customer, step: { entry: entry.number } });
      }
    },
    async deliveries() {
      const { load } = readsOf(storage);
      const query = { workspaces: [1, 2], offset: 0, limit: 1_000 };
      const { items } = await load({ kind: 'deliveries', query });
      const bodies = items.map(async ({ id, target, progress, messageUuid, origin }) => {
        const body = (await load({ kind: 'deliveryBody', id })) ?? '';
        return { target, state: progress.state, messageUuid, origin, body };
      });
      return (await Promise.all(bodies)).toReversed();
    },
  };
}

const greeting = {
  nodes: {
    hidden: { id: 'hidden', path: 'hidden', template: 'hidden', params: {} },
    welcome: {
      id: 'welcome',
      path: 'welcome',
      template: 'buttons',
      params: { version: 3, text: 'Hello', buttons: [{ id: 'a', label: 'A' }] },
    },
  },
  connections: {},
};

/** A sender that sends nothing, and checks targets by the table. */
export function checkingSender(results: Readonly<Record<string, TargetCheck>>): WebhookSender {
  return {
    send: async () => ({ kind: 'abandoned' }),
    checkTarget: (url) => results[new URL(url).hostname] ?? 'accepted',
    async close() {},
  };
}
