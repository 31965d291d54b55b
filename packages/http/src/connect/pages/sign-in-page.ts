import type { Reply } from '../../exchange/reply/reply.ts';
import { escapeHtml } from '../../pages/escape-html.ts';
import { htmlPage } from '../../pages/html-page.ts';

/**
 * For somebody who is no longer signed in.
 *
 * @param url - Leads to the sign-in and back; left out where no way back is known.
 * @spec CN6, CN14
 */
export function signInPage(url?: string): Reply {
  const way =
    url === undefined
      ? '<p>Sign in, then open the link again.</p>'
      : `<p><a class="button" href="${escapeHtml(url)}">Sign in</a></p>`;
  return htmlPage(401, {
    title: 'You are not signed in',
    body: `<p>Nothing was changed.</p>\n${way}`,
    headers: { 'www-authenticate': 'Session realm="connect"' },
  });
}
