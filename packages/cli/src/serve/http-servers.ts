import type { RequestListener } from 'node:http';
import { createConsole } from '@botwright/console';
import type { Engine } from '@botwright/core';
import type { Storage } from '@botwright/core/ports';
import {
  type ApiOptions,
  combineApis,
  createBotsApi,
  createChatApi,
  createPlatformApi,
  type HttpApi,
  type MountedApi,
} from '@botwright/http';
import { nodeListener, toHttpRequest } from '@botwright/http-node';
import { createWebChat } from '@botwright/web-chat';
import type { Config } from '../config/config-schema.ts';
import { accountPages, type ConnectedAccounts } from '../connect/connected-accounts.ts';
import type { TokenSignIn } from '../connect/token-sign-in.ts';
import type { BoundServer } from './bind-server.ts';
import { createDrain } from './drain.ts';
import { exampleBots } from './example-bots.ts';
import { forwardedAddress } from './forwarded-address.ts';
import { type Logger, logFault } from './logger.ts';
import type { MailOutbox } from './mail-outbox.ts';
import { createMetrics } from './metrics.ts';
import { answerOperator, operatorPathOf } from './operator-paths.ts';
import type { ServeOptions } from './serve-options.ts';
import { templateBots } from './template-bots.ts';

/** Milliseconds that a stopping server waits for pending responses before it cuts them off. */
const drainDeadlineMs = 8_000;

/** Two listening servers: APIchat has a separate port. */
export interface BoundServers {
  readonly bots: BoundServer;
  readonly chat: BoundServer;
}

/** The parts of every server. */
interface ServerParts {
  readonly options: ServeOptions;
  readonly engine: Engine;
  readonly storage: Storage;
  readonly logger: Logger;
  /** Called and awaited before each request, except on the port of APIchat. */
  beforeRequest(): Promise<void> | undefined;
}

/** The parts of a server with interfaces. */
interface HttpParts extends ServerParts {
  readonly config: Config;
  readonly bound: BoundServers;
  readonly accounts: ConnectedAccounts;
  readonly signIn: TokenSignIn;
  /** The mails that are not sent, if the server stores them. */
  readonly outbox: MailOutbox | undefined;
}

/** Starts to answer only `/healthz` and `/metrics`, on a listening server. @spec SV49 */
export function openOperatorServer(
  { options, engine, storage, logger, beforeRequest }: ServerParts,
  bound: BoundServer,
): Pick<HttpServers, 'close'> {
  const drain = createDrain();
  const operator = { metrics: createMetrics(engine), isHealthy: () => isHealthy(storage, drain.isDraining), logger };
  bound.open((request, response) => {
    drain.watch(response);
    const path = operatorPathOf(request, options);
    if (path === undefined) return void response.writeHead(404, { 'content-length': '0' }).end();
    void Promise.resolve(beforeRequest()).then(() => answerOperator(path, request, response, operator));
  });
  return { close: () => drain.drain(bound.server, drainDeadlineMs) };
}

/** Base URLs at the addresses of this process. */
export interface BaseUrls {
  readonly bots: string;
  readonly platform: string;
  readonly chat: string;
}

export interface HttpServers {
  readonly urls: BaseUrls;
  /** Base URL of the web chat's pages: the number of the bot follows, after a slash. */
  readonly chatUrl: string;
  /** Uses this config for later requests; pending requests keep the old config. @spec SV19 */
  apply(config: Config): void;
  /** Accepts no more requests, and finishes the pending ones. */
  close(): Promise<void>;
}

