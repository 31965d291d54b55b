import { type Engine, EngineError } from '@botwright/core';
import { filledText, inputObject } from '@botwright/core/inputs';
import * as http from '@botwright/http';
import { expressHandler } from '@botwright/http-express';
import express, { type Router } from 'express';
import type { SignIn } from './sign-in.ts';

const text = filledText({ max: 1_000 });
const signInBody = http.requiredBody(inputObject({ email: text, password: text }));
const nameBody = http.requiredBody(inputObject({ name: text }));
const questionBody = http.requiredBody(inputObject({ question: text, thanks: text }));

/** The application's routes, with request ids, errors, rates and conditions like those of the interfaces. */
export function ownRoutes(engine: Engine, people: SignIn, onFault: (fault: unknown) => void): Router {
  const routes = express.Router();
  const route = http.createRoutes({ onFault });
  const admit = http.rateGuard({ limit: 10, limiter: engine.rateLimiter });
  const post = (path: string, serve: http.ServeRoute) => routes.post(path, expressHandler(route(path, serve)));

  async function callerOf(request: http.HttpRequest, call: http.RouteCall) {
    const principal = await people.whoIs(tokenOf(request));
    if (principal === undefined) throw new EngineError('not_authenticated');
    call.recognise(principal);
    await admit(`person ${principal.person}`);
    return principal;
  }

  post('/sign-in', async (request) => {
    const { email, password } = await http.readBody(request, signInBody, 10_240);
    await admit(`address ${http.addressGroup(request.address ?? '')}`);
    const token = await people.signIn(email, password);
    if (token === undefined) throw new EngineError('not_authenticated');
    return http.jsonResponse(200, JSON.stringify({ token }));
  });

  post('/sign-out', async (request) => {
    people.signOut(tokenOf(request));
    return http.noContent;
  });

  /** Creates a bot. A client may repeat the request with the same `Idempotency-Key`. */
  post('/questions', async (request, call) => {
    const principal = await callerOf(request, call);
    const body = await http.readBody(request, nameBody);
    return http.answerOnce({
      ...{ engine, principal, request, body },
      work: ({ bots }) => bots.create({ ...body, channelFamily: 'apichat' }),
      encode: ({ id }) => http.jsonResponse(201, JSON.stringify({ id })),
    });
  });

  /** Makes a bot ask one question, and publishes it. With `If-Match` only if nobody else has changed its draft. */
  post('/questions/:id', async (request, call) => {
    const { drafts, versions } = engine.as(await callerOf(request, call));
    const { question, thanks } = await http.readBody(request, questionBody);
    const { id = '' } = request.params ?? {};
    const additions = {
      blocks: [
        { id: 'bot_start', type: 'ask_question', params: { text: question, destination: 'answer' } },
        { id: 'thanks', type: 'send_text', params: { text: thanks } },
      ],
      connections: [{ sourcePath: 'bot_start', type: '$success', targetPath: 'thanks' }],
    };
    const { revision } = await drafts.addBlocks(id, additions, http.readIfMatch(request.headers.get('if-match')));
    const version = await versions.publish(id, { ifRevision: revision });
    return http.jsonResponse(201, JSON.stringify({ version: version.id }), { etag: http.revisionTag(revision) });
  });

  return routes;
}

function tokenOf({ headers }: http.HttpRequest): string {
  const authorization = http.readAuthorization(headers.get('authorization'));
  return authorization?.scheme === 'bearer' ? authorization.value : '';
}
