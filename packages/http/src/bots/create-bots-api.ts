import { EngineError, isEngineError, type Principal, systemClock, systemIds } from '@botwright/core';
import { hostListeners } from '../exchange/host-listeners.ts';
import type { HttpAnswer, HttpExchange } from '../exchange/http-exchange.ts';
import { rateGate } from '../exchange/rate/rate-gate.ts';
import { finishAnswer } from '../exchange/reply/finish-answer.ts';
import type { Reply } from '../exchange/reply/reply.ts';
import { chooseRequestId } from '../exchange/request/request-id.ts';
import { createRouter, type Resource } from '../exchange/routing/router.ts';
import type { BotsApiOptions } from './bots-api-options.ts';
import { credentialReader, defaultCookie } from './credentials/credential-reader.ts';
import { isOriginAllowed } from './credentials/is-origin-allowed.ts';
import { createContract } from './openapi/create-contract.ts';
import type { Operation, Surroundings } from './operations/operation.ts';
import { operations } from './operations/operation-table.ts';
import { errorReply } from './reply/error-reply.ts';
import { notAllowedDetail, notFoundPage } from './reply/not-built.ts';
import { locate } from './routing/locate.ts';
import { readPublicUrls } from './routing/public-urls.ts';

export interface BotsApi {
  /** Answers one request. Never rejects: a fault is answered with `internal_error`. */
  handle(exchange: HttpExchange): Promise<HttpAnswer>;
}

/** What became known of a request while it was answered. */
interface Progress {
  operation?: Operation;
  principal?: Principal;
}

const defaultMaxBodyBytes = 5 * 1_024 * 1_024;

const challenge = { 'www-authenticate': 'Token realm="bots", Bearer realm="bots"' } as const;
const pathNotFound = errorReply(new EngineError('path_not_found'));
const notAuthenticated = errorReply(new EngineError('not_authenticated'), challenge);
const permissionDenied = errorReply(new EngineError('permission_denied'));
const internalError = errorReply(new EngineError('internal_error'));
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
  const ids = options.ids ?? systemIds();
  const extensions = { discardDraft: false, draftRevisions: false, duplicateBot: false, ...options.extensions };
  const urls = readPublicUrls(options);
  const surroundings: Surroundings = {
    publicUrl: urls.public,
    extensions,
    maxBodyBytes: options.maxBodyBytes ?? defaultMaxBodyBytes,
    contract: createContract({ urls, extensions, cookieName: session?.cookie ?? defaultCookie }),
  };
  const host = hostListeners(options);
  const credentials = credentialReader(options);
  const passRate = rateGate(options);
  const router = createRouter(operations, extensions);

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
    progress.principal = principal;
    const verdict = await passRate?.(credential, clock.now());
    if (verdict?.kind === 'refused') return tooManyRequests(verdict.retryAfterMs);

    const operation = match.resource.operations.get(exchange.method);
    if (operation === undefined) return methodNotAllowed(exchange.method, match.resource);
    progress.operation = operation;
    const { scheme } = credential;
    if (!principal.permissions.includes(operation.permission)) return permissionDenied;
    if (!isOriginAllowed(exchange, scheme, session)) return permissionDenied;

    const { base } = location;
    return operation.serve({ exchange, base, params: match.params, engine, principal, scheme, surroundings });
  }

  /** @spec HT17 */
  function replyToError(error: unknown, requestId: string): Reply {
    if (isEngineError(error) && error.kind !== 'internal') return errorReply(error);
    host.fault(error, requestId);
    return internalError;
  }

  return {
    async handle(exchange) {
      const startedAt = clock.now();
      const requestId = chooseRequestId(exchange.headers.get('x-request-id'), ids);
      const progress: Progress = {};
      let made: Reply;
      try {
        made = await reply(exchange, progress);
      } catch (error) {
        made = replyToError(error, requestId);
      }
      const answer = finishAnswer(made, requestId, exchange.method);

      const { operation, principal } = progress;
      host.answered({
        requestId,
        method: exchange.method,
        path: exchange.path,
        operation: operation?.id,
        status: answer.status,
        durationMs: clock.now() - startedAt,
        bytes: answer.body === undefined ? 0 : Number(answer.headers['content-length']),
        person: principal?.person,
        brand: principal?.brand,
      });
      return answer;
    },
  };
}

/** @spec HT28 */
function tooManyRequests(retryAfterMs: number): Reply {
  const seconds = Math.max(1, Math.ceil(retryAfterMs / 1_000));
  return errorReply(new EngineError('too_many_requests'), { 'retry-after': String(seconds) });
}

/** @spec HT4, AP22 */
function methodNotAllowed(method: string, { notBuilt, allow }: Resource): Reply {
  if (notBuilt.has(method)) return notAllowedDetail(method, allow);
  return errorReply(new EngineError('method_not_allowed'), { allow });
}
