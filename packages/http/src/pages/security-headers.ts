import { sha256 } from '@botwright/core';
import { styles } from './styles.ts';

const policy = [
  "default-src 'none'",
  `style-src 'sha256-${base64OfHex(sha256(styles))}'`,
  // Chromium holds redirects after a form to this too: the way to the provider is therefore no redirect.
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

/**
 * What every answer of the page has: nothing runs, nothing is loaded, framed or kept, and no other site learns where
 * somebody came from.
 *
 * @spec CN17
 */
export const securityHeaders: Readonly<Record<string, string>> = {
  'content-security-policy': policy,
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
  'x-frame-options': 'DENY',
  'x-content-type-options': 'nosniff',
  'x-robots-tag': 'noindex',
};

function base64OfHex(hex: string): string {
  return btoa(hex.replaceAll(/../g, (pair) => String.fromCharCode(Number.parseInt(pair, 16))));
}
