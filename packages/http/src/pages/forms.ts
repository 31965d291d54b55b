import { EngineError } from '@botwright/core';
import { sha256 } from '@botwright/core/node';
import type { IdSource } from '@botwright/core/ports';
import type { HttpRequest } from '../pipeline/http-api.ts';
import { readBodyBytes } from '../request/body.ts';
import { readCookie } from '../request/headers.ts';

/** The forms of these pages are much shorter. */
const maxFormBytes = 4_096;

/**
 * Reads what a form sends.
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

/** Which form it is, and who fills it in. */
export interface FormParts {
  readonly request: HttpRequest;
  /** Any URL of the origin that the pages have outside. */
  readonly publicUrl: string;
  /** What the form is for, and whose it is: the token is good for this alone. */
  readonly purpose: readonly (string | number)[];
}

/** Hosts on other names under one domain cannot set a cookie that is called so. */
const secureName = '__Host-botwright-connect';
const plainName = 'botwright-connect';

/**
 * Makes the token of a form: good for one purpose and one browser, which is known by a cookie. Nothing of it is stored, so that
 * any process can check it.
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
 * Whether a form is the one that this browser was given.
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
 * What a browser says of who sends a form: a page of this host, another site, or nothing. Over plain http browsers
 * send no `Sec-Fetch-Site`, and as these pages send no referrer, an `Origin` is `null` then.
 *
 * @param publicUrl - Any URL of the origin that the pages have outside.
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
 * Whether a page of this host sends the form: by what the browser says, and where it says nothing, by the token of
 * the form.
 *
 * @param token - As the form has it.
 * @spec CN9, CN20
 */
export function isOwnForm(token: string | null, parts: FormParts): boolean {
  const origin = formOrigin(parts.request, parts.publicUrl);
  return origin === 'unknown' ? isFormToken(token, parts) : origin === 'own';
}
