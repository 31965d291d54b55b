/** Keeps the token of a visitor between two visits. */
export interface KeptToken {
  get(): string | undefined;
  set(token: string | undefined): void;
}

/**
 * In the storage of this page's origin. A browser may refuse it, such as in a frame of another site: then the token
 * lasts as long as the page.
 */
export function keptToken(key: string): KeptToken {
  let inPage: string | undefined;
  const storage = (): Storage | undefined => {
    try {
      return window.localStorage;
    } catch {
      return undefined;
    }
  };
  return {
    get: () => storage()?.getItem(key) ?? inPage,
    set(token) {
      inPage = token;
      try {
        if (token === undefined) storage()?.removeItem(key);
        else storage()?.setItem(key, token);
      } catch {
        // There is no room: the token lasts as long as the page.
      }
    },
  };
}
