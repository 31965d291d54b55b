import type { HttpApi, HttpRequest, HttpResponse } from '../pipeline/http-api.ts';

/** Which pages of other sites may call an interface from a browser. */
export interface CorsOptions {
  /**
   * Allowed origins, such as `https://shop.example`, or a function that decides; `'*'`: every origin. Compared in the
   * form that browsers send: scheme, host and port, in lower case.
   */
  readonly origins: '*' | readonly string[] | ((origin: string) => boolean);
  /** Whether browsers also send their cookies; requires named origins. Default no. */
  readonly credentials?: boolean;
  /** Seconds for which a browser may cache the permission. Default 600. */
  readonly maxAgeSeconds?: number;
}

const methods = 'GET, HEAD, POST, PUT, PATCH, DELETE';

/** Response headers that a page may read in addition to the browser's defaults. */
const exposedHeaders = 'allow, content-length, etag, location, retry-after, www-authenticate, x-request-id';

/**
 * Lets pages of other sites call an interface from a browser. A request without an `Origin`, or with a refused one, is
 * served unchanged; the browser then hides the response from the page.
 *
 * @throws {TypeError} when an origin is malformed, or `'*'` is combined with `credentials`.
 * @spec HA14, HA15, HA16, HA17
 * @example
 * const api = withCors(createBotsApi({ engine, publicUrl }), { origins: ['https://builder.example'] });
 */
export function withCors<TApi extends HttpApi>(api: TApi, options: CorsOptions): TApi {
  const { credentials = false, maxAgeSeconds = 600 } = options;
  const isAllowed = readOrigins(options);
  if (!Number.isSafeInteger(maxAgeSeconds) || maxAgeSeconds < 0) {
    throw new TypeError('The option maxAgeSeconds is an integer from 0.');
  }
  const isSame = options.origins === '*';
  const granted = (origin: string) => ({
    'access-control-allow-origin': isSame ? '*' : origin,
    ...(credentials && { 'access-control-allow-credentials': 'true' }),
  });

  return {
    ...api,
    async handle(request) {
      const origin = request.headers.get('origin') ?? undefined;
      const mayCall = origin !== undefined && isAllowed(origin);
      if (mayCall && isPreflight(request)) {
        const requestedHeaders = request.headers.get('access-control-request-headers');
        return {
          status: 204,
          headers: {
            ...granted(origin),
            'access-control-allow-methods': methods,
            ...(requestedHeaders && { 'access-control-allow-headers': requestedHeaders }),
            'access-control-max-age': String(maxAgeSeconds),
            vary: 'origin, access-control-request-headers',
          },
          body: undefined,
        };
      }
      const response = await api.handle(request);
      const more = mayCall ? { ...granted(origin), 'access-control-expose-headers': exposedHeaders } : {};
      return { ...response, headers: { ...response.headers, ...more, ...(!isSame && varied(response)) } };
    },
  };
}

function isPreflight({ method, headers }: HttpRequest): boolean {
  return method === 'OPTIONS' && (headers.get('access-control-request-method') ?? '') !== '';
}

/** A cache must not give the response to one origin to another one. @spec HA17 */
function varied({ headers: { vary } }: HttpResponse): { readonly vary: string } {
  return { vary: vary === undefined ? 'origin' : `${vary}, origin` };
}

function readOrigins({ origins, credentials }: CorsOptions): (origin: string) => boolean {
  if (origins === '*') {
    if (credentials === true) throw new TypeError("The origins '*' cannot be combined with credentials: name them.");
    return () => true;
  }
  if (typeof origins === 'function') return (origin) => origins(origin);
  for (const origin of origins) {
    if (!URL.canParse(origin) || new URL(origin).origin !== origin) {
      throw new TypeError(
        `"${origin}" is not an origin: give only scheme, host and port, such as https://shop.example.`,
      );
    }
  }
  const allowed = new Set(origins);
  return (origin) => allowed.has(origin);
}
