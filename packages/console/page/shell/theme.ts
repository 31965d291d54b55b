import { createStore, useStore } from '../store.ts';

export type Theme = 'auto' | 'light' | 'dark';

const key = 'botwright-theme';

function isTheme(text: string | null): text is Theme {
  return text === 'auto' || text === 'light' || text === 'dark';
}

/** A browser may refuse its storage; the choice then lasts until the page is closed. */
function remembered(): Theme {
  try {
    const text = localStorage.getItem(key);
    return isTheme(text) ? text : 'auto';
  } catch {
    return 'auto';
  }
}

const theme = createStore<Theme>(remembered());

export function useTheme(): Theme {
  return useStore(theme);
}

/** `auto` follows the system. */
export function setTheme(next: Theme): void {
  theme.set(next);
  applyTheme();
  try {
    localStorage.setItem(key, next);
  } catch {
    // The choice lasts until the page is closed.
  }
}

export function applyTheme(): void {
  document.documentElement.dataset['theme'] = theme.get();
}
