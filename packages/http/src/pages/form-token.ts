import { type IdSource, sha256 } from '@botwright/core';
import type { HttpExchange } from '../exchange/http-exchange.ts';
import { readCookie } from '../exchange/request/cookie.ts';

/** Which form it is, and who fills it in. */
export interface FormParts {
  readonly exchange: HttpExchange;
  /** Any URL of the origin that the pages have outside. */
  readonly publicUrl: string;
  /** What the form is for, and whose it is: the token is good for this alone. */
  readonly purpose: readonly (string | number)[];
}

/** Hosts on other names under one domain cannot set a cookie that is called so. */
const secureName = '__Host-botwright-connect';
const plainName = 'botwright-connect';

/**
 * Makes the token of a form: good for one purpose and one browser, which a cookie tells. Nothing of it is kept here,
 * so that any process can check it.
 *
 * @returns The cookie only where the browser has none yet.
 * @spec CN10, CN20
 */
export function openForm({ ids, ...parts }: FormParts & { readonly ids: IdSource }): {
  readonly token: string;
  readonly setCookie?: string;
} {
  const known = browserSecret(parts);
  if (known !== undefined) return { token: tokenFor(known, parts) };
  const { publicUrl } = parts;
  const secret = ids.token();
  const attributes = isSecure(publicUrl) ? '; Secure' : '';
  const setCookie = `${cookieName(publicUrl)}=${secret}; Path=/; HttpOnly; SameSite=Lax${attributes}`;
  return { token: tokenFor(secret, parts), setCookie };
}

/**
 * Tells whether a form is the one that this browser was given.
 *
 * @spec CN10, CN20
 */
export function isFormToken(token: string | null, parts: FormParts): boolean {
  const secret = browserSecret(parts);
  return secret !== undefined && token === tokenFor(secret, parts);
}

function browserSecret({ exchange, publicUrl }: FormParts): string | undefined {
  const value = readCookie(exchange.headers.get('cookie'), cookieName(publicUrl));
  return value !== undefined && /^[\w-]{16,64}$/.test(value) ? value : undefined;
}

function tokenFor(secret: string, { purpose }: FormParts): string {
  return sha256(JSON.stringify([secret, ...purpose]));
}

function cookieName(publicUrl: string): string {
  return isSecure(publicUrl) ? secureName : plainName;
}

function isSecure(publicUrl: string): boolean {
  return publicUrl.startsWith('https:');
}
