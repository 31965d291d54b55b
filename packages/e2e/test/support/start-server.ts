import { createServer, type RequestListener } from 'node:http';
import { createEngine, type Engine, type EngineOptions } from '@botwright/core';
import type { ChannelDeployer, Storage } from '@botwright/core/ports';
import { type SimulatedClock, simulatedClock } from '@botwright/core/testing';
import { type BotsApiOptions, createBotsApi, type HttpApi, type ServedRequest } from '@botwright/http';
import { type Adapter, listenerOf } from './adapters.ts';
import { brands } from './callers.ts';
import { closeServer, listen } from './listen.ts';
import { createStorage, type StoreName } from './stores.ts';

export interface ServerOptions {
  /** Handles requests with `Expect: 100-continue`, which Node otherwise answers. */
  readonly onExpectation?: (listener: RequestListener) => RequestListener;
  readonly adapter?: Adapter | ((api: HttpApi) => RequestListener | Promise<RequestListener>);
  /** The path at which the host mounts the adapter; default: none. */
  readonly prefix?: string;
  readonly store?: StoreName;
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
  /** The errors that the API reported to `onFault`. */
  readonly faults: readonly unknown[];
  readonly answered: readonly ServedRequest[];
  /** The channel deployer; it does nothing unless a test changes it. */
  readonly deployer: { -readonly [K in keyof ChannelDeployer]: ChannelDeployer[K] };
  close(): Promise<void>;
}

/** The base of links, which is not the address that tests call. */
export const publicUrl = 'https://bots.acme.test/v0-alpha';

/** Starts the API on a free port. The rate limit is off unless asked for. */
export async function startServer(options: ServerOptions = {}): Promise<TestServer> {
  const storage = await createStorage(options.store);
  const clock = simulatedClock();
  const deployer: TestServer['deployer'] = { async prepareVersion() {}, async prepareTest() {} };
  const channelDeployer: ChannelDeployer = {
    prepareVersion: (deployment) => deployer.prepareVersion(deployment),
    prepareTest: (deployment) => deployer.prepareTest(deployment),
  };
  const engine = createEngine({ storage, clock, channelDeployer, ...options.engine });
  await engine.configure(brands);

  const faults: unknown[] = [];
  const answered: ServedRequest[] = [];
  const api = createBotsApi({
    engine,
    clock,
    publicUrl,
    rateLimit: 0,
    onFault: (error) => void faults.push(error),
    onResponse: (event) => void answered.push(event),
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
      await closeServer(server);
      await engine.close();
    },
  };
}
