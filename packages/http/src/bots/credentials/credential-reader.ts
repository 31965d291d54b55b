import type { Engine, Principal } from '@botwright/core';
import type { HttpExchange } from '../../exchange/http-exchange.ts';
import { readCookie } from '../../exchange/request/cookie.ts';
import type { CredentialScheme } from '../operations/operation.ts';
import type { Base } from '../routing/locate.ts';

/** Tells whom a credential stands for; `undefined` when it stands for nobody. */
export type FindPrincipal = (credential: string) => Promise<Principal | undefined>;

/** Name of the session cookie unless the host names another. */
export const defaultCookie = 'sessionid';

export interface SessionOptions {
  /** Name of the cookie; default `sessionid`. */
  readonly cookie?: string;
  readonly verify: FindPrincipal;
  /** Judges the `Origin` of requests that change something. */
  isOriginAllowed(origin: string): boolean;
}

export interface CredentialOptions {
  readonly engine: Engine;
  readonly bearer?: FindPrincipal | undefined;
  readonly session?: SessionOptions | undefined;
}

export interface Credential {
  readonly scheme: CredentialScheme;
  /** Secret. */
  readonly value: string;
}

export interface CredentialReader {
  /**
   * Finds what a request is to be judged by. An `Authorization` of ours decides alone; the cookie counts only
   * without one, and only on the same-origin base.
   *
   * @returns `undefined` when there is nothing, or nothing that anybody verifies.
   * @spec HT19, HT20, HT21, HT22
   */
  read(exchange: HttpExchange, base: Base): Credential | undefined;
  /** @returns `undefined` when the credential stands for nobody. */
  findPrincipal(credential: Credential): Promise<Principal | undefined>;
}

const nobody: FindPrincipal = async () => undefined;

export function credentialReader({ engine, bearer, session }: CredentialOptions): CredentialReader {
  const verifiers: Readonly<Record<CredentialScheme, FindPrincipal>> = {
    agentToken: (token) => engine.authenticate(token),
    bearerToken: bearer ?? nobody,
    sessionCookie: session?.verify ?? nobody,
  };
  const cookie = session?.cookie ?? defaultCookie;

  return {
    read({ headers }, base) {
      const credential = readAuthorization(headers.get('authorization'));
      if (credential !== undefined) return credential.value === '' ? undefined : credential;
      if (base !== 'same_origin' || session === undefined) return undefined;
      const value = readCookie(headers.get('cookie'), cookie);
      return value === undefined || value === '' ? undefined : { scheme: 'sessionCookie', value };
    },
    findPrincipal: ({ scheme, value }) => verifiers[scheme](value),
  };
}

/** @returns `undefined` for a scheme that is not ours, which belongs to someone in front of us. */
function readAuthorization(header: string | null | undefined): Credential | undefined {
  if (header === null || header === undefined) return undefined;
  const space = header.indexOf(' ');
  const name = (space === -1 ? header : header.slice(0, space)).toLowerCase();
  const value = space === -1 ? '' : header.slice(space + 1).trim();
  if (name === 'token') return { scheme: 'agentToken', value };
  return name === 'bearer' ? { scheme: 'bearerToken', value } : undefined;
}
