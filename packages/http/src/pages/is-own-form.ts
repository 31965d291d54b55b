import type { HttpExchange } from '../exchange/http-exchange.ts';

/**
 * Tells whether a page of ours sends the form. Where browsers say so they are believed; as these pages send no
 * referrer, an `Origin` may be `null`.
 *
 * @param publicUrl - Any URL of the origin that the pages have outside.
 * @spec CN9
 */
export function isOwnForm({ headers }: HttpExchange, publicUrl: string): boolean {
  const site = headers.get('sec-fetch-site');
  if (typeof site === 'string') return site === 'same-origin';
  const origin = headers.get('origin') ?? 'null';
  return origin === 'null' || origin === new URL(publicUrl).origin;
}
