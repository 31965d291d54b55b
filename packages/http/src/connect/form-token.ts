import { type Principal, sha256 } from '@botwright/core';
import type { HttpExchange } from '../exchange/http-exchange.ts';
import { readCookie } from '../exchange/request/cookie.ts';
import type { LinkSurroundings } from './link-operation.ts';

/** Who fills a form in, and for which link. */
interface FormParts {
  readonly exchange: HttpExchange;
  readonly link: string;
  readonly member: Principal;
  readonly surroundings: Pick<LinkSurroundings, 'publicUrl' | 'ids'>;
}

/** Hosts on other names under one domain cannot set a cookie that is called so. */
const secureName = '__Host-botwright-connect';
const plainName = 'botwright-connect';

/**
 * Makes the token of a form: good for this member, this link and this browser, which a cookie tells. Nothing of it is
 * kept here, so that any process can judge it.
 *
 * @returns The cookie only where the browser has none yet.
 * @spec CN10
 */
export function openForm(parts: FormParts): { readonly token: string; readonly setCookie?: string } {
  const known = browserSecret(parts);
  if (known !== undefined) return { token: tokenFor(known, parts) };
  const { publicUrl, ids } = parts.surroundings;
  const secret = ids.token();
  const attributes = isSecure(publicUrl) ? '; Secure' : '';
  const setCookie = `${cookieName(publicUrl)}=${secret}; Path=/; HttpOnly; SameSite=Lax${attributes}`;
  return { token: tokenFor(secret, parts), setCookie };
}

/**
 * Tells whether a form is the one that this browser was given.
 *
 * @spec CN10
 */
export function isFormToken(token: string | null, parts: FormParts): boolean {
  const secret = browserSecret(parts);
  return secret !== undefined && token === tokenFor(secret, parts);
}

function browserSecret({ exchange, surroundings }: FormParts): string | undefined {
  const value = readCookie(exchange.headers.get('cookie'), cookieName(surroundings.publicUrl));
  return value !== undefined && /^[\w-]{16,64}$/.test(value) ? value : undefined;
}

function tokenFor(secret: string, { link, member }: FormParts): string {
  return sha256(JSON.stringify([secret, link, member.brand, member.person]));
}

function cookieName(publicUrl: string): string {
  return isSecure(publicUrl) ? secureName : plainName;
}

function isSecure(publicUrl: string): boolean {
  return publicUrl.startsWith('https:');
}
