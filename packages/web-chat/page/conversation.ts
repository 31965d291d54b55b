import { type Api, type News, Refusal } from './api.ts';
import type { KeptToken } from './kept-token.ts';
import type { Message, Said, Saying, Status } from './wire.ts';

/** How the page reaches the server. `busy`: the server asks it to wait. */
export type Connection = 'connecting' | 'open' | 'lost' | 'busy';

/** What the page shows of a conversation. */
export interface Shown {
  readonly messages: readonly Message[];
  /** Said, and not known to be stored yet, in their order. */
  readonly unsent: readonly Saying[];
  readonly status: Status;
  readonly connection: Connection;
  /** What the server did not take, and why. */
  readonly refused: { readonly text: string; readonly message: string } | undefined;
  /** Why nothing more can be said, if that is so. */
  readonly problem: Problem | undefined;
}

export type Problem =
  /** There is no such bot, or no longer. */
  | { readonly kind: 'no_bot' }
  /** It is over: forgotten by the server, too long, or the visitor is blocked. */
  | { readonly kind: 'over'; readonly reason: 'expired' | 'too_long' | 'blocked' }
  /** The server has refused something that this page does. */
  | { readonly kind: 'refused'; readonly message: string };

export interface Conversation {
  readonly shown: Shown;
  /** Calls back after each change. */
  subscribe(onChange: () => void): void;
  say(text: string, payload?: string): void;
  /** Forgets this conversation and begins another one. What was not sent is given back, to be sent or changed. */
  beginAnew(): void;
  /** Tries again at once, such as when the browser is online again. */
  wake(): void;
}

export interface ConversationParts {
  readonly api: Api;
  readonly token: KeptToken;
  readonly newId: () => string;
  /** Waits, until the signal is aborted at the latest. */
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>;
  /** Resolves while somebody can see the page, or when the signal is aborted. */
  readonly untilSeen: (signal: AbortSignal) => Promise<void>;
}

/** One conversation, until another one takes its place. What still comes for an earlier one is dropped. */
interface Run {
  readonly ending: AbortController;
  token: string | undefined;
  /** What is being sent now. */
  sending: Saying | undefined;
  isSending: boolean;
  /** Whether a stream says what the status is. The response to a request may be older than that. */
  isFollowed: boolean;
}

const firstRetryMs = 1_000;
const longestRetryMs = 30_000;
/** Between two reads where no stream comes through. */
const longestReadMs = 5_000;

const nothing: Shown = {
  messages: [],
  unsent: [],
  status: 'none',
  connection: 'connecting',
  refused: undefined,
  problem: undefined,
};

/**
 * Begins the conversation of this visitor, or goes on with it, and keeps it up to date.
 *
 * @spec WC19, WC20
 */
