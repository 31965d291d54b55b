import { readAuthorization, readCookie } from '../request/headers.ts';
import type { HttpRequest } from './http-api.ts';

/** Who calls an interface. */
export interface ApiCaller {
  readonly brand: string;
  /** Absent for a channel, which is no person. */
  readonly person?: number;
}

export interface Credential {
  /** Such as `agentToken`: callers are counted by it and the value. */
  readonly scheme: string;
  /** Secret. */
  readonly value: string;
  /** Browsers send it along with requests that other sites make. */
  readonly isCookie: boolean;
}

/** Finds who a credential belongs to; `undefined` when it is nobody's. */
export type FindCaller<TCaller> = (credential: string) => Promise<TCaller | undefined>;

/** How an interface knows its callers. */
export interface CallerOptions<TCaller> {
  /** Name of the interface in `WWW-Authenticate`. */
  readonly realm: string;
  /** By the scheme of an `Authorization`, in lower case; others belong to someone in front of the interface. */
  readonly authorization: ReadonlyMap<string, CredentialKind<TCaller>>;
  /** Counts only without an `Authorization` of those, and only on bases that take it. */
  readonly cookie?: CookieKind<TCaller> | undefined;
}

export interface CredentialKind<TCaller> {
  readonly scheme: string;
  readonly find: FindCaller<TCaller>;
}

export interface CookieKind<TCaller> extends CredentialKind<TCaller> {
  readonly name: string;
  /** Whether a request that changes something may come from a page of this `Origin`. */
  isOriginAllowed(origin: string): boolean;
}

export interface Callers<TCaller> {
  /** Value of `WWW-Authenticate`. */
  readonly challenge: string;
  /**
   * Reads what a request says of its caller. An `Authorization` with a scheme of the interface decides alone.
   *
   * @returns `undefined` when there is nothing, or nothing that anybody verifies.
   * @spec HT19, HT20, HT21, HT22, TK2
   */
  read(request: HttpRequest, takesCookie: boolean): Credential | undefined;
  /** @returns `undefined` when the credential is nobody's. */
  find(credential: Credential): Promise<TCaller | undefined>;
  /**
   * Browsers send the cookie along with requests that other sites make: those that change something need an `Origin`
   * that the host allows.
   *
   * @spec HT24
   */
  isOriginAllowed(request: HttpRequest, credential: Credential): boolean;
}

const safeMethods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

export function callersOf<TCaller>({ realm, authorization, cookie }: CallerOptions<TCaller>): Callers<TCaller> {
  const finders = new Map([...authorization.values(), ...(cookie ? [cookie] : [])].map((kind) => [kind.scheme, kind]));
  const schemes = [...authorization.keys()].map((scheme) => `${scheme.slice(0, 1).toUpperCase()}${scheme.slice(1)}`);

  return {
    challenge: schemes.map((scheme) => `${scheme} realm="${realm}"`).join(', '),
    read({ headers }, takesCookie) {
      const given = readAuthorization(headers.get('authorization'));
      const kind = given && authorization.get(given.scheme);
      if (given !== undefined && kind !== undefined) {
        return given.value === '' ? undefined : { scheme: kind.scheme, value: given.value, isCookie: false };
      }
      if (cookie === undefined || !takesCookie) return undefined;
      const value = readCookie(headers.get('cookie'), cookie.name);
      return value === undefined || value === '' ? undefined : { scheme: cookie.scheme, value, isCookie: true };
    },
    find: ({ scheme, value }) => finders.get(scheme)?.find(value) ?? Promise.resolve(undefined),
    isOriginAllowed({ method, headers }, { isCookie }) {
      if (!isCookie || safeMethods.has(method)) return true;
      const origin = headers.get('origin') ?? '';
      return origin !== '' && cookie?.isOriginAllowed(origin) === true;
    },
  };
}
