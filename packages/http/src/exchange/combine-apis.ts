import type { MountedApi } from './http-api.ts';

/**
 * Makes one of several interfaces that share a port: each answers what lies below its base paths, and the first of
 * them what lies below none.
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

  return {
    basePaths,
    handle(exchange) {
      const { path } = exchange;
      const mount = mounts.find(({ basePath }) => path === basePath || path.startsWith(`${basePath}/`));
      return (mount?.api ?? first).handle(exchange);
    },
  };
}
