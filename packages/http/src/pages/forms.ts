import { EngineError } from '@botwright/core';
import { sha256 } from '@botwright/core/node';
import type { IdSource } from '@botwright/core/ports';
import type { HttpRequest } from '../pipeline/http-api.ts';
import { readBodyBytes } from '../request/body.ts';
import { readCookie } from '../request/headers.ts';

/** Far more than any form of these pages needs. */
const maxFormBytes = 4_096;

/**
 * Reads the fields of a submitted form.
 *
 * @throws {EngineError} `unsupported_media_type`, `request_too_large`
 * @spec CN4
 */
export async function readForm(request: HttpRequest): Promise<URLSearchParams> {
  const type = request.headers.get('content-type') ?? '';
  if (!/^application\/x-www-form-urlencoded *(;|$)/i.test(type)) throw new EngineError('unsupported_media_type');
  const bytes = await readBodyBytes(request, maxFormBytes);
  return new URLSearchParams(new TextDecoder().decode(bytes));
}

/** Identifies a form and the browser that it was made for. */
export interface FormParts {
  /** Has the cookie of the browser. */
  readonly request: HttpRequest;
  /** Any URL at the public origin of the pages. */
  readonly publicUrl: string;
  /** Purpose and owner of the form; the token is valid for nothing else. */
  readonly purpose: readonly (string | number)[];
}

/** With the prefix `__Host-`, other hosts under the same domain cannot set the cookie. */
const secureName = '__Host-botwright-connect';
const plainName = 'botwright-connect';

/**
 * Makes the token of a form, valid for one purpose and for one browser, which a cookie identifies. Nothing is stored,
 * so any process can check the token.
 *
 * @returns The token, and a cookie to set if the browser has none yet.
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
 * Whether a form was made for this purpose and this browser.
 *
 * @spec CN10, CN20
 */
export function isFormToken(token: string | null, parts: FormParts): boolean {
  const secret = browserSecret(parts);
  return secret !== undefined && token === tokenFor(secret, parts);
}

function browserSecret({ request, publicUrl }: FormParts): string | undefined {
  const value = readCookie(request.headers.get('cookie'), cookieName(publicUrl));
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

/**
 * The sender of a form according to the browser: a page of this host, another site, or unknown. Over plain http
 * browsers send no `Sec-Fetch-Site`, and as these pages send no referrer, `Origin` is then `null`.
 *
 * @param publicUrl - Any URL at the public origin of the pages.
 * @spec CN9
 */
export function formOrigin({ headers }: HttpRequest, publicUrl: string): 'own' | 'foreign' | 'unknown' {
  const site = headers.get('sec-fetch-site');
  if (typeof site === 'string') return site === 'same-origin' ? 'own' : 'foreign';
  const origin = headers.get('origin') ?? 'null';
  if (origin === 'null') return 'unknown';
  return origin === new URL(publicUrl).origin ? 'own' : 'foreign';
}

/**
 * Whether a page of this host sent the form: by the browser's headers or, if they do not say, by the form's token.
 *
 * @param token - From the form's field; `null` when it has none.
 * @spec CN9, CN20
 */
export function isOwnForm(token: string | null, parts: FormParts): boolean {
  const origin = formOrigin(parts.request, parts.publicUrl);
  return origin === 'unknown' ? isFormToken(token, parts) : origin === 'own';
}
