import { sha256 } from '@botwright/core/node';
import type { ApiResponse } from '../response/response.ts';
import { styles } from './styles.ts';

export interface PageContent {
  /** Title of the window and heading of the page; plain text. */
  readonly title: string;
  /** Name of the brand for the window's title, if it may be shown; plain text. */
  readonly from?: string;
  /** HTML below the heading. */
  readonly body: string;
  /** URL that the browser opens immediately. */
  readonly next?: string;
  /** In addition to the headers of every page; names in lower case. */
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * Makes a whole page.
 *
 * @spec CN16, CN17, CN18
 */
export function htmlPage(status: number, { title, from, body, next, headers }: PageContent): ApiResponse {
  const refresh = next === undefined ? '' : `<meta http-equiv="refresh" content="0; url=${escapeHtml(next)}">\n`;
  const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(from === undefined ? title : `${title} · ${from}`)}</title>
${refresh}<style>${styles}</style>
</head>
<body>
<main>
<h1>${escapeHtml(title)}</h1>
${body}
</main>
</body>
</html>
`;
  return { status, contentType: 'text/html; charset=utf-8', headers: { ...securityHeaders, ...headers }, body: html };
}

const references: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Escapes text for HTML elements and quoted attributes. @spec CN16 */
export function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => references[character] ?? '');
}

const policy = [
  "default-src 'none'",
  `style-src 'sha256-${base64OfHex(sha256(styles))}'`,
  // Chromium applies this to redirects after a form too, so the page that leads to the provider is not a redirect.
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

/**
 * Headers of every page: no scripts, no loading of other resources, no frames, no caching and no referrer.
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
