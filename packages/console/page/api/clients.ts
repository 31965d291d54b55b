import { createBotsClient, createPlatformClient } from '@botwright/client';
import { createStore } from '../store.ts';
import { createConsoleClient } from './console-client.ts';
import { type Connection, createPersistentFetch } from './persistent-fetch.ts';

/** What keeps requests from the server now, for the notice at the top of the page. */
export const connection = createStore<Connection>({ kind: 'ok' });

/** Whether somebody has to sign in before requests go on. */
export const isSignedOut = createStore(false);

/** All requests that wait for a sign-in. */
const waiting: (() => void)[] = [];

/** Lets the requests go on that waited for a session. */
export function continueSignedIn(): void {
  isSignedOut.set(false);
  for (const go of waiting.splice(0)) go();
}

const base = new URL('console/api/', document.baseURI).href.replace(/#.*/, '');

/** Does not wait for a sign-in: for asking whether there is a session. */
export const directConsoleApi = createConsoleClient(base.slice(0, -1), (url, init) => fetch(url, init));

const persistentFetch = createPersistentFetch({
  fetch: (url, init) => fetch(url, init),
  now: () => Date.now(),
  isOnline: () => navigator.onLine,
  show: (next) => {
    if (next.kind !== 'ok' || connection.get().kind !== 'ok') connection.set(next);
  },
  wait: (ms) =>
    new Promise((resolve) => {
      const end = () => {
        clearTimeout(timer);
        window.removeEventListener('online', end);
        resolve();
      };
      const timer = setTimeout(end, ms);
      window.addEventListener('online', end);
    }),
  signIn: () =>
    new Promise((resolve) => {
      waiting.push(resolve);
      isSignedOut.set(true);
    }),
});

/** The Bots API, by the session of the page. */
export const botsApi = createBotsClient({ url: `${base}v0-alpha`, fetch: persistentFetch });

/** The Platform API, by the session of the page. */
export const platformApi = createPlatformClient({ url: `${base}v1`, fetch: persistentFetch });

/** What the page asks for beside the interfaces. */
export const consoleApi = createConsoleClient(base.slice(0, -1), persistentFetch);
