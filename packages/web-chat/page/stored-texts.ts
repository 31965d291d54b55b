import type { Saying } from './wire.ts';

/** A text that survives a reload of the page. */
export interface StoredText {
  get(): string | undefined;
  set(text: string | undefined): void;
}

/** A text of the visitor, until the server has stored it. */
export interface VisitorText extends Saying {
  /** Token of its conversation. */
  readonly conversation: string;
  /** Rises with each text. */
  readonly at: number;
  /** The reason that it was not sent; `undefined` while it waits. */
  readonly reason: string | undefined;
}

/** Texts that survive a reload of the page. */
export interface StoredTexts {
  /** Oldest first. */
  list(): readonly VisitorText[];
  /** Stores a new or changed text. Texts beyond the limit last until the page is closed. */
  put(text: VisitorText): void;
  remove(id: string): void;
}

/** The storage of this page's origin, or of the tab. A browser may refuse it, such as in a frame of another site. */
function storage(kind: 'localStorage' | 'sessionStorage' = 'localStorage'): Storage | undefined {
  try {
    return window[kind];
  } catch {
    return undefined;
  }
}

function store(key: string, value: string, kind?: 'localStorage' | 'sessionStorage'): void {
  try {
    storage(kind)?.setItem(key, value);
  } catch {
    // The storage is full: the text lasts until the page is closed.
  }
}

/**
 * A stored text; it lasts until the page is closed if the browser stores nothing.
 *
 * @param kind - `sessionStorage`: one text for each tab, until the tab is closed.
 */
export function storedText(key: string, kind: 'localStorage' | 'sessionStorage' = 'localStorage'): StoredText {
  let inPage: string | undefined;
  return {
    get: () => storage(kind)?.getItem(key) ?? inPage,
    set(text) {
      inPage = text;
      if (text === undefined) storage(kind)?.removeItem(key);
      else store(key, text, kind);
    },
  };
}

/** A text has at most 10,000 characters; a browser stores a few million for an origin. */
const mostTexts = 50;

/** Each text has a separate key, so that no tab overwrites the texts of another. @spec WC27 */
export function storedTexts(prefix: string): StoredTexts {
  const keyOf = (id: string): string => `${prefix} ${id}`;
  function keys(): readonly string[] {
    const browser = storage();
    const all = Array.from({ length: browser?.length ?? 0 }, (_, index) => browser?.key(index) ?? '');
    return all.filter((key) => key.startsWith(`${prefix} `));
  }
  return {
    list: () =>
      keys()
        .flatMap((key) => readText(storage()?.getItem(key)))
        .sort((a, b) => a.at - b.at),
    put(text) {
      const key = keyOf(text.id);
      const present = keys();
      if (present.length < mostTexts || present.includes(key)) store(key, JSON.stringify(text));
    },
    remove: (id) => storage()?.removeItem(keyOf(id)),
  };
}

/** @returns Nothing for data of another program. */
function readText(json: string | null | undefined): readonly VisitorText[] {
  try {
    const { id, text, payload, answers, media, conversation, at, reason } = JSON.parse(json ?? '');
    if ([id, text, conversation].some((each) => typeof each !== 'string') || typeof at !== 'number') return [];
    const pressed = {
      ...(typeof payload === 'string' && { payload }),
      ...(typeof answers === 'string' && { answers }),
      ...(typeof media === 'string' && { media }),
    };
    return [{ id, text, ...pressed, conversation, at, reason }];
  } catch {
    return [];
  }
}
