import { useEffect } from 'preact/hooks';
import { useAction } from '../api/use-load.ts';
import { Button, LinkButton } from '../parts/button.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { Notice } from '../parts/notice.tsx';
import { checkSignedIn, home } from './session.ts';

/** Often enough that the page is ready when the user returns from the other tab. */
const pollMs = 2_000;

/** Asks to sign in, over the current view: typed text stays, and waiting requests continue. @spec CO31 */
export function SignIn() {
  const check = useAction(async () => {
    if (!(await checkSignedIn())) throw new Error('You are not signed in yet.');
  });
  useEffect(() => {
    const look = () => void checkSignedIn();
    const timer = setInterval(look, pollMs);
    addEventListener('focus', look);
    return () => {
      clearInterval(timer);
      removeEventListener('focus', look);
    };
  }, []);
  return (
    <Dialog title="Sign in to continue">
      <div class="dialog-body">
        <p>Your session has ended. Nothing on this page is lost: it continues as soon as you sign in again.</p>
        {check.error !== undefined && <Notice kind="warning">You are not signed in yet.</Notice>}
      </div>
      <footer class="dialog-foot">
        <Button isBusy={check.isBusy} onClick={() => void check.run()}>
          I am signed in
        </Button>
        <LinkButton kind="primary" icon="external" href={home} isExternal>
          Sign in in a new tab
        </LinkButton>
      </footer>
    </Dialog>
  );
}
