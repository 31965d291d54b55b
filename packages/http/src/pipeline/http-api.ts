/** A request, in a form that any server can provide. */
export interface HttpRequest {
  /** As received, in upper case. */
  readonly method: string;
  /** Undecoded and without the query; begins with `/`. */
  readonly path: string;
  /** The text after the first `?`, undecoded; empty without one. */
  readonly query: string;
  /** Finds a value by the name in lower case. */
  readonly headers: HeaderReader;
  /** Read at most once, only after the caller was admitted, and up to the size limit. The server discards the rest. */
  readonly body: AsyncIterable<Uint8Array> | Uint8Array | undefined;
  /** The client's IP address, when the server knows it. */
  readonly address?: string;
  /** Path parameters of a route of the host's framework, decoded, as Express, Fastify and Hono give them. @spec HA20 */
  readonly params?: Readonly<Record<string, string>>;
}

/** Headers of a request. A `Headers` object of fetch fits. */
export interface HeaderReader {
  /**
   * `null` or `undefined` for an absent header; values of a repeated one are joined by `, `.
   *
   * @param name - In lower case.
   */
  get(name: string): string | null | undefined;
}

/** A whole response for a server to send; a body in pieces is sent as they come, `undefined` sends none. */
export interface HttpResponse {
  /** HTTP status. */
  readonly status: number;
  /** Names in lower case. `content-length` is present whenever the length is known before the body is sent. */
  readonly headers: Readonly<Record<string, string>>;
  /**
   * Absent after `HEAD` and with a 204. A stream is sent piece by piece; a `content-length` gives its total bytes. The
   * server asks for a piece when the connection takes one, calls `return` when the client has disconnected or nothing
   * is sent, and cuts the connection when it throws. `return` may be called during `next`: a custom iterator should end
   * that wait; a generator would end only after it.
   *
   * @spec HT61
   */
  readonly body: string | AsyncIterable<string | Uint8Array> | undefined;
}

/** Responds to requests: one interface, or several combined. */
export interface HttpApi {
  /** Never rejects: every error becomes a response, and the host also gets internal errors. */
  handle(request: HttpRequest): Promise<HttpResponse>;
}

/** An {@link HttpApi} that serves certain base paths. */
export interface MountedApi extends HttpApi {
  /** Such as `/v1`, without a slash at the end. */
  readonly basePaths: readonly string[];
}

/**
 * Bounds for reading the rest of a request body after the response, so that a client that is still sending can read the
 * response.
 */
export interface DiscardBounds {
  /** Bytes per request; default 128 MiB. */
  readonly maxBytes: number;
  /** Milliseconds of silence; default 5,000. */
  readonly maxSilenceMs: number;
  /** Milliseconds per request; default 30,000. */
  readonly maxMs: number;
  /** Concurrent requests of one listener or handler; default 100. */
  readonly maxAtOnce: number;
}

/** How much of an unread body is discarded before its connection closes. */
export const defaultDiscardBounds: DiscardBounds = {
  maxBytes: 128 * 1_024 * 1_024,
  maxSilenceMs: 5_000,
  maxMs: 30_000,
  maxAtOnce: 100,
};

/** Bounds for responses to clients that read slowly or never. */
export interface SendBounds {
  /** Milliseconds without progress before a connection is closed; default 30,000. */
  readonly maxSilenceMs: number;
  /**
   * Unsent bytes for one address, or for one network of IPv6; default 32 MiB. Above it the connection with the longest
   * time without progress is closed.
   */
  readonly maxBytesPerAddress: number;
  /** Unsent bytes of one listener for all addresses; default 128 MiB. Above it the same happens. */
  readonly maxBytes: number;
}

/** How long, and with how many unsent bytes, a slow reader may take a response. */
export const defaultSendBounds: SendBounds = {
  maxSilenceMs: 30_000,
  maxBytesPerAddress: 32 * 1_024 * 1_024,
  maxBytes: 128 * 1_024 * 1_024,
};

/**
 * Combines interfaces that share a port. Each serves the paths below its base paths, and the first one responds to all
 * other paths. The longest matching base path counts.
 *
 * @throws {TypeError} when two of them have the same base path.
 * @spec HT52
 * @example
 * createServer(nodeListener(combineApis(createBotsApi(bots), createPlatformApi(platform))));
 */
export function combineApis(first: MountedApi, ...others: readonly MountedApi[]): MountedApi {
  const mounts = [first, ...others].flatMap((api) => api.basePaths.map((basePath) => ({ basePath, api })));
  const basePaths = mounts.map(({ basePath }) => basePath);
  if (new Set(basePaths).size < basePaths.length) throw new TypeError('Two interfaces have one base path.');
  const longestFirst = mounts.toSorted((a, b) => b.basePath.length - a.basePath.length);

  return {
    basePaths,
    handle(request) {
      const mount = longestFirst.find(({ basePath }) => isBelow(request.path, basePath));
      return (mount?.api ?? first).handle(request);
    },
  };
}

/** @param basePath - Without a slash at the end; empty: every path lies below it. */
export function isBelow(path: string, basePath: string): boolean {
  return path.startsWith(basePath) && (path.length === basePath.length || path[basePath.length] === '/');
}
