import { EngineError } from '@botwright/core';
import { filledText, inputObject } from '@botwright/core/inputs';
import * as http from '@botwright/http';
import { fastifyPlugin } from '@botwright/http-fastify';
import type { FastifyPluginAsync } from 'fastify';
import type { Backend } from './backend.ts';
import { eventStream } from './event-stream.ts';
import { sessionSeconds } from './people.ts';

export const sessionCookie = 'sessionid';

const text = filledText({ max: 200 });
const bodyOf = <const TName extends string>(...names: readonly TName[]) =>
  http.requiredBody(inputObject(Object.fromEntries(names.map((name) => [name, text])) as Record<TName, typeof text>));
const signUpBody = bodyOf('company', 'name', 'email', 'password');
const signInBody = bodyOf('email', 'password');
const colleagueBody = bodyOf('name', 'email', 'password');
const messengerBody = bodyOf('name', 'webhook_url');

const json = (status: number, value: unknown) => http.jsonResponse(status, JSON.stringify(value));

/** The application's routes in addition to the engine's interfaces, with the same errors. */
export function ownRoutes(
  { engine, people, pool }: Backend,
  { publicUrl, onFault }: { readonly publicUrl: string; readonly onFault: (error: unknown, requestId: string) => void },
): FastifyPluginAsync {
  const { origin, protocol } = new URL(publicUrl);
  const attributes = `Path=/; HttpOnly; SameSite=Lax${protocol === 'https:' ? '; Secure' : ''}`;
  const withSession = (token: string, seconds: number) => ({
    status: 204,
    headers: { 'set-cookie': `${sessionCookie}=${token}; Max-Age=${seconds}; ${attributes}` },
  });
  // Counted in the database, so that a second node does not double the attempts for one email.
  const admit = http.rateGuard({ limit: 5, windowMs: 60_000, limiter: engine.rateLimiter });

  /** The engine for the signed-in person. Other sites can send the cookie, but not this origin. */
  async function asPerson({ headers, method }: http.HttpRequest) {
    const principal = await people.whoIs(readSession(headers));
    if (principal === undefined) throw new EngineError('not_authenticated');
    if (method !== 'GET' && headers.get('origin') !== origin) throw new EngineError('permission_denied');
    return engine.as(principal);
  }

  return async (app) => {
    const route = http.createRoutes({ onFault });
    const add = (method: 'GET' | 'POST', url: `/${string}`, serve: http.ServeRoute) =>
      app.register(fastifyPlugin(route(url, serve), { route: { method, url } }));

    add('POST', '/sign-up', async (request) =>
      json(201, { brand: await people.signUp(engine, await http.readBody(request, signUpBody)) }),
    );

    add('POST', '/sign-in', async (request) => {
      const { email, password } = await http.readBody(request, signInBody);
      await admit(`sign-in ${email.toLowerCase()}`);
      const token = await people.signIn(email, password);
      if (token === undefined) throw new EngineError('not_authenticated');
      return withSession(token, sessionSeconds);
    });

    add('POST', '/sign-out', async (request) => {
      await asPerson(request);
      await people.signOut(readSession(request.headers));
      return withSession('', 0);
    });

    /** `agent` is the person's number in the interfaces of the engine. */
    add('GET', '/me', async (request) => {
      const { brand, person } = (await asPerson(request)).principal;
      const agent = await engine.identities.numberOf(brand, person);
      return json(200, { brand, agent, ...(await people.agents.findAgent(brand, person)) });
    });

    add('POST', '/colleagues', async (request) => {
      const { brand } = (await asPerson(request)).principal;
      return json(201, { id: await people.addColleague(brand, await http.readBody(request, colleagueBody)) });
    });

    /** A messenger of the company: it sends messages with the token, and receives answers at the URL. */
    add('POST', '/messengers', async (request) => {
      const { channels } = await asPerson(request);
      const { name, webhook_url: webhookUrl } = await http.readBody(request, messengerBody);
      const { channel, token } = await channels.create({ type: 'apichat', name, webhookUrl });
      return json(201, { id: channel.number, token });
    });

    /** A token for the Platform API, for the company's programs. */
    add('POST', '/tokens', async (request) => {
      const { brand, person } = (await asPerson(request)).principal;
      return json(201, await engine.tokens.create(brand, { person }));
    });

    add('GET', '/activity', async (request) => {
      const text = "SELECT event FROM app.activity WHERE event->>'brand' = $1 ORDER BY position DESC LIMIT 100";
      const { rows } = await pool.query(text, [(await asPerson(request)).principal.brand]);
      return json(200, { events: rows.map(({ event }) => event) });
    });

    /** The events of the company as they happen, on any node. */
    add('GET', '/live', async (request) => {
      const { brand } = (await asPerson(request)).principal;
      const last = request.headers.get('last-event-id');
      const body = eventStream(engine, brand, last ? Number(last) : undefined);
      return { status: 200, contentType: 'text/event-stream', body };
    });
  };
}

function readSession(headers: http.HttpRequest['headers']): string {
  return new RegExp(`(?:^|; *)${sessionCookie}=([^;]*)`).exec(headers.get('cookie') ?? '')?.[1] ?? '';
}
