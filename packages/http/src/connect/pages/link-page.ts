import type { AccountKind, EpochMs, LinkSubject } from '@botwright/core';
import type { Reply } from '../../exchange/reply/reply.ts';
import { escapeHtml } from '../../pages/escape-html.ts';
import { htmlPage } from '../../pages/html-page.ts';

const minuteMs = 60_000;

/** What the brand's bots do with an account of each kind. */
const purposes: Readonly<Record<AccountKind, string>> = {
  spreadsheets: 'Its bots will read and write rows in spreadsheets of that account.',
  scheduler: 'Its bots will offer the booking pages of that account.',
};

/**
 * The page that asks.
 *
 * @spec CN5
 */
export function linkPage(
  { accountKind, title, brand, expiresAt }: LinkSubject,
  { token, now }: { readonly token: string; readonly now: EpochMs },
): Reply {
  const provider = escapeHtml(title);
  const end = new Date(expiresAt).toISOString();
  const minutes = Math.max(1, Math.ceil((expiresAt - now) / minuteMs));
  const left = minutes === 1 ? '1 more minute' : `${minutes} more minutes`;
  const body = `<p><strong>${escapeHtml(brand)}</strong> asks you to connect an account of yours at ${provider}. ${purposes[accountKind]}</p>
<p>If you go on, ${provider} asks which account, and for your consent. You can take it back there at any time.</p>
<p class="note">This link works once, and for ${left}, until <time datetime="${end}">${end.slice(11, 16)} UTC</time>.</p>
<form method="post">
<input type="hidden" name="token" value="${token}">
<button name="answer" value="connect">Connect</button>
<button name="answer" value="cancel" class="quiet">Cancel</button>
</form>`;
  return htmlPage(200, { title: `Connect ${title}`, from: brand, body });
}
