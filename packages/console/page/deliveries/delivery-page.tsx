import { useState } from 'preact/hooks';
import { consoleApi } from '../api/clients.ts';
import type { DeliveryWithBody } from '../api/console-records.ts';
import { useLoad } from '../api/use-load.ts';
import { hrefOf } from '../fragment.ts';
import { Badge } from '../parts/badge.tsx';
import { Button } from '../parts/button.tsx';
import { ConfirmDialog } from '../parts/dialog.tsx';
import { Loading } from '../parts/list.tsx';
import { PageHead } from '../parts/page-head.tsx';
import { Time } from '../parts/time.tsx';
import { notify } from '../parts/toasts.tsx';
import { useInterval } from '../parts/use-interval.ts';
import { go } from '../router.ts';
import { refreshMs } from './delivery-list.tsx';
import { attemptText, bodyText, reasonText, stateWords, targetText } from './delivery-words.ts';

/** One delivery: its attempts and its body. @spec CO40 */
export function DeliveryPage({ deliveryId }: { readonly deliveryId: string }) {
  const loaded = useLoad(`delivery ${deliveryId}`, (signal) => consoleApi.delivery(deliveryId, signal));
  const [isAsking, setAsking] = useState(false);
  const delivery = loaded.data;
  useInterval(loaded.refresh, delivery?.state === 'pending' ? refreshMs : undefined);
  const replay = async () => {
    const { id } = await consoleApi.replay(deliveryId);
    notify('It is sent again.');
    go(hrefOf(['deliveries', id]));
  };
  return (
    <div class="page">
      <PageHead
        title={delivery === undefined ? 'Delivery' : targetText(delivery)}
        windowTitle="Delivery"
        back={{ href: hrefOf(['deliveries']), label: 'Deliveries' }}
        below={delivery !== undefined && <DeliveryStatus delivery={delivery} />}
      >
        {delivery !== undefined && (
          <Button icon="refresh" isDisabled={delivery.body === null} onClick={() => setAsking(true)}>
            Send again
          </Button>
        )}
      </PageHead>
      <Loading loaded={loaded}>
        {({ attempts, body, next_attempt_at: next }) => (
          <>
            <section class="stack" aria-labelledby="attempts">
              <h2 id="attempts">Attempts</h2>
              {attempts.length === 0 ? (
                <p class="muted">None yet.</p>
              ) : (
                <ol class="panel rows">
                  {attempts.map((attempt, at) => (
                    <li key={`${at} ${attempt.at}`}>
                      <div class="row-main">
                        <strong>{attemptText(attempt)}</strong>
                        <p class="meta">
                          <span>Attempt {at + 1}</span>
                          <Time at={attempt.at} />
                          <span>{attempt.duration_ms} ms</span>
                        </p>
                      </div>
                    </li>
                  ))}
                </ol>
              )}
              {next !== undefined && (
                <p class="muted">
                  The next attempt is <Time at={next} />.
                </p>
              )}
            </section>
            <section class="stack" aria-labelledby="body">
              <h2 id="body">Body</h2>
              {body === null ? (
                <p class="muted">It was erased with the customer, or after its time.</p>
              ) : (
                // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must reach a scrolling element.
                <pre class="body" tabIndex={0}>
                  {bodyText(body)}
                </pre>
              )}
            </section>
          </>
        )}
      </Loading>
      {isAsking && (
        <ConfirmDialog
          title="Send it again?"
          confirm="Send again"
          kind="primary"
          act={replay}
          onClose={() => setAsking(false)}
        >
          <p>The receiver gets the same body again, as a new delivery.</p>
        </ConfirmDialog>
      )}
    </div>
  );
}

function DeliveryStatus({ delivery }: { readonly delivery: DeliveryWithBody }) {
  const { state, reason, origin, customer_id, created_at, replay_of } = delivery;
  const { label, tone } = stateWords[state];
  return (
    <p class="meta">
      <Badge tone={tone}>{label}</Badge>
      {reason !== undefined && <span>{reasonText(reason)}</span>}
      <span>{origin}</span>
      <a href={hrefOf(['conversations', customer_id])}>Customer {customer_id}</a>
      <span>
        <Time at={created_at} />
      </span>
      {replay_of !== undefined && <a href={hrefOf(['deliveries', replay_of])}>Sent again from another</a>}
    </p>
  );
}
