import { TextView } from '../../../web-chat/page/text-view.tsx';
import { consoleApi } from '../api/clients.ts';
import type { UnsentMail } from '../api/console-records.ts';
import { useLoad } from '../api/use-load.ts';
import { hrefOf, pageIn, type Query } from '../fragment.ts';
import { Empty, PagedList } from '../parts/list.tsx';
import { PageHead } from '../parts/page-head.tsx';
import { Time } from '../parts/time.tsx';
import { useInterval } from '../parts/use-interval.ts';
import { go } from '../router.ts';
import { readMailHtml } from './read-mail-html.ts';

/** The most that the server lists. */
const pageSize = 10;
const refreshMs = 5_000;

/** The mails that the server stores and does not send, newest first. @spec EM22, EM23 */
export function MailList({ query }: { readonly query: Query }) {
  const page = pageIn(query);
  const loaded = useLoad(`mails ${page}`, (signal) =>
    consoleApi.unsentMails({ offset: (page - 1) * pageSize, limit: pageSize }, signal),
  );
  useInterval(loaded.refresh, refreshMs);
  return (
    <div class="page">
      <PageHead title="Mails" below={<p class="muted">The server has no mail server: it stores these mails.</p>} />
      <PagedList
        loaded={loaded}
        label="Mails"
        page={page}
        pageSize={pageSize}
        onPage={(next) => go(hrefOf(['mails'], { page: next }))}
        empty={
          <Empty icon="mail" title="No mails">
            <p>Every mail of a block that sends e-mail is shown here. The newest 500 stay.</p>
          </Empty>
        }
      >
        {(mail) => <MailRow key={mail.id} mail={mail} />}
      </PagedList>
    </div>
  );
}

function MailRow({ mail }: { readonly mail: UnsentMail }) {
  const { at, from, from_name: fromName, to, cc, bcc, reply_to: replyTo, subject, text, html } = mail;
  const heads = [
    ['From', fromName === undefined ? from : `${fromName} <${from}>`],
    ['To', to.join(', ')],
    ['Copy', cc?.join(', ')],
    ['Blind copy', bcc?.join(', ')],
    ['Answers to', replyTo],
  ] as const;
  return (
    <li>
      <details class="row-main mail">
        <summary>
          <strong dir="auto">{subject}</strong>
          <span class="meta">
            <span>{to.join(', ')}</span>
            <Time at={at} />
          </span>
        </summary>
        <dl class="facts">
          {heads.map(
            ([name, value]) =>
              value !== undefined && (
                <div key={name}>
                  <dt>{name}</dt>
                  <dd dir="auto">{value}</dd>
                </div>
              ),
          )}
        </dl>
        <div class="bubble">
          <TextView text={text} rich={html === undefined ? undefined : readMailHtml(html)} />
        </div>
      </details>
    </li>
  );
}
