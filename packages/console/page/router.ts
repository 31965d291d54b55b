import { useEffect } from 'preact/hooks';
import { parseFragment, type Route } from './fragment.ts';
import { createStore, useStore } from './store.ts';

const route = createStore<Route>(parseFragment(location.hash));

/** The work that leaving would lose. */
interface Unsaved {
  /** In a sentence. */
  readonly reason: string;
  /** The page is saving it automatically. */
  readonly savesItself: boolean;
}

const unsaved = createStore<Unsaved | undefined>(undefined);

/** The target of a user who would lose work. */
export const leaving = createStore<{ readonly href: string; readonly reason: string } | undefined>(undefined);

let shown = location.hash;

window.addEventListener('hashchange', () => {
  const reason = unsaved.get()?.reason;
  if (reason !== undefined && location.hash !== shown && !isSameView(location.hash, shown)) {
    const href = location.hash;
    history.pushState(null, '', shown === '' ? '#/' : shown);
    leaving.set({ href, reason });
    return;
  }
  shown = location.hash;
  route.set(parseFragment(shown));
});

window.addEventListener('beforeunload', (event) => {
  if (unsaved.get() !== undefined) event.preventDefault();
});

function isSameView(one: string, other: string): boolean {
  return parseFragment(one).segments.join('/') === parseFragment(other).segments.join('/');
}

export function useRoute(): Route {
  return useStore(route);
}

/** Goes to a view. `isReplaced`: replaces the current entry of the history. */
export function go(href: string, { isReplaced = false }: { readonly isReplaced?: boolean } = {}): void {
  if (!isReplaced) {
    location.hash = href;
    return;
  }
  history.replaceState(null, '', href);
  shown = location.hash;
  route.set(parseFragment(shown));
}

/** Goes to `leaving`, and discards the unsaved work. */
export function leave(): void {
  const target = leaving.get();
  unsaved.set(undefined);
  leaving.set(undefined);
  if (target !== undefined) go(target.href);
}

/**
 * Asks before the user leaves a view with unsaved work.
 *
 * @param reason - The unsaved work, in a sentence; `undefined`: nothing.
 * @spec CO34
 */
export function useUnsaved(reason: string | undefined, savesItself = false): void {
  useEffect(() => {
    unsaved.set(reason === undefined ? undefined : { reason, savesItself });
    return () => unsaved.set(undefined);
  }, [reason, savesItself]);
}

/** The work that leaving the view would lose; `undefined`: nothing. */
export function useUnsavedWork(): Unsaved | undefined {
  return useStore(unsaved);
}

/** Sets the window's title to the view. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = title === '' ? 'Botwright' : `${title} · Botwright`;
  }, [title]);
}
