import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  type ChannelDeployer,
  createEngine,
  type Engine,
  type EngineOptions,
  type SimulatedClock,
  type Storage,
  simulatedClock,
} from '@botwright/core';
import { memoryStorage } from '@botwright/core/memory';
import { type Answered, type BotsApiOptions, createBotsApi, type HttpApi } from '@botwright/http';
import { sqliteStorage } from '@botwright/storage-sqlite';
import { type Adapter, listenerOf } from './adapters.ts';
import { brands } from './callers.ts';

export type Store = 'memory' | 'sqlite';

export interface ServerOptions {
  /** Gives requests that expect a 100 to this in place of the server's own answer. */
  readonly onExpectation?: (listener: RequestListener) => RequestListener;
  readonly adapter?: Adapter | ((api: HttpApi) => RequestListener | Promise<RequestListener>);
  /** Where the host of the adapter mounts it; default: not below anything. */
  readonly prefix?: string;
  readonly store?: Store;
  readonly api?: Partial<BotsApiOptions>;
  readonly engine?: Partial<EngineOptions>;
}

export interface TestServer {
  readonly origin: string;
  /** The public base. */
  readonly url: string;
  readonly port: number;
  readonly engine: Engine;
  readonly storage: Storage;
  readonly clock: SimulatedClock;
  /** What the API called faults. */
  readonly faults: readonly unknown[];
  readonly answered: readonly Answered[];
  /** What deployments do; prepares nothing unless changed. */
  readonly deployer: { -readonly [K in keyof ChannelDeployer]: ChannelDeployer[K] };
  close(): Promise<void>;
}

/** What links are made of: never the address that the test calls. */
export const publicUrl = 'https://bots.acme.test/v0-alpha';

/** Starts the API on a free port. The rate limit is off unless asked for. */
export async function startServer(options: ServerOptions = {}): Promise<TestServer> {
  const storage = options.store === 'sqlite' ? sqliteStorage({ file: ':memory:' }) : memoryStorage();
  const clock = simulatedClock();
  const deployer: TestServer['deployer'] = { async prepareVersion() {}, async prepareTest() {} };
  const channelDeployer: ChannelDeployer = {
    prepareVersion: (deployment) => deployer.prepareVersion(deployment),
    prepareTest: (deployment) => deployer.prepareTest(deployment),
  };
  const engine = createEngine({ storage, clock, channelDeployer, ...options.engine });
  await engine.configure(brands);

  const faults: unknown[] = [];
  const answered: Answered[] = [];
  const api = createBotsApi({
    engine,
    clock,
    publicUrl,
    rateLimit: 0,
    onFault: (error) => void faults.push(error),
    onAnswered: (event) => void answered.push(event),
    ...options.api,
  });
  const { adapter = 'nodeListener', prefix = '' } = options;
  const listener = await (typeof adapter === 'function' ? adapter(api) : listenerOf(adapter, api, prefix));
  const server = createServer(listener);
  if (options.onExpectation !== undefined) server.on('checkContinue', options.onExpectation(listener));
  const port = await listen(server);
  const origin = `http://127.0.0.1:${port}`;
  return {
    origin,
    url: `${origin}${prefix}/v0-alpha`,
    port,
    engine,
    storage,
    clock,
    faults,
    answered,
    deployer,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await engine.close();
    },
  };
}

async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}
