import { type Engine, EngineError } from '@botwright/core';
import { localRateLimiter } from '@botwright/core/memory';
import { readJsonBody } from '@botwright/http';
import { toHttpRequest } from '@botwright/http-express';
import express, { type Request, type Router } from 'express';
import { sendError } from './send-error.ts';
import type { SignIn } from './sign-in.ts';

const maxBodyBytes = 10_240;
const signInRate = { limit: 5, windowMs: 1_000 };

/** The application's own routes. Each calls one or two use-cases. */
export function ownRoutes(engine: Engine, people: SignIn): Router {
  const routes = express.Router();
  const attempts = localRateLimiter();

  async function handlesOf(request: Request) {
    const principal = await people.whoIs(tokenOf(request));
    if (principal === undefined) throw new EngineError('not_authenticated');
    return engine.as(principal);
  }

  routes.post('/sign-in', async (request, response) => {
    const body = await readJsonBody(toHttpRequest(request), maxBodyBytes);
    const { kind } = await attempts.admit(request.ip ?? '', { ...signInRate, now: Date.now() });
    if (kind === 'refused') throw new EngineError('too_many_requests');
    const token = await people.signIn(textOf(body, 'email'), textOf(body, 'password'));
    if (token === undefined) throw new EngineError('not_authenticated');
    response.json({ token });
  });

  routes.post('/sign-out', (request, response) => {
    people.signOut(tokenOf(request));
    response.sendStatus(204);
  });

  /** Creates a bot that asks one question, and publishes it. */
  routes.post('/questions', async (request, response) => {
    const { bots, drafts, versions } = await handlesOf(request);
    const body = await readJsonBody(toHttpRequest(request), maxBodyBytes);
    const question = { text: textOf(body, 'question'), destination: 'answer' };
    const thanks = { text: textOf(body, 'thanks') };
    const bot = await bots.create({ name: textOf(body, 'name'), channelFamily: 'apichat' });
    await drafts.addBlocks(bot.id, {
      blocks: [
        { id: 'bot_start', type: 'ask_question', params: question },
        { id: 'thanks', type: 'send_text', params: thanks },
      ],
      connections: [{ sourcePath: 'bot_start', type: '$success', targetPath: 'thanks' }],
    });
    await versions.publish(bot.id);
    response.status(201).json({ id: bot.id });
  });

  return routes.use(sendError);
}

function tokenOf(request: Request): string {
  return /^bearer +(.+)$/i.exec(request.get('authorization') ?? '')?.[1] ?? '';
}

function textOf(body: unknown, member: string): string {
  const value = (body as Readonly<Record<string, unknown>> | undefined)?.[member];
  if (typeof value === 'string' && value !== '' && value.length <= 1_000) return value;
  throw new EngineError('invalid_parameters', { field: member });
}
