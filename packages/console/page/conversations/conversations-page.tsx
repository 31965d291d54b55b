import type { Customer } from '@botwright/client';
import { useCallback } from 'preact/hooks';
import { platformApi } from '../api/clients.ts';
import { newestFirst } from '../api/newest-first.ts';
import { useLoad } from '../api/use-load.ts';
import { customerName } from '../customers/customer-name.ts';
import { hrefOf, pageIn, type Query, type QueryChange } from '../fragment.ts';
import { Badge } from '../parts/badge.tsx';
import { Empty, Loading, Pager } from '../parts/list.tsx';
import { PageHead } from '../parts/page-head.tsx';
import { SearchField } from '../parts/search-field.tsx';
import { Tabs } from '../parts/tabs.tsx';
import { Time } from '../parts/time.tsx';
import { useInterval } from '../parts/use-interval.ts';
import { go } from '../router.ts';
import { useSession } from '../shell/session.ts';
import { Thread } from './thread.tsx';

const pageSize = 30;
/** Agents look here for the next customer; the thread itself is polled more often. */
const refreshMs = 5_000;

/** The list of customers next to the thread. A narrow window shows one of them. */
export function ConversationsPage({
  customerId,
  query,
}: {
  readonly customerId: number | undefined;
  readonly query: Query;
}) {
  return (
    <div class={`page filled talks${customerId === undefined ? '' : ' open'}`}>
      <div class="talks-list">
        <Talks current={customerId} query={query} />
      </div>
      <div class="talks-thread">
        {customerId === undefined ? (
          <Empty icon="chat" title="No conversation is open">
            <p>Choose one to read it, to take it over from the bot, and to answer.</p>
          </Empty>
        ) : (
          <Thread key={customerId} customerId={customerId} query={query} />
        )}
      </div>
    </div>
  );
}

function Talks({ current, query }: { readonly current: number | undefined; readonly query: Query }) {
  const { person } = useSession();
  const page = pageIn(query);
  const { search = '', agent = '' } = query;
  const filter = {
    archived: false,
    ...(search !== '' && { search, search_by: 'name' as const }),
    ...(agent === 'me' && { agent_id: person }),
    ...(agent === 'nobody' && { agent_id: null }),
  };
  const loaded = useLoad(`talks ${page} ${JSON.stringify(filter)}`, (signal) =>
    newestFirst((slice) => platformApi.customers.list({ ...filter, ...slice }, { signal }).page(), page, pageSize),
  );
  useInterval(loaded.refresh, refreshMs);
  const segments = current === undefined ? ['conversations'] : ['conversations', current];
  const change = (next: QueryChange) =>
    go(hrefOf(segments, { ...query, page: undefined, ...next }), { isReplaced: true });
  const onSearch = useCallback((text: string) => change({ search: text }), [JSON.stringify(query), current]);
  const tabs = [
    { id: '', label: 'All' },
    { id: 'me', label: 'With me' },
    { id: 'nobody', label: 'No agent' },
  ];
  return (
    <>
      <PageHead title="Conversations" isSecond={current !== undefined} />
      <Tabs
        label="Which conversations"
        current={agent}
        tabs={tabs.map((tab) => ({ ...tab, href: hrefOf(segments, { ...query, agent: tab.id, page: undefined }) }))}
      />
      <SearchField label="Search by name" value={search} onSearch={onSearch} />
      <div class="talks-scroll">
        <Loading loaded={loaded}>
          {({ items, total }) =>
            items.length === 0 ? (
              <p class="muted">{search === '' && agent === '' ? 'Nobody wrote yet.' : 'Nobody is like that.'}</p>
            ) : (
              <>
                <ul class="talk-rows" aria-label="Customers">
                  {items.toSorted(byLastMessage).map((customer) => (
                    <li key={customer.id}>
                      <a
                        href={hrefOf(['conversations', customer.id], query)}
                        aria-current={customer.id === current ? 'page' : undefined}
                      >
                        <span class="talk-name">{customerName(customer)}</span>
                        {customer.last_message_at !== null && (
                          <span class="hint">
                            <Time at={customer.last_message_at} />
                          </span>
                        )}
                        <span class="talk-state">
                          {customer.agent_id !== null && (
                            <Badge tone="accent">
                              {customer.agent_id === person ? 'With me' : `Agent ${customer.agent_id}`}
                            </Badge>
                          )}
                          {customer.unread > 0 && <Badge tone="warning">{customer.unread} unread</Badge>}
                        </span>
                      </a>
                    </li>
                  ))}
                </ul>
                <Pager page={page} pageSize={pageSize} total={total} onPage={(next) => change({ page: next })} />
              </>
            )
          }
        </Loading>
      </div>
    </>
  );
}

function byLastMessage(one: Customer, other: Customer): number {
  return (other.last_message_at ?? 0) - (one.last_message_at ?? 0);
}
