import type { LinkSubject } from '@botwright/core';
import type { Reply } from '../../exchange/reply/reply.ts';
import { escapeHtml } from '../../pages/escape-html.ts';
import { htmlPage } from '../../pages/html-page.ts';

/**
 * Takes the member to the provider. A page and not a redirect: browsers hold a redirect after a form, and all that
 * follow from it at the provider's, to the policy for forms.
 *
 * @spec CN11
 */
export function departurePage({ title, brand }: LinkSubject, url: string): Reply {
  const body = `<p>If this takes longer than a moment, go on yourself.</p>
<p><a class="button" href="${escapeHtml(url)}">Continue to ${escapeHtml(title)}</a></p>`;
  return htmlPage(200, { title: `Taking you to ${title}`, from: brand, body, next: url });
}
