import type { Engine } from '@botwright/core';
import { readAuthorization, readCookie } from '../request/headers.ts';
import type { HttpRequest } from './http-api.ts';

/** The owner of a credential that an interface has accepted. */
export interface ApiCaller {
  readonly brand: string;
  /** Number of the person; absent for a channel. */
  readonly person?: number;
}

export interface Credential {
  /** Such as `agentToken`. With the value it is the key of the rate limit. */
  readonly scheme: string;
  /** Secret. */
  readonly value: string;
  /** A cookie: browsers also add it to requests that other sites make. */
  readonly isCookie: boolean;
}

/** Finds the caller whose credential this is; `undefined` when it is not valid. */
export type FindCaller<TCaller> = (credential: string) => Promise<TCaller | undefined>;

/**
 * Finds callers by a function of the host, and only callers of brands that the engine serves.
 *
 * @spec TN20
 */
export async function ofServedBrand<TCaller extends ApiCaller>(
  engine: Pick<Engine, 'serves'>,
  found: TCaller | undefined | Promise<TCaller | undefined>,
): Promise<TCaller | undefined> {
  const caller = await found;
  return caller !== undefined && (await engine.serves(caller.brand)) ? caller : undefined;
}

/** The authentication of an interface. */
export interface CallerOptions<TCaller> {
  /** Name of the interface in `WWW-Authenticate`. */
  readonly realm: string;
  /**
   * By the scheme of `Authorization`, in lower case. Other schemes are ignored: they may be for a proxy in front of the
   * interface.
   */
  readonly authorization: ReadonlyMap<string, CredentialKind<TCaller>>;
  /** Used only on bases that accept it, and when there is no `Authorization` with one of these schemes. */
  readonly cookie?: CookieKind<TCaller> | undefined;
}

export interface CredentialKind<TCaller> {
  readonly scheme: string;
  /** The caller's credential, such as `the token of an agent`. Left out: no message names it. */
  readonly meaning?: string | undefined;
  readonly find: FindCaller<TCaller>;
}

export interface CookieKind<TCaller> extends CredentialKind<TCaller> {
  readonly name: string;
  /** Whether a page of this `Origin` may send a request that changes something. */
  isOriginAllowed(origin: string): boolean;
}

export interface Callers<TCaller> {
  /** Value of `WWW-Authenticate`. */
  readonly challenge: string;
  /**
   * Reads the credential of a request. An `Authorization` with a scheme of the interface takes precedence.
   *
   * @returns `undefined` when there is no credential of a kind that the interface accepts.
   * @spec HT19, HT20, HT21, HT22, TK2
   */
  read(request: HttpRequest, takesCookie: boolean): Credential | undefined;
  /** @returns `undefined` when the credential is not valid. */
  find(credential: Credential): Promise<TCaller | undefined>;
  /** The rate-limit key of a caller. Absent: the credential. */
  countedBy?(caller: TCaller): Credential;
  /**
   * The fault of a credential without a caller, and the expected one.
   *
   * @param credential - As read; it does not show in the message.
   * @spec HT59
   */
  advise(credential: Credential | undefined, takesCookie: boolean): string;
  /**
   * Whether the `Origin` of a request is acceptable. Browsers also add cookies to requests that other sites make, so a
   * request with a cookie that changes something needs an `Origin` that the host allows.
   *
   * @spec HT24
   */
  isOriginAllowed(request: HttpRequest, credential: Credential): boolean;
}

const safeMethods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

export function callersOf<TCaller>({ realm, authorization, cookie }: CallerOptions<TCaller>): Callers<TCaller> {
  const finders = new Map([...authorization.values(), ...(cookie ? [cookie] : [])].map((kind) => [kind.scheme, kind]));
  const schemes = [...authorization].map(
    ([name, kind]) => [`${name.slice(0, 1).toUpperCase()}${name.slice(1)}`, kind] as const,
  );
  const headers = schemes.flatMap(([name, { meaning }]) =>
    meaning === undefined ? [] : [`"Authorization: ${name} …" with ${meaning}`],
  );

  return {
    challenge: schemes.map(([name]) => `${name} realm="${realm}"`).join(', '),
    advise(credential, takesCookie) {
      if (credential?.isCookie) return 'The session has ended, or the cookie is of none: sign in again.';
      const meaning = finders.get(credential?.scheme ?? '')?.meaning;
      if (meaning !== undefined) return `The token in "Authorization" is not, or no longer, ${meaning}.`;
      const session = takesCookie && cookie !== undefined ? ['the cookie of a session'] : [];
      return `Send the header ${[...headers, ...session].join(', or ')}.`;
    },
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
