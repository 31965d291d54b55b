/** A request, in a form that any server can provide. */
export interface HttpRequest {
  /** As received, in upper case. */
  readonly method: string;
  /** Undecoded and without the query; begins with `/`. */
  readonly path: string;
  /** What follows the first `?`, undecoded; empty when there is none. */
  readonly query: string;
  readonly headers: HeaderReader;
  /**
   * Read at most once, only after the caller was admitted, and no further than the size limit. The server discards what
   * was not read.
   */
  readonly body: AsyncIterable<Uint8Array> | Uint8Array | undefined;
  /** The client's IP address, when the server knows it. */
  readonly address?: string;
}

/** Headers of a request. A `Headers` object of fetch fits. */
export interface HeaderReader {
  /** @param name - In lower case. */
  get(name: string): string | null | undefined;
}

export interface HttpResponse {
  readonly status: number;
  /** Names in lower case. `content-length` is present whenever the length is known before the body is sent. */
  readonly headers: Readonly<Record<string, string>>;
  /**
   * Absent after `HEAD` and with a 204. A stream is sent piece by piece as it comes; where it has a `content-length`, its
   * bytes are so many. The server asks for a piece when the connection takes one, calls `return` when the client has gone or nothing is to be
   * sent, and cuts the connection when it throws. `return` may come while a piece is waited for: an iterator of your own
   * ends that wait, while a generator would end after it.
   *
   * @spec HT61
   */
  readonly body: string | AsyncIterable<string> | undefined;
}

/** Responds to requests: one interface, or several combined. */
export interface HttpApi {
  /** Never rejects: every error becomes a response, and internal ones are also reported to the host. */
  handle(request: HttpRequest): Promise<HttpResponse>;
}

/** An {@link HttpApi} that serves certain base paths. */
export interface MountedApi extends HttpApi {
  /** Such as `/v1`, without a slash at the end. */
  readonly basePaths: readonly string[];
}

/**
 * Bounds for reading the rest of a request body after the response, so that a client which is still sending can read
 * the response.
 */
export interface DiscardBounds {
  /** Bytes per request; default 128 MiB. */
  readonly maxBytes: number;
  /** Milliseconds without receiving anything; default 5,000. */
  readonly maxSilenceMs: number;
  /** Milliseconds per request; default 30,000. */
  readonly maxMs: number;
  /** Concurrent requests of one listener or handler; default 100. */
  readonly maxAtOnce: number;
}

export const defaultDiscardBounds: DiscardBounds = {
  maxBytes: 128 * 1_024 * 1_024,
  maxSilenceMs: 5_000,
  maxMs: 30_000,
  maxAtOnce: 100,
};

/** Bounds for sending responses to clients that read slowly, or not at all. */
export interface SendBounds {
  /** Milliseconds in which a connection takes nothing of what is to be sent, before it is closed; default 30,000. */
  readonly maxSilenceMs: number;
  /**
   * Bytes that wait to be sent to one address, or to one network of IPv6; default 32 MiB. Past it the connection that
   * has taken nothing for the longest time is closed.
   */
  readonly maxBytesPerAddress: number;
  /** Bytes that wait to be sent by one listener to all addresses; default 128 MiB. Past it as above. */
  readonly maxBytes: number;
}

export const defaultSendBounds: SendBounds = {
  maxSilenceMs: 30_000,
  maxBytesPerAddress: 32 * 1_024 * 1_024,
  maxBytes: 128 * 1_024 * 1_024,
};

/**
 * Combines interfaces that share a port. Each serves the paths below its base paths, and the first one responds to all
 * other paths. Where one base path lies below another, the longer one counts.
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
