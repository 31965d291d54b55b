import { consoleApi } from '../api/clients.ts';
import type { Delivery, DeliveryState } from '../api/console-records.ts';
import { useLoad } from '../api/use-load.ts';
import { hrefOf, pageIn, type Query } from '../fragment.ts';
import { Badge } from '../parts/badge.tsx';
import { Empty, PagedList } from '../parts/list.tsx';
import { PageHead } from '../parts/page-head.tsx';
import { Tabs } from '../parts/tabs.tsx';
import { Time } from '../parts/time.tsx';
import { useInterval } from '../parts/use-interval.ts';
import { go } from '../router.ts';
import { reasonText, stateWords, targetText } from './delivery-words.ts';

const pageSize = 20;
/** The shortest gap between two attempts is 5 seconds. */
export const refreshMs = 3_000;

function isState(text: string): text is DeliveryState {
  return Object.hasOwn(stateWords, text);
}

/** Deliveries to message hooks and channels, newest first. */
export function DeliveryList({ query }: { readonly query: Query }) {
  const { state = '' } = query;
  const page = pageIn(query);
  const loaded = useLoad(`deliveries ${state} ${page}`, (signal) =>
    consoleApi.deliveries(
      { state: isState(state) ? state : undefined, offset: (page - 1) * pageSize, limit: pageSize },
      signal,
    ),
  );
  useInterval(loaded.refresh, refreshMs);
  return (
    <div class="page">
      <PageHead title="Deliveries" />
      <Tabs
        label="Which deliveries"
        current={state}
        tabs={[
          { id: '', label: 'All', href: hrefOf(['deliveries']) },
          ...Object.entries(stateWords).map(([id, { label }]) => ({
            id,
            label,
            href: hrefOf(['deliveries'], { state: id }),
          })),
        ]}
      />
      <PagedList
        loaded={loaded}
        label="Deliveries"
        page={page}
        pageSize={pageSize}
        onPage={(next) => go(hrefOf(['deliveries'], { state, page: next }))}
        empty={
          <Empty icon="send" title="No deliveries">
            <p>Every message of a channel with a message hook is delivered to it, and shown here.</p>
          </Empty>
        }
      >
        {(delivery) => <DeliveryRow key={delivery.id} delivery={delivery} />}
      </PagedList>
    </div>
  );
}

function DeliveryRow({ delivery }: { readonly delivery: Delivery }) {
  const { id, origin, created_at, attempts, reason, customer_id, replay_of } = delivery;
  const { label, tone } = stateWords[delivery.state];
  return (
    <li>
      <div class="row-main">
        <a class="row-link" href={hrefOf(['deliveries', id])}>
          {targetText(delivery)}
        </a>
        <p class="meta">
          <span>{origin}</span>
          <span>Customer {customer_id}</span>
          <span>
            <Time at={created_at} />
          </span>
          <span>{attempts.length === 1 ? '1 attempt' : `${attempts.length} attempts`}</span>
          {reason !== undefined && <span>{reasonText(reason)}</span>}
        </p>
      </div>
      <div class="row-side">
        {replay_of !== undefined && <Badge>Replay</Badge>}
        <Badge tone={tone}>{label}</Badge>
      </div>
    </li>
  );
}
