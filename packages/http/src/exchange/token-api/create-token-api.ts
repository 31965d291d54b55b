import { EngineError, isEngineError, type RateLog, systemClock } from '@botwright/core';
import { defaultMaxBodyBytes } from '../api-options.ts';
import { createHttpApi, type Progress } from '../create-http-api.ts';
import type { MountedApi } from '../http-api.ts';
import type { HttpExchange } from '../http-exchange.ts';
import type { Reply } from '../reply/reply.ts';
import { methodNotAllowed, type Refuse, tooManyRequests } from '../reply/standard-refusals.ts';
import { decodeSegments } from '../routing/decode-segments.ts';
import { createRouter } from '../routing/router.ts';
import { readToken } from './read-token.ts';
import { shownPath } from './shown-path.ts';
import type { TokenApiOptions } from './token-api-options.ts';
import { malformed, type TokenOperation } from './token-operation.ts';
import { tokenRates } from './token-rates.ts';

/** Path of the base of each of them; they live on different hosts. */
export const tokenBasePath = '/v1';

/** What a caller waits whom a use-case has no room for. */
const retryAfterMs = 1_000;

/** What makes one interface with one kind of token different from another. */
export interface TokenApiParts<TCaller extends NonNullable<Progress['caller']>, THandles> {
  /** In `WWW-Authenticate`, and to keep the rates apart. */
  readonly name: string;
  readonly operations: readonly TokenOperation<THandles>[];
  readonly rateLog: RateLog;
  readonly refuse: Refuse;
  findCaller(token: string): Promise<TCaller | undefined>;
  bind(caller: TCaller): THandles;
  /** The OpenAPI document, as YAML. */
  contract(): string;
}

/** Makes an interface below `/v1` that knows its callers by `Authorization: Token`. */
export function createTokenApi<TCaller extends NonNullable<Progress['caller']>, THandles>(
  options: TokenApiOptions,
  parts: TokenApiParts<TCaller, THandles>,
): MountedApi {
  const { name, operations, refuse } = parts;
  const clock = options.clock ?? systemClock();
  const rates = tokenRates(name, options.rateLog ?? parts.rateLog, options);
  const router = createRouter(operations);
  const pathNotFound = refuse(new EngineError('path_not_found'));
  const notAuthenticated = refuse(new EngineError('not_authenticated'), {
    'www-authenticate': `Token realm="${name}"`,
  });
  const surroundings = { maxBodyBytes: options.maxBodyBytes ?? defaultMaxBodyBytes, contract: parts.contract };

  /** @spec TK1, TK3, TK4, TK5, TK7, TK10, TK20 */
  async function reply(exchange: HttpExchange, progress: Progress): Promise<Reply> {
    hidePath(progress, exchange.path, undefined);
    const [root, base, ...rest] = exchange.path.split('/');
    if (root !== '' || `/${base}` !== tokenBasePath) return pathNotFound;
    const segments = decodeSegments(rest);
    if (segments === undefined) throw malformed('path');
    const match = router.find(segments);
    if (match === undefined) return pathNotFound;

    const { resource, params } = match;
    hidePath(progress, exchange.path, resource.path);
    const operation = resource.operations.get(exchange.method);
    if (resource.operations.get('GET')?.access === 'anybody') {
      if (operation?.access !== 'anybody') return methodNotAllowed(refuse, resource.allow);
      progress.operation = operation;
      return operation.serve({ exchange, params, surroundings });
    }

    const token = readToken(exchange.headers.get('authorization'));
    const caller = token && (await parts.findCaller(token));
    if (token === undefined || !caller) return refuseCaller(exchange, token);
    progress.caller = caller;
    const verdict = await rates.admit(token, clock.now());
    if (verdict.kind === 'refused') return tooManyRequests(refuse, verdict.retryAfterMs);

    if (operation === undefined) return methodNotAllowed(refuse, resource.allow);
    progress.operation = operation;
    try {
      return await operation.serve({ exchange, params, surroundings }, parts.bind(caller));
    } catch (error) {
      // A use-case may have a bound of its own, such as searches that wait.
      if (isEngineError(error) && error.code === 'too_many_requests') return tooManyRequests(refuse, retryAfterMs);
      throw error;
    }
  }

  /** @spec TK3, TK8 */
  async function refuseCaller({ address }: HttpExchange, token: string | undefined): Promise<Reply> {
    const verdict = token === undefined ? undefined : await rates.admitFailure(address, clock.now());
    return verdict?.kind === 'refused' ? tooManyRequests(refuse, verdict.retryAfterMs) : notAuthenticated;
  }

  return { ...createHttpApi({ ...options, clock }, { reply, refuse }), basePaths: [tokenBasePath] };
}

/** @spec TK20 */
function hidePath(progress: Progress, path: string, pattern: string | undefined): void {
  const shown = shownPath(path, tokenBasePath, pattern);
  if (shown === undefined) delete progress.shownPath;
  else progress.shownPath = shown;
}
