import { decodeSegments } from '../request/percent.ts';
import { isBelow } from './http-api.ts';

/** An address that an interface serves: the part of each path that all its operations share. */
export interface Base {
  /** Such as `/v0-alpha`, without a slash at the end; empty for a whole host. */
  readonly path: string;
}

/**
 * Finds the base that a path lies below.
 *
 * @spec HT1, HT3
 */
export function findBase<TBase extends Base>(bases: readonly TBase[], path: string): TBase | undefined {
  for (const base of bases) if (isBelow(path, base.path)) return base;
  return undefined;
}

/**
 * The decoded segments of a path below its base. A path is split before it is decoded, so an escaped slash stays inside
 * its segment.
 *
 * @returns `undefined` when one of them is malformed.
 * @spec HT3, HT5, HT6
 */
export function segmentsBelow(path: string, base: Base): readonly string[] | undefined {
  return path.length === base.path.length ? [] : decodeSegments(path.slice(base.path.length + 1).split('/'));
}

/**
 * Reads the base path that a host chose.
 *
 * @returns Without a slash at the end.
 * @throws {TypeError} when it does not begin with a slash, or has what a path in a URL has not.
 */
export function readBasePath(option: string, path: string): string {
  const isPath = path === '' || (path.startsWith('/') && new URL(path, 'http://host').pathname === path);
  if (!isPath) throw new TypeError(`${option} must be a path such as /v1, as it stands in a URL.`);
  return path.replace(/\/$/, '');
}

/**
 * Reads where a base is reached from outside.
 *
 * @param basePath - Path of the base, without a slash at the end, which the URL may have.
 * @returns A URL without a slash at the end.
 * @throws {TypeError} when it is not the URL of such a base.
 * @spec HT9
 */
export function readBaseUrl(option: string, text: string, basePath: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isHttp = url?.protocol === 'http:' || url?.protocol === 'https:';
  const path = url?.pathname.replace(/\/$/, '');
  if (url === undefined || !isHttp || !path?.endsWith(basePath) || url.search !== '' || url.hash !== '') {
    throw new TypeError(`${option} must be an http or https URL whose path ends with ${basePath}.`);
  }
  return `${url.origin}${path}`;
}

/** Parameters by which a person could be known: of such a path, its pattern is logged. */
const personal = /\{customer_token\}/;

/**
 * What is logged in place of a path by which a person could be known: the pattern, and of a path that is not served no
 * more than its first segment below the base.
 *
 * @param basePath - Such as `/v1`.
 * @param pattern - Below the base; `undefined` when the path is not served.
 * @returns `undefined` when the path may be logged as it is.
 * @spec TK20
 */
export function loggedPath(path: string, basePath: string, pattern: string | undefined): string | undefined {
  if (pattern !== undefined) return personal.test(pattern) ? `${basePath}${pattern}` : undefined;
  if (!path.startsWith(`${basePath}/`)) return '/*';
  const [first = ''] = path.slice(basePath.length + 1).split('/', 1);
  return path.length > basePath.length + 2 + first.length ? `${basePath}/${first}/*` : undefined;
}
