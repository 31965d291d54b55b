import type { AccountConnection } from '@botwright/client';
import { useState } from 'preact/hooks';
import { useIdempotencyKey } from '../api/idempotency.ts';
import { useLoad } from '../api/use-load.ts';
import { Button, LinkButton } from '../parts/button.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { Loading } from '../parts/list.tsx';
import { Notice } from '../parts/notice.tsx';
import { useSeconds } from '../parts/time.tsx';
import { readTime, remaining } from '../parts/times.ts';
import { useInterval } from '../parts/use-interval.ts';
import type { AccountKind } from './account-kinds.ts';

/** Interval in milliseconds, which the API recommends. */
const pollMs = 2_000;

/** Starts a connection, shows its link once, and shows the outcome. @spec CO41 */
export function ConnectDialog({
  kind,
  onClose,
  onConnected,
}: {
  readonly kind: AccountKind;
  readonly onClose: () => void;
  readonly onConnected: () => void;
}) {
  const { keyFor, renew } = useIdempotencyKey();
  const [round, setRound] = useState(0);
  const started = useLoad(`start ${kind.kind} ${round}`, () => kind.start(keyFor(kind.kind)));
  const [answered, setAnswered] = useState<AccountConnection | undefined>(undefined);
  const connection = answered ?? started.data;

  useInterval(
    async () => {
      if (started.data === undefined) return;
      // The next round repeats a failed request.
      const found = await kind.read(started.data.id).catch(() => undefined);
      if (found === undefined || found.status === 'pending') return;
      setAnswered(found);
      if (found.status === 'connected') onConnected();
    },
    connection?.status === 'pending' ? pollMs : undefined,
  );

  const again = () => {
    renew();
    setAnswered(undefined);
    setRound(round + 1);
  };
  return (
    <Dialog title={`Connect: ${kind.title}`} onClose={onClose}>
      <div class="dialog-body">
        <Loading loaded={started} rows={2}>
          {({ url, expires_at }) =>
            connection?.status === 'pending' ? (
              <Pending url={url} expiresAt={readTime(expires_at)} />
            ) : (
              connection !== undefined && (
                <Notice kind={outcomes[connection.status][0]}>{outcomes[connection.status][1]}</Notice>
              )
            )
          }
        </Loading>
      </div>
      <footer class="dialog-foot">
        {(connection?.status === 'expired' || connection?.status === 'declined') && (
          <Button kind="primary" onClick={again}>
            Start again
          </Button>
        )}
        <Button onClick={onClose}>Close</Button>
      </footer>
    </Dialog>
  );
}

function Pending({ url, expiresAt }: { readonly url: string; readonly expiresAt: number }) {
  const now = useSeconds();
  const [isCopied, setCopied] = useState(false);
  // Browsers have a clipboard only for pages from TLS or from this machine.
  const mayCopy = 'clipboard' in navigator;
  return (
    <>
      <p>
        Open the link, sign in to the account, and allow the access. The link works once, for members of this brand, and
        is not shown again.
      </p>
      <p class="countdown" role="timer">
        <strong>{remaining(expiresAt - now)}</strong> left
      </p>
      <div class="actions">
        <LinkButton kind="primary" icon="external" href={url} isExternal>
          Open the link
        </LinkButton>
        {mayCopy && (
          <Button
            icon={isCopied ? 'check' : 'copy'}
            onClick={() => void navigator.clipboard.writeText(url).then(() => setCopied(true))}
          >
            {isCopied ? 'Copied' : 'Copy it for somebody else'}
          </Button>
        )}
      </div>
    </>
  );
}

const outcomes = {
  connected: ['success', 'The account is connected. Bots can use it from now on.'],
  declined: ['warning', 'The access was declined, or the provider did not answer. Nothing was connected.'],
  expired: ['warning', 'The fifteen minutes are over. Nothing was connected.'],
} as const;
