import { useState } from 'preact/hooks';
import { useLoad } from '../api/use-load.ts';
import { Button } from '../parts/button.tsx';
import { Empty, Loading } from '../parts/list.tsx';
import { PageHead } from '../parts/page-head.tsx';
import { useMay, useSession } from '../shell/session.ts';
import { type AccountKind, accountKindsOf } from './account-kinds.ts';
import { ConnectDialog } from './connect-dialog.tsx';

/** The accounts of services that bots may use. @spec CO58 */
export function AccountsPage() {
  const kinds = accountKindsOf(useSession());
  return (
    <div class="page">
      <PageHead title="Connected accounts" />
      {!kinds.some(({ isConnectable }) => isConnectable) && (
        <Empty icon="plug" title="No account can be connected">
          <p>
            The server has no provider of accounts. <code>botwright serve</code> takes the credentials of an app at
            Google or Calendly as <code>providers</code> in its config file; a host gives providers to its engine as{' '}
            <code>connectedAccounts</code>.
          </p>
        </Empty>
      )}
      {kinds.map((kind) => (
        <Accounts key={kind.kind} kind={kind} />
      ))}
    </div>
  );
}

function Accounts({ kind }: { readonly kind: AccountKind }) {
  const mayConnect = useMay('edit_integrations');
  const loaded = useLoad(`accounts ${kind.kind}`, (signal) => kind.list(signal));
  const [isConnecting, setConnecting] = useState(false);
  const id = `accounts-${kind.kind}`;
  if (!kind.isConnectable && (loaded.data ?? []).length === 0) return null;
  return (
    <section class="stack" aria-labelledby={id}>
      <div class="panel-head">
        <div>
          <h2 id={id}>{kind.title}</h2>
          <p class="muted">{kind.description}</p>
        </div>
        {mayConnect && kind.isConnectable && (
          <Button icon="plus" onClick={() => setConnecting(true)}>
            Connect
          </Button>
        )}
      </div>
      <Loading loaded={loaded} rows={1}>
        {(accounts) =>
          accounts.length === 0 ? (
            <p class="panel nothing">None is connected.</p>
          ) : (
            <ul class="panel rows" aria-label={kind.title}>
              {accounts.map((account) => (
                <li key={account.id}>
                  <div class="row-main">
                    <strong>{account.name}</strong>
                    <p class="meta">
                      {account.detail !== undefined && <span>{account.detail}</span>}
                      <span>
                        Id <code>{account.id}</code>
                      </span>
                    </p>
                  </div>
                </li>
              ))}
            </ul>
          )
        }
      </Loading>
      {isConnecting && <ConnectDialog kind={kind} onClose={() => setConnecting(false)} onConnected={loaded.reload} />}
    </section>
  );
}
