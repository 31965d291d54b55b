import { createBotsClient, createPlatformClient } from '@botwright/client';
import { createStore } from '../store.ts';
import { createConsoleClient } from './console-client.ts';
import { type Connection, createPersistentFetch } from './persistent-fetch.ts';

/** The reason that requests wait, for the notice at the top of the page. */
export const connection = createStore<Connection>({ kind: 'ok' });

/** Whether requests wait for a sign-in. */
export const isSignedOut = createStore(false);

/** All requests that wait for a sign-in. */
const waiting: (() => void)[] = [];

/** Continues the requests that waited for a session. */
export function continueSignedIn(): void {
  isSignedOut.set(false);
  for (const go of waiting.splice(0)) go();
}

const base = new URL('console/api/', document.baseURI).href.replace(/#.*/, '');

/** Does not wait for a sign-in: for requests that check the session. */
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

/** The Bots API, with the session of the page. */
export const botsApi = createBotsClient({ url: `${base}v0-alpha`, fetch: persistentFetch });

/** The Platform API, with the session of the page. */
export const platformApi = createPlatformClient({ url: `${base}v1`, fetch: persistentFetch });

/** The console's operations. */
export const consoleApi = createConsoleClient(base.slice(0, -1), persistentFetch);
