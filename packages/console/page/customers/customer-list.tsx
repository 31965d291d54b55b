import type { Customer, ListCustomersQuery } from '@botwright/client';
import { useCallback } from 'preact/hooks';
import { platformApi } from '../api/clients.ts';
import { newestFirst } from '../api/newest-first.ts';
import { useLoad } from '../api/use-load.ts';
import { hrefOf, pageIn, type Query, type QueryChange } from '../fragment.ts';
import { Badge } from '../parts/badge.tsx';
import { Button } from '../parts/button.tsx';
import { SelectField } from '../parts/field.tsx';
import { Empty, PagedList } from '../parts/list.tsx';
import { PageHead } from '../parts/page-head.tsx';
import { SearchField } from '../parts/search-field.tsx';
import { Time } from '../parts/time.tsx';
import { go } from '../router.ts';
import { useSession } from '../shell/session.ts';
import { customerName } from './customer-name.ts';

const pageSize = 20;

const searchable = ['name', 'email', 'phone', 'token'] as const;
type Searchable = (typeof searchable)[number];

function isSearchable(text: string): text is Searchable {
  return searchable.some((one) => one === text);
}

/** The customers, newest first. @spec CO39 */
export function CustomerList({ query }: { readonly query: Query }) {
  const { person } = useSession();
  const page = pageIn(query);
  const { search = '', by = 'name', channel = '', agent = '', archived = '' } = query;
  const filter: ListCustomersQuery = {
    ...(search !== '' && { search, search_by: isSearchable(by) ? by : 'name' }),
    ...(channel !== '' && { channel_id: Number(channel) }),
    ...(agent !== '' && { agent_id: agent === 'me' ? person : null }),
    ...(archived !== 'all' && { archived: archived === 'yes' }),
  };
  const loaded = useLoad(`customers ${page} ${JSON.stringify(filter)}`, (signal) =>
    newestFirst((slice) => platformApi.customers.list({ ...filter, ...slice }, { signal }).page(), page, pageSize),
  );
  const channels = useLoad('all channels', (signal) => platformApi.channels.list({ limit: 100 }, { signal }).page());
  const change = (next: QueryChange) =>
    go(hrefOf(['customers'], { ...query, page: undefined, ...next }), { isReplaced: true });
  const onSearch = useCallback((text: string) => change({ search: text }), [JSON.stringify(query)]);
  const isFiltered = search !== '' || channel !== '' || agent !== '' || archived !== '' || page > 1;

  return (
    <div class="page">
      <PageHead title="Customers" />
      <search class="filters">
        <SearchField label={`Search by ${isSearchable(by) ? by : 'name'}`} value={search} onSearch={onSearch} />
        <SelectField
          label="Search in"
          isLabelHidden
          value={by}
          onChange={(value) => change({ by: value === 'name' ? undefined : value })}
          choices={[
            { value: 'name', label: 'In names' },
            { value: 'email', label: 'In e-mails' },
            { value: 'phone', label: 'In phones' },
            { value: 'token', label: 'In tokens' },
          ]}
        />
        <SelectField
          label="Channel"
          isLabelHidden
          value={channel}
          onChange={(value) => change({ channel: value })}
          choices={[
            { value: '', label: 'All channels' },
            ...(channels.data?.items ?? []).map(({ id, name }) => ({ value: String(id), label: name })),
          ]}
        />
        <SelectField
          label="Agent"
          isLabelHidden
          value={agent}
          onChange={(value) => change({ agent: value })}
          choices={[
            { value: '', label: 'Any agent' },
            { value: 'me', label: 'With me' },
            { value: 'nobody', label: 'With no agent' },
          ]}
        />
        <SelectField
          label="Archive"
          isLabelHidden
          value={archived}
          onChange={(value) => change({ archived: value })}
          choices={[
            { value: '', label: 'Not archived' },
            { value: 'yes', label: 'Archived' },
            { value: 'all', label: 'All' },
          ]}
        />
      </search>
      <PagedList
        loaded={loaded}
        label="Customers"
        page={page}
        pageSize={pageSize}
        onPage={(next) => change({ page: next })}
        empty={
          <Empty icon="customers" title={isFiltered ? 'Nobody is like that' : 'Nobody wrote yet'}>
            {isFiltered ? (
              <div class="actions">
                <Button onClick={() => go(hrefOf(['customers']))}>Show all</Button>
              </div>
            ) : (
              <p>Everybody who writes on a channel is here from then on.</p>
            )}
          </Empty>
        }
      >
        {(customer) => (
          <CustomerRow
            key={customer.id}
            customer={customer}
            channel={channels.data?.items.find(({ id }) => id === customer.channel_id)?.name}
          />
        )}
      </PagedList>
    </div>
  );
}

function CustomerRow({ customer, channel }: { readonly customer: Customer; readonly channel: string | undefined }) {
  const { person } = useSession();
  const { email, phone, agent_id, archived, unread, last_message_at } = customer;
  const name = customerName(customer);
  return (
    <li>
      <div class="row-main">
        <a class="row-link" href={hrefOf(['customers', customer.id])}>
          {name}
        </a>
        <p class="meta">
          {email !== '' && email !== name && <span>{email}</span>}
          {phone !== '' && phone !== name && <span>{phone}</span>}
          <span>{channel ?? `Channel ${customer.channel_id}`}</span>
          {last_message_at !== null && (
            <span>
              Last message <Time at={last_message_at} />
            </span>
          )}
        </p>
      </div>
      <div class="row-side">
        {archived && <Badge>Archived</Badge>}
        {agent_id !== null && <Badge tone="accent">{agent_id === person ? 'With me' : `With agent ${agent_id}`}</Badge>}
        {unread > 0 && <Badge tone="warning">{unread} unread</Badge>}
      </div>
    </li>
  );
}
