import { systemClock, systemIds } from '@botwright/core';
import type { MountedApi } from '../exchange/http-api.ts';
import { readBaseUrl } from '../exchange/routing/read-base-url.ts';
import { createPages, type PageOperation } from '../pages/create-pages.ts';
import { answerLink } from './answer-link.ts';
import { type ConnectPageOptions, defaultBasePath } from './connect-page-options.ts';
import type { LinkOperation, LinkSurroundings } from './link-operation.ts';
import { showLink } from './show-link.ts';
import { takeProviderAnswer } from './take-provider-answer.ts';

/**
 * Makes the page behind the links that connect accounts, for any server: HTML that needs no script.
 *
 * @throws {TypeError} when `publicUrl` is no URL whose path ends with the base path.
 * @spec CN1
 * @example
 * const page = createConnectPage({ engine, publicUrl: 'https://bots.example.com/connect', signIn });
 * createServer(nodeListener(combineApis(createBotsApi(bots), page)));
 */
export function createConnectPage(options: ConnectPageOptions): MountedApi {
  const { engine, signIn, basePath = defaultBasePath, clock = systemClock(), ids = systemIds() } = options;
  const publicUrl = readBaseUrl('publicUrl', options.publicUrl, basePath);
  const surroundings: LinkSurroundings = { links: engine.accountLinks, publicUrl, signIn, clock, ids };

  function pageOf(operation: LinkOperation): PageOperation {
    const { id, method, path } = operation;
    return {
      id,
      method,
      path: `/${basePath.slice(1)}${path}`,
      async serve({ exchange, params, recognise }) {
        const member = await signIn.member(exchange);
        if (member !== undefined) recognise(member);
        return operation.serve({ exchange, link: params['link'] ?? '', member, surroundings });
      },
    };
  }

  const operations = [takeProviderAnswer, showLink, answerLink].map(pageOf);
  return createPages({ ...options, clock, ids }, { basePaths: [basePath], operations });
}
