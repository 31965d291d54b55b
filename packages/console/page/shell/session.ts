import { consoleApi, continueSignedIn, directConsoleApi } from '../api/clients.ts';
import type { Session } from '../api/console-records.ts';
import { go } from '../router.ts';
import { createStore, useStore } from '../store.ts';

const session = createStore<Session | undefined>(undefined);

export type Permission = 'view_bots' | 'edit_bots' | 'view_integrations' | 'edit_integrations';

/** The page without what follows its path. */
export const home = new URL('./', document.baseURI).href;

/** A link that signs in has its code after the `#`, which browsers send to no server. */
const startPattern = /^#start=(.+)$/;

/**
 * Reads who is signed in; waits until somebody is. A code in the address begins a session first, and is gone from the
 * address, and so from the history of the browser.
 *
 * @throws {ApiError} `not_authenticated` when the code was used already.
 * @spec CO10
 */
export async function loadSession(): Promise<Session> {
  const code = startPattern.exec(location.hash)?.[1];
  if (code !== undefined) {
    go(`${home}#/`, { isReplaced: true });
    await directConsoleApi.signIn(decodeURIComponent(code));
  }
  const loaded = await consoleApi.session();
  session.set(loaded);
  return loaded;
}

/**
 * Whether somebody is signed in again, in another tab for example. Requests that wait for it then go on.
 *
 * The page of one brand is not shown to a member of another: it is loaded anew.
 */
export async function checkSignedIn(): Promise<boolean> {
  try {
    const found = await directConsoleApi.session();
    const before = session.get();
    if (before !== undefined && (before.brand !== found.brand || before.person !== found.person)) location.reload();
    session.set(found);
    continueSignedIn();
    return true;
  } catch {
    return false;
  }
}

/** Ends the session, and shows the page as somebody sees it who is not signed in. */
export async function signOut(): Promise<void> {
  await directConsoleApi.signOut();
  location.assign(home);
}

/** Who is signed in. Only for views, which are shown once that is known. */
export function useSession(): Session {
  const found = useStore(session);
  if (found === undefined) throw new Error('No view is shown before the session is there.');
  return found;
}

export function useMay(permission: Permission): boolean {
  return useSession().permissions.includes(permission);
}
