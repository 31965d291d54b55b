import { createServer } from 'node:http';
import { createEngine, type Engine } from '@botwright/core';
import { aesCipher } from '@botwright/core/node';
import type { CustomerRecord, Storage } from '@botwright/core/ports';
import { type SimulatedClock, simulatedClock } from '@botwright/core/testing';
import { createChatApi, createPlatformApi, type TokenApiOptions } from '@botwright/http';
import { readsOf } from '../../../core/test/stored-records.ts';
import { type Adapter, listenerOf } from './adapters.ts';
import { closeServer, listen } from './listen.ts';
import { newCustomer } from './new-customer.ts';
import { createStorage, type StoreName } from './stores.ts';

export const tokens = {
  /** Brand `acme`, workspaces 1 and 2, without any permission. */
  acme: 'token-of-acme-0001',
  /** Brand `acme`, only workspace 1. */
  acmeOne: 'token-of-acme-one-0001',
  globex: 'token-of-globex-0001',
  /** The token of the channel `CRM` of `acme`, in workspace 1. */
  channel: 'token-of-channel-0001',
} as const;

export interface PlatformServer {
  /** The bases of the interfaces, without a slash at the end. */
  readonly platformUrl: string;
  readonly chatUrl: string;
  readonly engine: Engine;
  readonly storage: Storage;
  readonly clock: SimulatedClock;
  readonly faults: readonly unknown[];
  /** Numbers of channels of `acme`: one in each workspace. */
  readonly channels: { readonly one: number; readonly two: number };
  newCustomer(channelNumber: number, change?: Partial<CustomerRecord>): Promise<number>;
  close(): Promise<void>;
}

export interface PlatformServerOptions {
  readonly adapter?: Adapter;
  readonly store?: StoreName;
  /** A store that other servers use too. */
  readonly storage?: Storage;
  readonly api?: Partial<TokenApiOptions>;
}

/** Serves both interfaces, each on a port. The rate limit is off unless asked for. */
export async function startPlatform(options: PlatformServerOptions = {}): Promise<PlatformServer> {
  const { adapter = 'nodeListener' } = options;
  const storage = options.storage ?? (await createStorage(options.store));
  const clock = simulatedClock();
  const cipher = aesCipher({ keys: [{ id: 'k1', key: new Uint8Array(32).fill(7) }] });
  const engine = createEngine({ storage, clock, cipher });
  await engine.configure(brands);

  const faults: unknown[] = [];
  const api = { clock, rateLimit: 0, failedTokenLimit: 0, onFault: (error: unknown) => void faults.push(error) };
  const platform = createPlatformApi({ engine, publicUrl: 'https://api.acme.test/v1/', ...api, ...options.api });
  const chat = createChatApi({ engine, publicUrl: 'https://chat.acme.test/v1/', ...api, ...options.api });
  const servers = [
    createServer(await listenerOf(adapter, platform, '')),
    createServer(await listenerOf(adapter, chat, '')),
  ];
  const [platformPort, chatPort] = await Promise.all(servers.map(listen));
  const query = { workspaces: [1, 2], offset: 0, limit: 10 };
  const { items } = await readsOf(storage).load({ kind: 'channels', query });
  const numberIn = (workspace: number) => items.find((each) => each.workspace === workspace)?.number ?? 0;
  let visitors = 0;

  return {
    platformUrl: `http://127.0.0.1:${platformPort}/v1`,
    chatUrl: `http://127.0.0.1:${chatPort}/v1`,
    engine,
    storage,
    clock,
    faults,
    channels: { one: numberIn(1), two: numberIn(2) },
    async newCustomer(channelNumber, change = {}) {
      visitors += 1;
      return newCustomer(storage, 'acme', {
        channelNumber,
        token: `visitor-${visitors}`,
        name: 'Cleo',
        registerDate: clock.now(),
        ...change,
      });
    },
    async close() {
      for (const server of servers) await closeServer(server);
      await engine.close();
    },
  };
}

const brands = [
  {
    name: 'acme',
    plan: 'professional',
    workspaces: [1, 2],
    agents: [{ id: 50, name: 'Bob', email: 'bob@acme.test' }],
    tokens: [
      { token: tokens.acme, person: 7, permissions: [] },
      { token: tokens.acmeOne, person: 8, workspaces: [1] },
    ],
    channels: [
      { type: 'apichat', name: 'CRM', workspace: 1, token: tokens.channel },
      { type: 'native', name: 'Site', workspace: 2 },
    ],
  },
  { name: 'globex', plan: 'sandbox', workspaces: [1], tokens: [{ token: tokens.globex, person: 70 }] },
] as const;
