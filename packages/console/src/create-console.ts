import { combineApis, type MountedApi } from '@botwright/http';
import { type ConsoleApiOptions, createConsoleApi } from '@botwright/http/console';
import { type ApiResponse, createPages, type PageOperation } from '@botwright/http/pages';
import { staticPage } from '@botwright/http/static-files';

/** The console at its public URL, with the options of its requests. */
export interface ConsoleOptions extends Omit<ConsoleApiOptions, 'basePath'> {
  /** Public URL: `https://bots.example.com`, or with a path that ends with `basePath`. */
  readonly publicUrl: string;
  /** Path of the page; default: none, so that the page is at `/`. */
  readonly basePath?: string;
}

/** Allows only files of this host, and no inline code. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

const securityHeaders = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
};

/**
 * Makes the console for any server: the page at its base, its files and its operations below `console/`.
 *
 * Sends an anonymous person to the host's sign-in page, which returns them.
 *
 * @throws {TypeError} when the path of `publicUrl` does not end with the base path.
 * @spec CO11, CO12, CO13, CO59
 * @example
 * const console = createConsole({ engine, publicUrl: 'https://bots.example.com', signIn });
 * createServer(nodeListener(combineApis(createBotsApi(bots), console)));
 */
export function createConsole(options: ConsoleOptions): MountedApi {
  const { basePath = '', signIn } = options;
  const below = basePath === '' ? '' : `${basePath.slice(1)}/`;
  const publicUrl = options.publicUrl.replace(/\/$/, '');
  const api = createConsoleApi({
    ...options,
    publicUrl: `${publicUrl}/console/api`,
    basePath: `${basePath}/console/api`,
  });
  const files = staticPage({
    folder: new URL('../dist/page/', import.meta.url),
    assets: 'console/assets/',
    headers: { ...securityHeaders, 'content-security-policy': policy },
  });

  const showPage: PageOperation = {
    id: 'showConsole',
    method: 'GET',
    path: `/${below}`,
    async serve({ request, recognise }) {
      const member = await signIn.member(request);
      if (member !== undefined) recognise(member);
      // A person with a code signs in on the page: only the page sees the text after the `#`.
      else if (request.query !== startQuery) return redirect(303, signIn.url(`${publicUrl}/`));
      return files.page(request);
    },
  };
  const showFile: PageOperation = {
    id: 'showConsoleFile',
    method: 'GET',
    path: `/${below}console/assets/{file}`,
    serve: async ({ request, params }) => files.asset(request, params['file']),
  };
  // Addresses of files are relative to the page, so its URL needs the final slash.
  const addSlash: PageOperation = {
    id: 'redirectToConsole',
    method: 'GET',
    path: `/${below.slice(0, -1)}`,
    serve: async ({ request: { query } }) => redirect(308, `${publicUrl}/${query === '' ? '' : `?${query}`}`),
  };
  const pages = createPages(options, {
    basePaths: [`${basePath}/console`, basePath === '' ? '/' : basePath],
    operations: [showPage, showFile, ...(basePath === '' ? [] : [addSlash])],
  });
  return combineApis(pages, api);
}

const startQuery = 'start';

/**
 * The link that signs in with a code of `signIn.enter`. The code follows a `#`, which browsers send to no server.
 *
 * @param publicUrl - URL of the console.
 * @spec CO10
 */
export function startLink(publicUrl: string, code: string): string {
  return `${publicUrl.replace(/\/$/, '')}/?${startQuery}#start=${encodeURIComponent(code)}`;
}

function redirect(status: 303 | 308, location: string): ApiResponse {
  return { status, headers: { ...securityHeaders, 'cache-control': 'no-store', location } };
}
