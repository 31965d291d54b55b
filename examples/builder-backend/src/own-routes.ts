import { type BrandEngine, EngineError } from '@botwright/core';
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import type { Backend } from './backend.ts';
import { type NewPerson, sessionSeconds } from './people.ts';
import type { SignUp } from './tenants.ts';

export const sessionCookie = 'sessionid';

const text = { type: 'string', minLength: 1, maxLength: 200 };
const bodyOf = (...names: readonly string[]) => ({
  schema: {
    body: {
      type: 'object',
      required: names,
      additionalProperties: false,
      properties: Object.fromEntries(names.map((name) => [name, text])),
    },
  },
});

/** Password attempts for one email. */
const signInRate = { limit: 5, windowMs: 60_000 };

/** The application's routes in addition to the engine's interfaces: sign-up, sign-in, and the settings of a company. */
export function ownRoutes(backend: Backend, { publicUrl }: { readonly publicUrl: string }): FastifyPluginAsync {
  const { engine, people, tenants } = backend;
  const { origin, protocol } = new URL(publicUrl);
  const attributes = `Path=/; HttpOnly; SameSite=Lax${protocol === 'https:' ? '; Secure' : ''}`;
  const setSession = (reply: FastifyReply, token: string, seconds: number): FastifyReply =>
    reply.header('set-cookie', `${sessionCookie}=${token}; Max-Age=${seconds}; ${attributes}`);

  /** The engine for the signed-in person. Other sites can send the cookie, but not this origin. */
  async function asPerson({ headers, method }: FastifyRequest): Promise<BrandEngine> {
    const principal = await people.whoIs(readSession(headers.cookie));
    if (principal === undefined) throw new EngineError('not_authenticated');
    if (method !== 'GET' && headers.origin !== origin) throw new EngineError('permission_denied');
    return engine.as(principal);
  }

  return async (app) => {
    app.post<{ Body: SignUp }>('/sign-up', bodyOf('company', 'name', 'email', 'password'), async (request, reply) => {
      const brand = await tenants.signUp(request.body);
      if (brand === undefined) throw new EngineError('invalid_parameters', emailIsTaken);
      return reply.code(201).send({ brand });
    });

    app.post<{ Body: { email: string; password: string } }>(
      '/sign-in',
      bodyOf('email', 'password'),
      async ({ body: { email, password } }, reply) => {
        const attempt = { ...signInRate, now: Date.now() };
        // Counted in the database, so that a second node does not double the attempts.
        const { kind } = await engine.rateLimiter.admit(`sign-in ${email.toLowerCase()}`, attempt);
        if (kind === 'refused') throw new EngineError('too_many_requests');
        const token = await people.signIn(email, password);
        if (token === undefined) throw new EngineError('not_authenticated');
        return setSession(reply, token, sessionSeconds).code(204).send();
      },
    );

    app.post('/sign-out', async (request, reply) => {
      await asPerson(request);
      await people.signOut(readSession(request.headers.cookie));
      return setSession(reply, '', 0).code(204).send();
    });

    app.get('/me', async (request) => {
      const { brand, person } = (await asPerson(request)).principal;
      return { brand, ...(await people.agents.findAgent(brand, person)) };
    });

    app.post<{ Body: NewPerson }>('/colleagues', bodyOf('name', 'email', 'password'), async (request, reply) => {
      const { principal } = await asPerson(request);
      const id = await tenants.addColleague(principal.brand, request.body);
      if (id === undefined) throw new EngineError('invalid_parameters', emailIsTaken);
      return reply.code(201).send({ id });
    });

    /** A messenger of the company: it sends messages with the token, and receives answers at the URL. */
    app.post<{ Body: { name: string; webhook_url: string } }>(
      '/messengers',
      bodyOf('name', 'webhook_url'),
      async (request, reply) => {
        const { channels } = await asPerson(request);
        const { name, webhook_url: webhookUrl } = request.body;
        const { channel, token } = await channels.create({ type: 'apichat', name, webhookUrl });
        return reply.code(201).send({ id: channel.number, token });
      },
    );

    /** A token for the Platform API, for the company's programs. */
    app.post('/tokens', async (request, reply) => {
      const { brand, person } = (await asPerson(request)).principal;
      return reply.code(201).send(await engine.tokens.create(brand, { person }));
    });
  };
}

const emailIsTaken = { field: 'email', message: 'Somebody has this email.' };

function readSession(cookies = ''): string {
  return new RegExp(`(?:^|; *)${sessionCookie}=([^;]*)`).exec(cookies)?.[1] ?? '';
}
