/** One request, as any server can hand it over. */
export interface HttpRequest {
  /** Upper case, as it came. */
  readonly method: string;
  /** Undecoded and without the query; begins with `/`. */
  readonly path: string;
  /** What follows the first `?`, undecoded; empty when there is none. */
  readonly query: string;
  readonly headers: HeaderReader;
  /**
   * Read at most once, only after the caller was admitted, and no further than the limit. The server discards what was
   * left unread.
   */
  readonly body: AsyncIterable<Uint8Array> | Uint8Array | undefined;
  /** Where the request came from, when the server knows. */
  readonly address?: string;
}

/** A fetch `Headers` is one. */
export interface HeaderReader {
  /** @param name - In lower case. */
  get(name: string): string | null | undefined;
}

export interface HttpResponse {
  readonly status: number;
  /** Names in lower case. `content-length` is there whenever the response to a `GET` would have a body. */
  readonly headers: Readonly<Record<string, string>>;
  /** Absent after `HEAD` and with a 204. */
  readonly body: string | undefined;
}

/** An interface of the service, or several: whatever responds to requests. */
export interface HttpApi {
  /** Never rejects: an error becomes a response, and a fault is reported to the host besides. */
  handle(request: HttpRequest): Promise<HttpResponse>;
}

/** One that serves what lies below certain paths. */
export interface MountedApi extends HttpApi {
  /** Such as `/v1`, without a slash at the end. */
  readonly basePaths: readonly string[];
}

/** How much of a body that was not read a server takes in after the response, so that the client gets to read it. */
export interface DiscardBounds {
  /** Bytes of one request; default 128 MiB. */
  readonly maxBytes: number;
  /** Milliseconds in which nothing comes; default 5,000. */
  readonly maxSilenceMs: number;
  /** Milliseconds in all; default 30,000. */
  readonly maxMs: number;
  /** Requests at once, of one listener or handler; default 100. */
  readonly maxAtOnce: number;
}

export const defaultDiscardBounds: DiscardBounds = {
  maxBytes: 128 * 1_024 * 1_024,
  maxSilenceMs: 5_000,
  maxMs: 30_000,
  maxAtOnce: 100,
};

/**
 * Makes one of several interfaces that share a port: each serves what lies below its base paths, and the first of them
 * responds to what lies below none. Where one base path lies below another, the longer one counts.
 *
 * @throws {TypeError} when two of them have one base path.
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