/** Starts to answer on listening servers. @spec CF29, SV71, SV72, SV73 */
export function openHttpServers(parts: HttpParts): HttpServers {
  const { options, bound, engine, accounts, storage, logger } = parts;
  const metrics = createMetrics(engine);
  const drains = { bots: createDrain(), chat: createDrain() };
  const urls: BaseUrls = {
    bots: `${bound.bots.origin}/v0-alpha`,
    platform: `${bound.bots.origin}/v1/`,
    chat: `${bound.chat.origin}/v1/`,
  };
  const host: ApiOptions = {
    onFault: (error, requestId) => logFault(logger, error, 'fault', { requestId }),
    onResponse: (answered) => {
      logger.answered(answered);
      metrics.countAnswer(answered);
    },
  };

  const closing = new AbortController();
  const chatUrl = `${accounts.publicRoot}/chat`;
  // One instance for all configs, because it counts the requests of visitors.
  const webChat = createWebChat({
    ...host,
    engine,
    publicUrl: chatUrl,
    closing: closing.signal,
    // The web chat reads only its own limits from these, and the engine the others.
    limits: parts.config.visitor_limits ?? {},
    ...(chatUrl.startsWith('http:') && { mediaSources: 'https: http:' }),
  });
  const serving = (config: Config): Serving => ({
    apis: createApis({ ...parts, host, urls, webChat, chatUrl, config }),
    trustedProxies: config.trusted_proxies ?? 0,
  });
  let current = serving(parts.config);
  const operator = { metrics, isHealthy: () => isHealthy(storage, drains.bots.isDraining), logger };
  for (const side of ['bots', 'chat'] as const) {
    const answer = listenerOf(side, () => current, side === 'bots' ? parts.beforeRequest : () => undefined);
    bound[side].open((request, response) => {
      drains[side].watch(response);
      const path = operatorPathOf(request, options);
      if (path === undefined) answer(request, response);
      else void answerOperator(path, request, response, operator);
    });
    warnOfDrops(bound[side], side, logger);
  }

  return {
    urls,
    chatUrl,
    apply: (config) => {
      current = serving(config);
    },
    async close() {
      closing.abort();
      await Promise.all([
        drains.bots.drain(bound.bots.server, drainDeadlineMs),
        drains.chat.drain(bound.chat.server, drainDeadlineMs),
      ]);
    },
  };
}

/** The interfaces behind each port. */
type Apis = Readonly<Record<keyof BoundServers, MountedApi>>;

/** The APIs of a config, and its number of trusted proxies. */
interface Serving {
  readonly apis: Apis;
  readonly trustedProxies: number;
}

interface ApiParts extends HttpParts {
  readonly host: ApiOptions;
  readonly urls: BaseUrls;
  readonly webChat: MountedApi;
  readonly chatUrl: string;
}

function createApis(parts: ApiParts): Apis {
  const { options, engine, accounts, signIn, outbox, host, urls, config, webChat, chatUrl } = parts;
  const { public_urls = {}, rate_limits = {}, extensions = {} } = config;
  const limit = (rateLimit: number | undefined) => ({ ...host, engine, ...(rateLimit !== undefined && { rateLimit }) });
  // Without a database there is one server, which counts requests in memory.
  const counter = options.database === undefined ? {} : { rateLimiter: engine.rateLimiter };
  const bots = createBotsApi({
    ...limit(rate_limits.bots),
    ...counter,
    publicUrl: public_urls.bots ?? urls.bots,
    extensions,
  });
  const platform = createPlatformApi({
    ...limit(rate_limits.platform),
    publicUrl: public_urls.platform ?? urls.platform,
  });
  const chat = createChatApi({ ...limit(rate_limits.apichat), publicUrl: public_urls.chat ?? urls.chat });
  const page = createConsole({
    ...host,
    ...counter,
    engine,
    publicUrl: accounts.publicRoot,
    signIn: signIn.signIn,
    examples: [...exampleBots, ...templateBots],
    connectableKinds: accounts.kinds,
    chatUrl,
    ...(outbox !== undefined && { unsentMails: outbox }),
  });
  return {
    bots: combineApis(bots, platform, page, webChat, ...accountPages({ engine, signIn }, host, accounts)),
    chat,
  };
}

/** Answers the requests for the interfaces of one port. */
function listenerOf(
  side: keyof Apis,
  current: () => Serving,
  beforeRequest: () => Promise<void> | undefined,
): RequestListener {
  const served: HttpApi = {
    handle(request) {
      const ready = beforeRequest();
      return ready === undefined
        ? current().apis[side].handle(request)
        : ready.then(() => current().apis[side].handle(request));
    },
  };
  return nodeListener(served, {
    readRequest(request) {
      const read = toHttpRequest(request);
      const address = forwardedAddress(request.headers['x-forwarded-for'], current().trustedProxies);
      return address === undefined ? read : Object.assign(read, { address });
    },
  });
}

const dropWarningEveryMs = 60_000;

/** Logs at most once a minute that connections are closed because there are too many. @spec SV37 */
function warnOfDrops({ server, maxConnections }: BoundServer, side: keyof BoundServers, logger: Logger): void {
  let warnedAt = Number.NEGATIVE_INFINITY;
  server.on('drop', () => {
    if (performance.now() - warnedAt < dropWarningEveryMs) return;
    warnedAt = performance.now();
    logger.warn({ port: side, maxConnections }, 'connections are closed: there are too many');
  });
}

/** @spec SV15 */
async function isHealthy(storage: Storage, isDraining: boolean): Promise<boolean> {
  if (isDraining) return false;
  try {
    await storage.read('store', [{ do: 'get', kind: 'brand', key: [''] }]);
    return true;
  } catch {
    return false;
  }
}
