import type { Saying } from './wire.ts';

/** A text that is kept between two visits. */
export interface KeptText {
  get(): string | undefined;
  set(text: string | undefined): void;
}

/** What the visitor says, until it is known to be stored. */
export interface VisitorText extends Saying {
  /** Token of the conversation that it is said in. */
  readonly conversation: string;
  /** Rises with each text. */
  readonly at: number;
  /** Why it was not sent; `undefined` while it waits to be sent. */
  readonly reason: string | undefined;
}

/** Texts that are kept between two visits. */
export interface KeptTexts {
  /** In the order in which they were said. */
  list(): readonly VisitorText[];
  /** Keeps a text, or the change of one. Beyond the most that are kept, a text lasts as long as the page. */
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
    // There is no room: it lasts as long as the page.
  }
}

/**
 * A text that lasts as long as the page where the browser keeps nothing.
 *
 * @param kind - `sessionStorage`: each tab has a text of its own, which lasts as long as the tab.
 */
export function keptText(key: string, kind: 'localStorage' | 'sessionStorage' = 'localStorage'): KeptText {
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

/** Texts have 10,000 characters at most, and a browser keeps some millions for an origin. */
const mostKept = 50;

/**
 * Each text has a key of its own, so that no tab overwrites what another one keeps.
 *
 * @spec WC27
 */
export function keptTexts(prefix: string): KeptTexts {
  const keyOf = (id: string): string => `${prefix} ${id}`;
  function keys(): readonly string[] {
    const kept = storage();
    const all = Array.from({ length: kept?.length ?? 0 }, (_, index) => kept?.key(index) ?? '');
    return all.filter((key) => key.startsWith(`${prefix} `));
  }
  return {
    list: () =>
      keys()
        .flatMap((key) => readText(storage()?.getItem(key)))
        .sort((a, b) => a.at - b.at),
    put(text) {
      const key = keyOf(text.id);
      const kept = keys();
      if (kept.length < mostKept || kept.includes(key)) store(key, JSON.stringify(text));
    },
    remove: (id) => storage()?.removeItem(keyOf(id)),
  };
}

/** @returns Nothing for what another program has put there. */
function readText(json: string | null | undefined): readonly VisitorText[] {
  try {
    const { id, text, payload, answers, conversation, at, reason } = JSON.parse(json ?? '');
    if ([id, text, conversation].some((each) => typeof each !== 'string') || typeof at !== 'number') return [];
    const pressed = {
      ...(typeof payload === 'string' && { payload }),
      ...(typeof answers === 'string' && { answers }),
    };
    return [{ id, text, ...pressed, conversation, at, reason }];
  } catch {
    return [];
  }
}
