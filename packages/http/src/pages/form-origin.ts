import type { HttpExchange } from '../exchange/http-exchange.ts';
import { type FormParts, isFormToken } from './form-token.ts';

/**
 * Tells what a browser says of who sends a form: a page of ours, another site's, or nothing. Over plain http browsers
 * send no `Sec-Fetch-Site`, and as these pages send no referrer, an `Origin` is `null` then.
 *
 * @param publicUrl - Any URL of the origin that the pages have outside.
 * @spec CN9
 */
export function formOrigin({ headers }: HttpExchange, publicUrl: string): 'own' | 'foreign' | 'unknown' {
  const site = headers.get('sec-fetch-site');
  if (typeof site === 'string') return site === 'same-origin' ? 'own' : 'foreign';
  const origin = headers.get('origin') ?? 'null';
  if (origin === 'null') return 'unknown';
  return origin === new URL(publicUrl).origin ? 'own' : 'foreign';
}

/**
 * Tells whether a page of ours sends the form: by what the browser says, and where it says nothing, by the token of
 * the form.
 *
 * @param token - As the form has it.
 * @spec CN9, CN20
 */
export function isOwnForm(token: string | null, parts: FormParts): boolean {
  const origin = formOrigin(parts.exchange, parts.publicUrl);
  return origin === 'unknown' ? isFormToken(token, parts) : origin === 'own';
}
