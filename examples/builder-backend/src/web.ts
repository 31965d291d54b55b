import { once } from 'node:events';
import { Server as NetServer } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { EngineError, isEngineError } from '@botwright/core';
import { combineApis, createBotsApi, createChatApi, createPlatformApi, encodeBotsError } from '@botwright/http';
import { continueOnRead, fastifyPlugin } from '@botwright/http-fastify';
import Fastify from 'fastify';
import type { Backend } from './backend.ts';
import { ownRoutes, sessionCookie } from './own-routes.ts';
import type { Settings } from './settings.ts';

/** Maximum idle time of a connection. Each response announces it, and clients obey. */
const keepAliveTimeoutMs = 5_000;
/**
 * Time that a stopping node waits for its clients: the idle time, and one second in which Node closes the connection.
 */
const drainLimitMs = 10_000;

export interface WebNode {
  /** Takes no new connections, and answers requests on open ones. */
  drain(): Promise<void>;
}

/** Serves the application's routes, and the engine's interfaces below `/engine`. */
export async function startWeb(backend: Backend, { port, publicUrl }: Settings): Promise<WebNode> {
  const { engine, people } = backend;
  let isDraining = false;
  const app = Fastify({
    keepAliveTimeout: keepAliveTimeoutMs,
    // A stopping node answers later requests normally.
    return503OnClosing: false,
    forceCloseConnections: false,
  });
  // A refused request with "Expect: 100-continue" gets its response before it sends the body.
  app.server.on(
    'checkContinue',
    continueOnRead((request, response) => app.routing(request, response)),
  );
  app.addHook('onSend', async (_request, reply) => {
    if (isDraining) reply.header('connection', 'close');
  });
  app.setErrorHandler((error, _request, reply) => sendError(error, reply));

  app.get('/healthz', async (_request, reply) => {
    await backend.check();
    return reply.code(isDraining ? 503 : 200).send({ status: isDraining ? 'draining' : 'ok' });
  });
  await app.register(ownRoutes(backend, { publicUrl }));

  const onFault = (error: unknown, requestId: string): void => console.error(requestId, error);
  const base = `${publicUrl}/engine`;
  const bots = createBotsApi({
    engine,
    publicUrl: `${base}/v0-alpha`,
    sameOriginUrl: `${base}/api/v0-alpha`,
    // The pages of the builder call /engine/api/v0-alpha with the application's cookie.
    session: {
      cookie: sessionCookie,
      verify: (token) => people.whoIs(token),
      isOriginAllowed: (origin) => origin === new URL(publicUrl).origin,
    },
    // Counted in the database: all web nodes count together.
    rateLimiter: engine.rateLimiter,
    onFault,
  });
  const platform = createPlatformApi({ engine, publicUrl: `${base}/v1/`, onFault });
  const chat = createChatApi({ engine, publicUrl: `${base}/chat/v1/`, basePath: '/chat/v1', onFault });
  await app.register(fastifyPlugin(combineApis(bots, platform, chat)), { prefix: '/engine' });
  await app.listen({ port, host: '127.0.0.1' });

  return {
    async drain() {
      isDraining = true;
      const closed = once(app.server, 'close');
      // Closing an HTTP server also closes idle connections, on which a client may be sending. This close takes no new
      // connections, and ends when clients have closed theirs, as each next response asks them to.
      NetServer.prototype.close.call(app.server);
      await Promise.race([closed, wait(drainLimitMs, undefined, { ref: false })]);
      app.server.closeAllConnections();
      await app.close();
    },
  };
}

/** Errors of the engine, and of a malformed body, in the form of the Bots API. */
function sendError(
  error: unknown,
  reply: { code(status: number): { headers(of: object): { send(body: string): unknown } } },
) {
  const isInvalid = error instanceof Error && 'validation' in error;
  if (!isEngineError(error) && !isInvalid) console.error(error);
  const known = isEngineError(error) ? error : new EngineError(isInvalid ? 'invalid_parameters' : 'internal_error');
  const { status, headers, body } = encodeBotsError(known);
  return reply
    .code(status)
    .headers({ 'content-type': 'application/json', ...headers })
    .send(String(body));
}
