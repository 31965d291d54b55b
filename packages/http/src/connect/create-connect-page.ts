import { EngineError, systemClock, systemIds } from '@botwright/core';
import { createHttpApi, type Progress } from '../exchange/create-http-api.ts';
import type { MountedApi } from '../exchange/http-api.ts';
import type { HttpExchange } from '../exchange/http-exchange.ts';
import type { Reply } from '../exchange/reply/reply.ts';
import { methodNotAllowed } from '../exchange/reply/standard-refusals.ts';
import { decodeSegments } from '../exchange/routing/decode-segments.ts';
import { readBaseUrl } from '../exchange/routing/read-base-url.ts';
import { createRouter } from '../exchange/routing/router.ts';
import { answerLink } from './answer-link.ts';
import { type ConnectPageOptions, defaultBasePath } from './connect-page-options.ts';
import type { PageOperation, PageSurroundings } from './page-operation.ts';
import { errorPage } from './pages/error-page.ts';
import { showLink } from './show-link.ts';
import { takeProviderAnswer } from './take-provider-answer.ts';

const operations: readonly PageOperation[] = [takeProviderAnswer, showLink, answerLink];

/**
 * Makes the page behind the links that connect accounts, for any server: HTML that needs no script.
 *
 * @throws {TypeError} when `publicUrl` is no URL whose path ends with the base path.
 * @spec CN1, CN2, CN3
 * @example
 * const page = createConnectPage({ engine, publicUrl: 'https://bots.example.com/connect', signIn });
 * createServer(nodeListener(combineApis(createBotsApi(bots), page)));
 */
export function createConnectPage(options: ConnectPageOptions): MountedApi {
  const { engine, signIn, basePath = defaultBasePath } = options;
  const clock = options.clock ?? systemClock();
  const ids = options.ids ?? systemIds();
  const publicUrl = readBaseUrl('publicUrl', options.publicUrl, basePath);
  const surroundings: PageSurroundings = { links: engine.accountLinks, publicUrl, signIn, clock, ids };
  const router = createRouter(operations);
  const depth = basePath.split('/').length;

  /** @spec CN2, CN3, CN4 */
  async function reply(exchange: HttpExchange, progress: Progress): Promise<Reply> {
    progress.shownPath = `${basePath}/*`;
    const segments = exchange.path.startsWith(`${basePath}/`)
      ? decodeSegments(exchange.path.split('/').slice(depth))
      : [];
    if (segments === undefined) throw new EngineError('invalid_parameters');
    const match = router.find(segments);
    if (match === undefined) throw new EngineError('path_not_found');
    const operation = match.resource.operations.get(exchange.method);
    if (operation === undefined) return methodNotAllowed(errorPage, match.resource.allow);

    progress.operation = operation;
    progress.shownPath = `${basePath}${operation.path}`;
    const member = await signIn.member(exchange);
    if (member !== undefined) progress.caller = member;
    return operation.serve({ exchange, link: match.params['link'] ?? '', member, surroundings });
  }

  return { ...createHttpApi({ ...options, clock, ids }, { reply, refuse: errorPage }), basePaths: [basePath] };
}
