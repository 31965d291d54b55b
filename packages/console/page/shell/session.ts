import { consoleApi, continueSignedIn, directConsoleApi } from '../api/clients.ts';
import type { Session } from '../api/console-records.ts';
import { go } from '../router.ts';
import { createStore, useStore } from '../store.ts';

const session = createStore<Session | undefined>(undefined);

export type Permission = 'view_bots' | 'edit_bots' | 'view_integrations' | 'edit_integrations';

/** The URL of the page up to its path. */
export const home = new URL('./', document.baseURI).href;

/** A sign-in link has its code after the `#`, which browsers send to no server. */
const startPattern = /^#start=(.+)$/;

/**
 * Reads the session; waits until somebody has signed in. First begins a session with a code in the address, and removes
 * the code from the address and the history of the browser.
 *
 * @throws {ApiError} `not_authenticated` when the code was already used.
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
 * Whether somebody has signed in again, such as in another tab. Waiting requests then continue.
 *
 * Reloads the page for a member of another brand.
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

/** Ends the session, and shows the page of an anonymous person. */
export async function signOut(): Promise<void> {
  await directConsoleApi.signOut();
  location.assign(home);
}

/** The session; only for views, which are shown after it is known. */
export function useSession(): Session {
  const found = useStore(session);
  if (found === undefined) throw new Error('No view is shown before the session is there.');
  return found;
}

export function useMay(permission: Permission): boolean {
  return useSession().permissions.includes(permission);
}
