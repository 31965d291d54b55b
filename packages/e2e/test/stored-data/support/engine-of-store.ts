import {
  type BrandEngine,
  createEngine,
  type Engine,
  type IdentifiedEngine,
  type Principal,
  permissions,
} from '@botwright/core';
import type { HostedEffect } from '@botwright/core/conversation';
import { param } from '@botwright/core/diagram';
import { aesCipher } from '@botwright/core/node';
import type { ChannelDeployer, EffectHost, Storage } from '@botwright/core/ports';
import { conversationRunner, defineBlock, leave, waitForResult } from '@botwright/core/runner';
import { deterministicIds, type PretendProviders, type SimulatedClock, simulatedClock } from '@botwright/core/testing';
import { watchedProviders } from '../../support/watched-providers.ts';

export const connectUrl = 'https://bots.example/connect';
export const acme: Principal = { brand: 'acme', person: 7, workspaces: [1, 2], permissions };
export const globex: Principal = { brand: 'globex', person: 8, workspaces: [1], permissions };

export interface StoreEngine {
  readonly storage: Storage;
  readonly engine: Engine;
  readonly caller: BrandEngine;
  readonly clock: SimulatedClock;
  readonly pretend: PretendProviders;
  /** Each effect that the host was asked for, with its customer. */
  readonly effects: { readonly customer: number; readonly effect: HostedEffect }[];
}

/** A block of a host, whose outcome the conversation awaits. */
const loyalty = defineBlock({
  definition: {
    name: 'acme_loyalty',
    template: 'acme_loyalty',
    title: 'Read points',
    description: 'Reads how many points the visitor has.',
    group: 'acme',
    variants: [
      {
        params: [param('destination', 'string', { required: true, description: 'The Field that gets the points.' })],
        outputs: ['$success', '$failed'],
      },
    ],
  },
  behaviour: {
    enter: () => waitForResult({ kind: 'host', name: 'acme.loyalty', data: { currency: 'EUR' } }),
    resolve: ({ params }, outcome) =>
      outcome.ok
        ? leave('$success', {
            writes: [
              { kind: 'set', name: String(params['destination']), type: 'integer', value: Number(outcome.value) },
            ],
          })
        : leave('$failed'),
  },
});

/**
 * An engine on a store, with ids of its own. Equal arguments give equal ids.
 *
 * @param startAt - Default: the moment at which the frozen data begin.
 */
export function engineOf(
  storage: Storage,
  seed: number,
  { startAt, channelDeployer }: { readonly startAt?: number; readonly channelDeployer?: ChannelDeployer } = {},
): StoreEngine {
  const clock = simulatedClock(startAt);
  const { pretend } = watchedProviders({ clock, lifeMs: 60 * 60 * 1_000 });
  const blocks = [loyalty];
  const effects: { customer: number; effect: HostedEffect }[] = [];
  const later: EffectHost = {
    async carryOut(effect, { customerNumber }) {
      effects.push({ customer: customerNumber, effect });
      return 'later';
    },
  };
  const engine = createEngine({
    storage,
    clock,
    timer: clock,
    ids: deterministicIds(seed),
    blocks,
    runner: conversationRunner({ blocks }),
    effects: later,
    cipher: aesCipher({ keys: [{ id: 'k1', key: new Uint8Array(32).fill(1) }] }),
    connectedAccounts: { providers: pretend.providers, connectUrl },
    keepEvents: { forMs: 365 * 24 * 60 * 60 * 1_000 },
    journal: { forMs: 30 * 24 * 60 * 60 * 1_000, redact: { fields: ['email'] } },
    ...(channelDeployer !== undefined && { channelDeployer }),
  });
  return { storage, engine, caller: engine.as(acme), clock, pretend, effects };
}

export const uuidOfAnn = '0c8f4a6e-7d55-4b7a-9c43-2f6d1f0e5a11';

/** The identities of a host with UUIDs. */
export function identitiesOf(storage: Storage): IdentifiedEngine['identities'] {
  return createEngine({ storage, identities: { person: 'string' } }).identities;
}

/** Reads events as the subscriber `billing`, until one is of this type. @returns Their types. */
export async function readEventsUntil({ engine }: StoreEngine, last: string): Promise<readonly string[]> {
  const types: string[] = [];
  const found = Promise.withResolvers<void>();
  const subscription = engine.events.subscribe(
    ({ type }) => {
      if (types.at(-1) === last) return;
      types.push(type);
      if (type === last) found.resolve();
    },
    { name: 'billing', from: 'oldest', onFault: found.reject },
  );
  await found.promise;
  await subscription.end();
  return types;
}
