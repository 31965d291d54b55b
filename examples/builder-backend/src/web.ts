import { once } from 'node:events';
import { Server as NetServer } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { combineApis, createBotsApi, createChatApi, createPlatformApi } from '@botwright/http';
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
  const { engine: identified, people } = backend;
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

  app.get('/healthz', async (_request, reply) => {
    await backend.check();
    return reply.code(isDraining ? 503 : 200).send({ status: isDraining ? 'draining' : 'ok' });
  });
  const onFault = (error: unknown, requestId: string): void => console.error(requestId, error);
  await app.register(ownRoutes(backend, { publicUrl, onFault }));
  const base = `${publicUrl}/engine`;
  // The interfaces have numbers for people.
  const { engine } = identified.identities;
  const bots = createBotsApi({
    engine,
    publicUrl: `${base}/v0-alpha`,
    sameOriginUrl: `${base}/api/v0-alpha`,
    // The pages of the builder call /engine/api/v0-alpha with the application's cookie.
    session: {
      cookie: sessionCookie,
      async verify(token) {
        const principal = await people.whoIs(token);
        return principal && identified.identities.principal(principal);
      },
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
