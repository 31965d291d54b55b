import type { ShippedAccountKind } from '@botwright/core';
import type { FinishedLink, LinkRefusal, LinkSubject } from '@botwright/core/front';
import type { EpochMs } from '@botwright/core/ports';
import { escapeHtml, htmlPage } from '../pages/html-page.ts';
import type { ApiResponse } from '../response/response.ts';

const minuteMs = 60_000;

/** The use that the brand's bots make of each shipped kind of account. */
const purposes: Readonly<Record<ShippedAccountKind, string>> = {
  spreadsheets: 'Its bots will read and write rows in spreadsheets of that account.',
  scheduler: 'Its bots will offer the booking pages of that account.',
};

function purposeOf({ accountKind, purpose }: LinkSubject): string {
  const shipped = Object.hasOwn(purposes, accountKind) ? purposes[accountKind as ShippedAccountKind] : undefined;
  return escapeHtml(purpose ?? shipped ?? 'Its bots will use that account.');
}

/**
 * The page that asks the member to connect an account.
 *
 * @spec CN5, CN21
 */
export function linkPage(
  subject: LinkSubject,
  { token, now }: { readonly token: string; readonly now: EpochMs },
): ApiResponse {
  const { title, brand, expiresAt } = subject;
  const provider = escapeHtml(title);
  const end = new Date(expiresAt).toISOString();
  const minutes = Math.max(1, Math.ceil((expiresAt - now) / minuteMs));
  const left = minutes === 1 ? '1 more minute' : `${minutes} more minutes`;
  const body = `<p><strong>${escapeHtml(brand)}</strong> asks you to connect an account of yours at ${provider}. ${purposeOf(subject)}</p>
<p>If you go on, ${provider} asks which account, and for your consent. You can take it back there at any time.</p>
<p class="note">This link works once, and for ${left}, until <time datetime="${end}">${end.slice(11, 16)} UTC</time>.</p>
<form method="post">
<input type="hidden" name="token" value="${token}">
<button name="answer" value="connect">Connect</button>
<button name="answer" value="cancel" class="quiet">Cancel</button>
</form>`;
  return htmlPage(200, { title: `Connect ${title}`, from: brand, body });
}

/**
 * Takes the member to the provider. A page, not a redirect: browsers apply the `form-action` policy to a redirect after
 * a form, and to every further redirect of the provider.
 *
 * @spec CN11
 */
export function departurePage({ title, brand }: LinkSubject, url: string): ApiResponse {
  const body = `<p>If this takes longer than a moment, go on yourself.</p>
<p><a class="button" href="${escapeHtml(url)}">Continue to ${escapeHtml(title)}</a></p>`;
  return htmlPage(200, { title: `Taking you to ${title}`, from: brand, body, next: url });
}

/** @spec CN13 */
export function connectedPage({
  subject,
  accountName,
}: Extract<FinishedLink, { readonly kind: 'connected' }>): ApiResponse {
  const { title, brand } = subject;
  const body = `<p>The account <strong>${escapeHtml(accountName)}</strong> is connected to <strong>${escapeHtml(brand)}</strong>.</p>
<p>You can close this window.</p>`;
  return htmlPage(200, { title: `${title} is connected`, from: brand, body });
}

/** @spec CN12, CN13 */
export function declinedPage({ title, brand }: LinkSubject): ApiResponse {
  const body = `<p>No account at ${escapeHtml(title)} was connected to <strong>${escapeHtml(brand)}</strong>.</p>
<p>To try again, ask for a new link. You can close this window.</p>`;
  return htmlPage(200, { title: 'Not connected', from: brand, body });
}

const explanations: Readonly<Record<LinkRefusal['reason'], string>> = {
  not_allowed: 'It is not complete, or it is not for you. Make sure that you are signed in as the right person.',
  answered: 'It was answered already. A link works once.',
  expired: 'Its time is over. A link works for fifteen minutes.',
};

/**
 * The page of a link that cannot be used. A link for somebody else looks the same as one that does not exist.
 *
 * @spec CN7, CN8
 */
export function refusalPage({ reason }: LinkRefusal): ApiResponse {
  const body = `<p>${explanations[reason]}</p>
<p>Nothing was changed. If you need another link, ask the person who gave you this one.</p>`;
  return htmlPage(reason === 'not_allowed' ? 404 : 410, { title: 'This link does not work', body });
}

/**
 * For a member who is no longer signed in.
 *
 * @param url - Leads to the sign-in and back; left out if the way back is unknown.
 * @spec CN6, CN14
 */
export function signInPage(url?: string): ApiResponse {
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

/** The page for a form that was made for another browser, or that another site sent. @spec CN9, CN10 */
export const staleFormPage = htmlPage(403, {
  title: 'Please try again',
  body: `<p>This did not come from a page that we gave to this browser. Nothing was changed.</p>
<p><a class="button" href="">Open the link again</a></p>`,
});
