import { type Engine, type Principal, sha256 } from '@botwright/core';
import type { HttpExchange } from '../exchange.ts';
import type { CredentialScheme } from '../operations/operation.ts';
import { readCookie } from '../request/cookie.ts';
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
  readonly bearer: FindPrincipal | undefined;
  readonly session: SessionOptions | undefined;
}

export interface Caller {
  readonly principal: Principal;
  readonly scheme: CredentialScheme;
  /** Names the credential without telling it. */
  readonly credentialKey: string;
}

/**
 * Finds who is calling. An `Authorization` of ours decides alone; the cookie counts only without one, and only on
 * the same-origin base.
 *
 * @returns `undefined` without credentials, and with bad ones.
 * @spec HT19, HT20, HT21, HT22
 */
export async function findCaller(
  { headers }: HttpExchange,
  base: Base,
  { engine, bearer, session }: CredentialOptions,
): Promise<Caller | undefined> {
  const authorization = readAuthorization(headers.get('authorization'));
  if (authorization?.scheme === 'token') {
    return callerOf('agentToken', authorization.credential, (token) => engine.authenticate(token));
  }
  if (authorization?.scheme === 'bearer') return callerOf('bearerToken', authorization.credential, bearer);
  if (base !== 'same_origin' || session === undefined) return undefined;
  return callerOf('sessionCookie', readCookie(headers.get('cookie'), session.cookie ?? defaultCookie), session.verify);
}

async function callerOf(
  scheme: CredentialScheme,
  credential: string | undefined,
  find: FindPrincipal | undefined,
): Promise<Caller | undefined> {
  if (credential === undefined || credential === '' || find === undefined) return undefined;
  const principal = await find(credential);
  return principal && { principal, scheme, credentialKey: sha256(`${scheme} ${credential}`) };
}

/** @returns `undefined` for a scheme that is not ours, which belongs to someone in front of us. */
function readAuthorization(
  header: string | null | undefined,
): { readonly scheme: 'token' | 'bearer'; readonly credential: string } | undefined {
  if (header === null || header === undefined) return undefined;
  const space = header.indexOf(' ');
  const scheme = (space === -1 ? header : header.slice(0, space)).toLowerCase();
  if (scheme !== 'token' && scheme !== 'bearer') return undefined;
  return { scheme, credential: space === -1 ? '' : header.slice(space + 1).trim() };
}
