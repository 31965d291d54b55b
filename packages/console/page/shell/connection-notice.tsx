import { connection } from '../api/clients.ts';
import { Icon } from '../parts/icon.tsx';
import { useSeconds } from '../parts/time.tsx';
import { remaining } from '../parts/times.ts';
import { useStore } from '../store.ts';

/** Shows why requests wait, and that they continue automatically. */
export function ConnectionNotice() {
  const state = useStore(connection);
  return (
    <div class="connection" role="status">
      {state.kind === 'offline' && (
        <p>
          <Icon name="warning" />
          The server cannot be reached. The page retries automatically, and your input is not lost.
        </p>
      )}
      {state.kind === 'limited' && <Limited until={state.until} />}
    </div>
  );
}

function Limited({ until }: { readonly until: number }) {
  const now = useSeconds();
  return (
    <p>
      <Icon name="info" />
      Too many requests. The page continues automatically. <span aria-hidden="true">{remaining(until - now)}</span>
    </p>
  );
}