export function createConversation({ api, token: kept, newId, sleep, untilSeen }: ConversationParts): Conversation {
  let shown = nothing;
  let onChange = (): void => {};
  let current = newRun(kept.get());
  /** Of everything that waits to try again. */
  const pauses = new Set<AbortController>();

  function show(change: Partial<Shown>): void {
    shown = { ...shown, ...change };
    onChange();
  }

  function isOver(run: Run): boolean {
    return run !== current || run.ending.signal.aborted;
  }

  function lastSeq(): number {
    return shown.messages.at(-1)?.seq ?? 0;
  }

  /** A message comes both with the stream and as the answer to what was said. */
  function add({ sending }: Run, messages: readonly Message[]): void {
    const known = new Set(shown.messages.map(({ seq }) => seq));
    const added = messages.filter(({ seq }) => !known.has(seq));
    if (added.length === 0) return;
    // What waits behind it was not sent: the same words in a message are those of another tab.
    const isStored = added.some(({ sender, data }) => sender.type === 'customer' && data.body === sending?.text);
    show({
      messages: [...shown.messages, ...added].sort((a, b) => a.seq - b.seq),
      unsent: isStored ? shown.unsent.filter((each) => each !== sending) : shown.unsent,
    });
  }

  function take(run: Run, said: Said): void {
    add(run, said.messages);
    show({ connection: 'open', ...(!run.isFollowed && { status: said.status }) });
  }

  function receive(run: Run, news: News): void {
    if (isOver(run)) return;
    run.isFollowed = true;
    if (news.kind === 'message') add(run, [news.message]);
    else show({ status: news.status, connection: 'open' });
  }

  /** @returns Whether nothing more can be done in this conversation. */
  function stopFor(run: Run, error: unknown): boolean {
    if (isOver(run)) return true;
    const problem = problemOf(error);
    if (problem === undefined) return false;
    run.ending.abort();
    show({ problem, connection: 'open' });
    return true;
  }

  async function pause(run: Run, ms: number): Promise<void> {
    const skip = new AbortController();
    pauses.add(skip);
    await sleep(ms, AbortSignal.any([run.ending.signal, skip.signal]));
    pauses.delete(skip);
  }

  /**
   * Tries until it is done, more and more rarely.
   *
   * @returns `undefined`: the conversation is over.
   * @throws {Refusal} that trying again does not change.
   */
  async function persist<T>(run: Run, act: (signal: AbortSignal) => Promise<T>): Promise<T | undefined> {
    for (let delay = firstRetryMs; !isOver(run); delay = Math.min(delay * 2, longestRetryMs)) {
      try {
        const done = await act(run.ending.signal);
        return isOver(run) ? undefined : done;
      } catch (error) {
        if (stopFor(run, error)) return undefined;
        if (isFinal(error)) throw error;
        show({ connection: connectionAfter(error) });
        await pause(run, Math.max(delay, waitAfter(error)));
      }
    }
    return undefined;
  }

  async function follow(run: Run, token: string): Promise<void> {
    const { signal } = run.ending;
    for (let delay = firstRetryMs; !isOver(run); ) {
      try {
        await api.follow(
          token,
          lastSeq(),
          (news) => {
            delay = firstRetryMs;
            receive(run, news);
          },
          signal,
        );
        // The server has ended the stream: it does so from time to time, and when it stops.
        run.isFollowed = false;
        await pause(run, firstRetryMs);
      } catch (error) {
        run.isFollowed = false;
        if (stopFor(run, error)) return;
        // Some networks let no stream through, and a server has so many of them.
        const isRead = await read(run, token);
        if (isOver(run)) return;
        if (!isRead) show({ connection: connectionAfter(error) });
        await pause(run, Math.max(delay, waitAfter(error)));
        delay = Math.min(delay * 2, isRead ? longestReadMs : longestRetryMs);
      }
      // A visitor has so many streams: tabs that nobody sees leave them to the one that is seen.
      await untilSeen(signal);
    }
  }

  /** @returns Whether the server has answered. */
  async function read(run: Run, token: string): Promise<boolean> {
    try {
      const said = await api.read(token, lastSeq(), run.ending.signal);
      if (!isOver(run)) take(run, said);
      return true;
    } catch (error) {
      stopFor(run, error);
      return false;
    }
  }

  async function keepUp(run: Run): Promise<void> {
    if (run.token === undefined) {
      const said = await persist(run, api.begin);
      if (said?.token === undefined) return;
      run.token = said.token;
      kept.set(said.token);
      take(run, said);
    }
    void sendAll(run);
    await follow(run, run.token);
  }

  async function sendAll(run: Run): Promise<void> {
    const { token } = run;
    if (run.isSending || token === undefined) return;
    run.isSending = true;
    for (let next = shown.unsent[0]; next !== undefined && !isOver(run); next = shown.unsent[0]) {
      const saying = next;
      run.sending = saying;
      const said = await persist(run, (signal) => api.say(token, saying, signal)).catch((error: Error) => error);
      if (isOver(run) || said === undefined) return;
      if (said instanceof Error) show({ refused: { text: saying.text, message: said.message } });
      else take(run, said);
      show({ unsent: shown.unsent.filter(({ id }) => id !== saying.id) });
    }
    run.sending = undefined;
    run.isSending = false;
  }

  function start(run: Run): void {
    keepUp(run).catch((error: Error) => {
      if (!isOver(run)) show({ problem: { kind: 'refused', message: error.message }, connection: 'open' });
    });
  }

  start(current);
  return {
    get shown() {
      return shown;
    },
    subscribe(listener) {
      onChange = listener;
    },
    say(text, payload) {
      const saying = { id: newId(), text, ...(payload !== undefined && { payload }) };
      show({ refused: undefined, unsent: [...shown.unsent, saying] });
      void sendAll(current);
    },
    beginAnew() {
      current.ending.abort();
      kept.set(undefined);
      const text = shown.unsent.map((saying) => saying.text).join('\n');
      const message = 'It belongs to the conversation before.';
      shown = { ...nothing, refused: text === '' ? undefined : { text, message } };
      current = newRun(undefined);
      onChange();
      start(current);
    },
    wake() {
      for (const each of pauses) each.abort();
    },
  };
}

function newRun(token: string | undefined): Run {
  return { ending: new AbortController(), token, sending: undefined, isSending: false, isFollowed: false };
}

/** Whether trying again does not change it. */
function isFinal(error: unknown): boolean {
  return error instanceof Refusal && error.status < 500 && error.status !== 429;
}

function connectionAfter(error: unknown): Connection {
  return error instanceof Refusal && error.status === 429 ? 'busy' : 'lost';
}

function waitAfter(error: unknown): number {
  return error instanceof Refusal ? (error.retryAfterMs ?? 0) : 0;
}

function problemOf(error: unknown): Problem | undefined {
  if (!(error instanceof Refusal)) return undefined;
  const { status, code } = error;
  if (code === 'bot_not_found') return { kind: 'no_bot' };
  if (status === 401) return { kind: 'over', reason: 'expired' };
  if (code === 'customer_blocked') return { kind: 'over', reason: 'blocked' };
  if (code === 'conversation_too_long') return { kind: 'over', reason: 'too_long' };
  return undefined;
}
