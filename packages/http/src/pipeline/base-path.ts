import { decodeSegments } from '../request/percent.ts';
import { isBelow } from './http-api.ts';

/** A base that an interface serves: all its operations have paths that begin with it. */
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
  return bases.find((base) => isBelow(path, base.path));
}

/**
 * Returns the decoded segments of a path below its base. Splits the path before decoding, so an escaped slash stays
 * inside its segment.
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
 * @throws {TypeError} when it does not begin with a slash, or cannot be the path of a URL.
 */
export function readBasePath(option: string, path: string): string {
  const isPath = path === '' || (path.startsWith('/') && new URL(path, 'http://host').pathname === path);
  if (!isPath) throw new TypeError(`${option} must be a path such as /v1, encoded as in a URL.`);
  return path.replace(/\/$/, '');
}

/**
 * Reads the public URL of a base.
 *
 * @param basePath - Path of the base, without a slash at the end. The URL may end with one.
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

/** Path parameters that could identify a person. The log has only the pattern of a path with one of them. */
const personal = /\{customer_token\}/;

/**
 * Returns the loggable form of a path that could identify a person: its pattern or, when the path is not served, only
 * its first segment below the base.
 *
 * @param basePath - Such as `/v1`.
 * @param pattern - Below the base; `undefined` when the path is not served.
 * @returns `undefined` when the path itself may be logged.
 * @spec TK20
 */
export function loggedPath(path: string, basePath: string, pattern: string | undefined): string | undefined {
  if (pattern !== undefined) return personal.test(pattern) ? `${basePath}${pattern}` : undefined;
  if (!path.startsWith(`${basePath}/`)) return '/*';
  const [first = ''] = path.slice(basePath.length + 1).split('/', 1);
  return path.length > basePath.length + 2 + first.length ? `${basePath}/${first}/*` : undefined;
}
