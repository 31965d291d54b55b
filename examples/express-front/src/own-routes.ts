import { type Engine, EngineError } from '@botwright/core';
import { filledText, inputObject } from '@botwright/core/inputs';
import { localRateLimiter } from '@botwright/core/memory';
import { type BodyShape, readAuthorization, readJsonBody, requiredBody } from '@botwright/http';
import { toHttpRequest } from '@botwright/http-express';
import express, { type Request, type Router } from 'express';
import { sendError } from './send-error.ts';
import type { SignIn } from './sign-in.ts';

const maxBodyBytes = 10_240;
const signInRate = { limit: 5, windowMs: 1_000 };

const text = filledText({ max: 1_000 });
const signInBody = requiredBody(inputObject({ email: text, password: text }));
const questionBody = requiredBody(inputObject({ name: text, question: text, thanks: text }));

/** The application's routes. Each calls one or two use-cases. */
export function ownRoutes(engine: Engine, people: SignIn): Router {
  const routes = express.Router();
  const attempts = localRateLimiter();

  async function handlesOf(request: Request) {
    const principal = await people.whoIs(tokenOf(request));
    if (principal === undefined) throw new EngineError('not_authenticated');
    return engine.as(principal);
  }

  routes.post('/sign-in', async (request, response) => {
    const { email, password } = await readBody(request, signInBody);
    const { kind } = await attempts.admit(request.ip ?? '', { ...signInRate, now: Date.now() });
    if (kind === 'refused') throw new EngineError('too_many_requests');
    const token = await people.signIn(email, password);
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
    const { name, question, thanks } = await readBody(request, questionBody);
    const bot = await bots.create({ name, channelFamily: 'apichat' });
    await drafts.addBlocks(bot.id, {
      blocks: [
        { id: 'bot_start', type: 'ask_question', params: { text: question, destination: 'answer' } },
        { id: 'thanks', type: 'send_text', params: { text: thanks } },
      ],
      connections: [{ sourcePath: 'bot_start', type: '$success', targetPath: 'thanks' }],
    });
    await versions.publish(bot.id);
    response.status(201).json({ id: bot.id });
  });

  return routes.use(sendError);
}

async function readBody<T>(request: Request, shape: BodyShape<T>): Promise<T> {
  return shape.read(await readJsonBody(toHttpRequest(request), maxBodyBytes));
}

function tokenOf(request: Request): string {
  const authorization = readAuthorization(request.get('authorization'));
  return authorization?.scheme === 'bearer' ? authorization.value : '';
}
