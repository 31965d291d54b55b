import { EngineError, systemClock } from '@botwright/core';
import { defaultMaxBodyBytes } from '../exchange/api-options.ts';
import { createHttpApi, type Progress } from '../exchange/create-http-api.ts';
import type { MountedApi } from '../exchange/http-api.ts';
import type { HttpExchange } from '../exchange/http-exchange.ts';
import { jsonReply, type Reply } from '../exchange/reply/reply.ts';
import { replyMemo } from '../exchange/reply/reply-memo.ts';
import { methodNotAllowed, tooManyRequests } from '../exchange/reply/standard-refusals.ts';
import { createRouter, type Resource } from '../exchange/routing/router.ts';
import type { BotsApiOptions } from './bots-api-options.ts';
import { encodeOneBot } from './codecs/bot-codec.ts';
import { credentialReader, defaultCookie } from './credentials/credential-reader.ts';
import { isOriginAllowed } from './credentials/is-origin-allowed.ts';
import { rateGate } from './credentials/rate-gate.ts';
import { createContract } from './openapi/create-contract.ts';
import type { Operation, Surroundings } from './operations/operation.ts';
import { isBuiltWith, operations } from './operations/operation-table.ts';
import { errorReply } from './reply/error-reply.ts';
import { notAllowedDetail, notFoundPage } from './reply/not-built.ts';
import { basePaths, locate } from './routing/locate.ts';
import { readPublicUrls } from './routing/public-urls.ts';

export type BotsApi = MountedApi;

const challenge = { 'www-authenticate': 'Token realm="bots", Bearer realm="bots"' } as const;
const pathNotFound = errorReply(new EngineError('path_not_found'));
const notAuthenticated = errorReply(new EngineError('not_authenticated'), challenge);
const permissionDenied = errorReply(new EngineError('permission_denied'));
const malformedPath = errorReply(
  new EngineError('invalid_parameters', { field: 'path', message: 'Expected percent escapes of UTF-8.' }),
);

/**
 * Makes the Bots API of an engine, for any server: `@botwright/http-node` and `@botwright/http-hono` connect it.
 *
 * @throws {TypeError} when `publicUrl` or `sameOriginUrl` is not the URL of its base.
 * @example
 * const api = createBotsApi({ engine, publicUrl: 'https://bots.example.com/v0-alpha' });
 * createServer(nodeListener(api)).listen(3000);
 */
export function createBotsApi(options: BotsApiOptions): BotsApi {
  const { engine, session } = options;
  const clock = options.clock ?? systemClock();
  const extensions = { discardDraft: false, draftRevisions: false, duplicateBot: false, ...options.extensions };
  const urls = readPublicUrls(options);
  const surroundings: Surroundings = {
    publicUrl: urls.public,
    extensions,
    maxBodyBytes: options.maxBodyBytes ?? defaultMaxBodyBytes,
    botReplies: replyMemo((bot) => jsonReply(200, encodeOneBot(bot))),
    contract: createContract({ urls, extensions, cookieName: session?.cookie ?? defaultCookie }),
  };
  const credentials = credentialReader(options);
  const passRate = rateGate(options);
  const router = createRouter(operations, isBuiltWith(extensions));

  /** @spec HT2, HT22, HT23 */
  async function reply(exchange: HttpExchange, progress: Progress): Promise<Reply> {
    const location = locate(exchange.path);
    if (location.kind === 'malformed') return malformedPath;
    const match = location.kind === 'inside' ? router.find(location.segments) : undefined;
    if (location.kind === 'outside' || match === undefined) return pathNotFound;
    if (match.resource.operations.size === 0) return notFoundPage;

    const credential = credentials.read(exchange, location.base);
    const principal = credential && (await credentials.findPrincipal(credential));
    if (credential === undefined || principal === undefined) return notAuthenticated;
    progress.caller = principal;
    const verdict = await passRate?.(credential, clock.now());
    if (verdict?.kind === 'refused') return tooManyRequests(errorReply, verdict.retryAfterMs);

    const operation = match.resource.operations.get(exchange.method);
    if (operation === undefined) return refuseMethod(exchange.method, match.resource);
    progress.operation = operation;
    const { scheme } = credential;
    if (!principal.permissions.includes(operation.permission)) return permissionDenied;
    if (!isOriginAllowed(exchange, scheme, session)) return permissionDenied;

    const { base } = location;
    return await operation.serve({ exchange, base, params: match.params, engine, principal, scheme, surroundings });
  }

  return {
    ...createHttpApi({ ...options, clock }, { reply, refuse: errorReply }),
    basePaths: Object.values(basePaths),
  };
}

/** @spec HT4, AP22 */
function refuseMethod(method: string, { notBuilt, allow }: Resource<Operation>): Reply {
  return notBuilt.has(method) ? notAllowedDetail(method, allow) : methodNotAllowed(errorReply, allow);
}
