import { combineApis, type MountedApi, withCors } from '@botwright/http';
import { createPages, type PageOperation } from '@botwright/http/pages';
import { staticPage } from '@botwright/http/static-files';
import { createWebChatApi, type WebChatApiOptions } from '@botwright/http/web-chat';

/** The page of visitors, with the options of its requests. */
export interface WebChatOptions extends Omit<WebChatApiOptions, 'basePath'> {
  /** The public URL, such as `https://acme.example/chat`; its path is `basePath`. */
  readonly publicUrl: string;
  /** Path below which each bot has its page; default `/chat`. */
  readonly basePath?: string;
  /**
   * Sources of pictures, videos and sounds of messages, in the syntax of a `Content-Security-Policy`. Default `https:`,
   * every host over TLS.
   */
  readonly mediaSources?: string;
  /**
   * Pages that may show the chat in a frame, in the syntax of a `Content-Security-Policy`. Default `*`: no press in the
   * chat can harm the visitor.
   */
  readonly frameAncestors?: string;
}

const defaultBasePath = '/chat';

/**
 * Makes the web chat for any server: the page of each bot at `/chat/{bot_number}`, and its operations below
 * `/chat/api`.
 *
 * @throws {TypeError} when the path of `publicUrl` does not end with the base path.
 * @spec WC17, WC18, WC36
 * @example
 * const chat = createWebChat({ engine, publicUrl: 'https://acme.example/chat' });
 * createServer(nodeListener(combineApis(createBotsApi(bots), chat)));
 */
export function createWebChat(options: WebChatOptions): MountedApi {
  const { basePath = defaultBasePath, mediaSources = 'https:', frameAncestors = '*' } = options;
  const publicUrl = options.publicUrl.replace(/\/$/, '');
  const api = createWebChatApi({ ...options, publicUrl: `${publicUrl}/api`, basePath: `${basePath}/api` });
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    `img-src 'self' ${mediaSources}`,
    `media-src 'self' ${mediaSources}`,
    "connect-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    `frame-ancestors ${frameAncestors}`,
  ].join('; ');
  const files = staticPage({
    folder: new URL('../dist/page/', import.meta.url),
    assets: 'assets/',
    headers: {
      'content-security-policy': policy,
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'strict-origin-when-cross-origin',
    },
  });
  const showPage: PageOperation = {
    id: 'showWebChat',
    method: 'GET',
    path: `${readPath(basePath)}/{bot_number}`,
    serve: async ({ request }) => files.page(request),
  };
  const showFile: PageOperation = {
    id: 'showWebChatFile',
    method: 'GET',
    path: `${readPath(basePath)}/assets/{file}`,
    serve: async ({ request, params }) => files.asset(request, params['file']),
  };
  const pages = createPages(options, { basePaths: [basePath], operations: [showPage, showFile] });
  // A frame with a `sandbox` has no origin: the browser treats even its own server as another site. The chat reads no
  // cookie.
  return withCors(combineApis(pages, api), { origins: (origin) => origin === 'null' });
}

function readPath(basePath: string): `/${string}` {
  if (!basePath.startsWith('/')) throw new TypeError('basePath must be a path such as /chat, encoded as in a URL.');
  return basePath as `/${string}`;
}
