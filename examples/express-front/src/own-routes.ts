import { type Engine, EngineError } from '@botwright/core';
import { slidingLogLimiter } from '@botwright/http';
import express, { type Request, type Router } from 'express';
import { answerRefusal } from './answer-refusal.ts';
import type { SignIn } from './sign-in.ts';

/** What this application adds to the interfaces. Each route is a use-case or two. */
export function ownRoutes(engine: Engine, people: SignIn): Router {
  const routes = express.Router().use(express.json({ limit: '10kb' }));
  const attempts = slidingLogLimiter(5);

  async function handlesOf(request: Request) {
    const principal = await people.whoIs(tokenOf(request));
    if (principal === undefined) throw new EngineError('not_authenticated');
    return engine.as(principal);
  }

  routes.post('/sign-in', async ({ ip = '', body }, response) => {
    if ((await attempts.admit(ip, Date.now())).kind === 'refused') throw new EngineError('too_many_requests');
    const token = await people.signIn(textOf(body, 'email'), textOf(body, 'password'));
    if (token === undefined) throw new EngineError('not_authenticated');
    response.json({ token });
  });

  routes.post('/sign-out', (request, response) => {
    people.signOut(tokenOf(request));
    response.sendStatus(204);
  });

  /** Makes a bot that asks one question, and puts it live. */
  routes.post('/questions', async (request, response) => {
    const { bots, drafts, versions } = await handlesOf(request);
    const question = { text: textOf(request.body, 'question'), destination: 'answer' };
    const thanks = { text: textOf(request.body, 'thanks') };
    const bot = await bots.create({ name: textOf(request.body, 'name'), channelFamily: 'apichat' });
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

  /** Webhooks that were given up. */
  routes.get('/dead-letters', async (request, response) => {
    const { deliveries } = await handlesOf(request);
    const { total, items } = await deliveries.list({ state: 'dead' });
    response.json({ total, letters: items.map(({ id, origin, progress }) => ({ id, origin, progress })) });
  });

  routes.post('/dead-letters/:id/replay', async (request, response) => {
    const { deliveries } = await handlesOf(request);
    const { id } = await deliveries.replay(request.params.id);
    response.status(201).json({ id });
  });

  return routes.use(answerRefusal);
}

function tokenOf(request: Request): string {
  return /^bearer +(.+)$/i.exec(request.get('authorization') ?? '')?.[1] ?? '';
}

function textOf(body: unknown, member: string): string {
  const value = (body as Readonly<Record<string, unknown>> | undefined)?.[member];
  if (typeof value === 'string' && value !== '' && value.length <= 1_000) return value;
  throw new EngineError('invalid_parameters', { field: member });
}
