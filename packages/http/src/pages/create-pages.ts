import { EngineError, type Principal } from '@botwright/core';
import type { ApiOptions } from '../exchange/api-options.ts';
import { createHttpApi, type Progress } from '../exchange/create-http-api.ts';
import type { MountedApi } from '../exchange/http-api.ts';
import type { HttpExchange } from '../exchange/http-exchange.ts';
import type { Reply } from '../exchange/reply/reply.ts';
import { methodNotAllowed } from '../exchange/reply/standard-refusals.ts';
import { decodeSegments } from '../exchange/routing/decode-segments.ts';
import { createRouter } from '../exchange/routing/router.ts';
import { errorPage } from './error-page.ts';

/** One path and method for people. */
export interface PageOperation {
  /** In logs and metrics. */
  readonly id: string;
  /** `GET` takes `HEAD` too. */
  readonly method: 'GET' | 'POST';
  /** Whole, such as `/connect/{link}`; the host is told this in place of the path. */
  readonly path: `/${string}`;
  /** @throws {EngineError} which is answered as a page. */
  serve(request: PageRequest): Promise<Reply>;
}

export interface PageRequest {
  readonly exchange: HttpExchange;
  /** What the path holds in the places of its parameters, decoded. */
  readonly params: Readonly<Record<string, string>>;
  /** Tells the host who it is. */
  recognise(member: Principal): void;
}

/**
 * Makes pages for people that are answered, logged and counted like the interfaces.
 *
 * @param basePaths - All paths of the operations lie below these, or are these.
 * @spec CN2, CN3, CN4
 */
export function createPages(
  options: ApiOptions,
  { basePaths, operations }: { readonly basePaths: readonly string[]; readonly operations: readonly PageOperation[] },
): MountedApi {
  const router = createRouter(operations);

  async function reply(exchange: HttpExchange, progress: Progress): Promise<Reply> {
    const base = basePaths.find((path) => exchange.path === path || exchange.path.startsWith(`${path}/`)) ?? '';
    progress.shownPath = `${base}/*`;
    const segments = decodeSegments(exchange.path.split('/').slice(1));
    if (segments === undefined) throw new EngineError('invalid_parameters');
    const match = router.find(segments);
    if (match === undefined) throw new EngineError('path_not_found');
    const operation = match.resource.operations.get(exchange.method);
    if (operation === undefined) return methodNotAllowed(errorPage, match.resource.allow);

    progress.operation = operation;
    progress.shownPath = operation.path;
    const recognise = (member: Principal): void => {
      progress.caller = member;
    };
    return operation.serve({ exchange, params: match.params, recognise });
  }

  return { ...createHttpApi(options, { reply, refuse: errorPage }), basePaths };
}
