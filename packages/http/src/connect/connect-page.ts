import type { Engine } from '@botwright/core';
import { systemClock, systemIds } from '@botwright/core/node';
import { createPages, type PageOperation } from '../pages/create-pages.ts';
import { readBasePath, readBaseUrl } from '../pipeline/base-path.ts';
import type { ApiOptions } from '../pipeline/create-http-api.ts';
import type { MountedApi } from '../pipeline/http-api.ts';
import type { ApiResponse } from '../response/response.ts';
import {
  answerLink,
  type LinkContext,
  type LinkRequest,
  type MemberSignIn,
  showLink,
  takeProviderAnswer,
} from './link-operations.ts';

/** The page behind a link that connects an account, at the address that the engine's links have. */
export interface ConnectPageOptions extends ApiOptions {
  /** Made with `connectedAccounts`; its links lead to the page. */
  readonly engine: Pick<Engine, 'accountLinks'>;
  /** Public URL of the page: the engine's `connectUrl`, whose path ends with `basePath`. */
  readonly publicUrl: string;
  /** Default `/connect`. */
  readonly basePath?: string;
  /** Finds the member who opens a link; without one, the page leads to the host's sign-in. */
  readonly signIn: MemberSignIn;
}

const defaultBasePath = '/connect';

/**
 * Makes the page behind the links that connect accounts, for any server: HTML without scripts.
 *
 * @throws {TypeError} when the path of `publicUrl` does not end with the base path.
 * @spec CN1
 * @example
 * const page = createConnectPage({ engine, publicUrl: 'https://bots.example.com/connect', signIn });
 * createServer(nodeListener(combineApis(createBotsApi(bots), page)));
 */
export function createConnectPage(options: ConnectPageOptions): MountedApi {
  const { engine, signIn, clock = systemClock(), ids = systemIds() } = options;
  const basePath = readBasePath('basePath', options.basePath ?? defaultBasePath);
  const publicUrl = readBaseUrl('publicUrl', options.publicUrl, basePath);
  const context: LinkContext = { links: engine.accountLinks, publicUrl, signIn, clock, ids };

  function page(
    { id, method, path }: Pick<PageOperation, 'id' | 'method' | 'path'>,
    serve: (linkRequest: LinkRequest) => Promise<ApiResponse>,
  ): PageOperation {
    return {
      id,
      method,
      path: `/${basePath.slice(1)}${path}`,
      async serve({ request, params, recognise }) {
        const member = await signIn.member(request);
        if (member !== undefined) recognise(member);
        return serve({ request, link: params['link'] ?? '', member, context });
      },
    };
  }

  const operations = [
    page({ id: 'takeProviderAnswer', method: 'GET', path: '/callback' }, takeProviderAnswer),
    page({ id: 'showConnectLink', method: 'GET', path: '/{link}' }, showLink),
    page({ id: 'answerConnectLink', method: 'POST', path: '/{link}' }, answerLink),
  ];
  return createPages({ ...options, clock, ids }, { basePaths: [basePath], operations });
}
