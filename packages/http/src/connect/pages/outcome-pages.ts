import type { LinkSubject, SettledLink } from '@botwright/core';
import type { Reply } from '../../exchange/reply/reply.ts';
import { escapeHtml } from '../../pages/escape-html.ts';
import { htmlPage } from '../../pages/html-page.ts';

/** @spec CN13 */
export function connectedPage({ subject, accountName }: Extract<SettledLink, { readonly kind: 'connected' }>): Reply {
  const { title, brand } = subject;
  const body = `<p>The account <strong>${escapeHtml(accountName)}</strong> is connected to <strong>${escapeHtml(brand)}</strong>.</p>
<p>You can close this window.</p>`;
  return htmlPage(200, { title: `${title} is connected`, from: brand, body });
}

/** @spec CN12, CN13 */
export function declinedPage({ title, brand }: LinkSubject): Reply {
  const body = `<p>No account at ${escapeHtml(title)} was connected to <strong>${escapeHtml(brand)}</strong>.</p>
<p>To try again, ask for a new link. You can close this window.</p>`;
  return htmlPage(200, { title: 'Not connected', from: brand, body });
}
