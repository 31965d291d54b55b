import type { Reply } from '../exchange/reply/reply.ts';
import { escapeHtml } from './escape-html.ts';
import { securityHeaders } from './security-headers.ts';
import { styles } from './styles.ts';

export interface PageContent {
  /** Of the window and of the page alike; plain text. */
  readonly title: string;
  /** The brand, where it may be told, for the window; plain text. */
  readonly from?: string;
  /** HTML below the heading. */
  readonly body: string;
  /** Where the browser goes on by itself, at once. */
  readonly next?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * Makes a whole page.
 *
 * @spec CN16, CN17, CN18
 */
export function htmlPage(status: number, { title, from, body, next, headers }: PageContent): Reply {
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
