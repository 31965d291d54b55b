import { type Api, type News, Refusal } from './api.ts';
import type { KeptText, KeptTexts, VisitorText } from './kept.ts';
import type { ExpectedInput, Message, Said, Status } from './wire.ts';

/** How the page reaches the server. `busy`: the server asks it to wait. */
export type Connection = 'connecting' | 'open' | 'lost' | 'busy';

/** What the page shows of a conversation. */
export interface Shown {
  readonly messages: readonly Message[];
  /** Said, and not known to be stored yet, in their order: they wait to be sent, or were not sent for a reason. */
  readonly unsent: readonly VisitorText[];
  readonly status: Status;
  /** How the next answer is expected. */
  readonly expects: ExpectedInput | undefined;
  readonly connection: Connection;
  /** Whether another conversation is to take the place of this one, as soon as it has begun. */
  readonly isBeginning: boolean;
  /** Why no other conversation has begun. */
  readonly notBegun: NotBegun | undefined;
  /** Why nothing more can be said, if that is so. */
  readonly problem: Problem | undefined;
}

export type NotBegun =
  /** Too many were begun by visitors with this address; one can begin at this time, in milliseconds. */
  | { readonly kind: 'too_many'; readonly until: number }
  /** The same, of the first one: the page tries again by itself. */
  | { readonly kind: 'waits'; readonly until: number }
  | { readonly kind: 'refused'; readonly message: string }
  | { readonly kind: 'lost' };

export type Problem =
  /** There is no such bot, or no longer. */
  | { readonly kind: 'no_bot' }
  /** It is over: forgotten by the server, too long, or the visitor is blocked. */
  | { readonly kind: 'over'; readonly reason: 'expired' | 'too_long' | 'blocked' }
  /** The server has refused something that this page does. */
  | { readonly kind: 'refused'; readonly message: string };

export interface PressedButton {
  readonly payload?: string;
  readonly answers: string;
}

export interface Conversation {
  readonly shown: Shown;
  /** Calls back after each change. */
  subscribe(onChange: () => void): void;
  /** @param button - The one that was pressed: what it sends back, and the `uuid` of its message. */
  say(text: string, button?: PressedButton): void;
  /** Sends a text that was not sent. */
  sendAgain(id: string): void;
  /** Takes back a text that was not sent, to be changed. @returns The text. */
  takeBack(id: string): string;
  /**
   * Begins another conversation. This one goes on until that has begun, and stays where it cannot begin; meanwhile
   * texts wait for whichever it will be.
   */
  beginAnew(): void;
  /** Tries again at once, such as when the browser is online again. */
  wake(): void;
}

export interface ConversationParts {
  readonly api: Api;
  readonly kept: {
    /** Token of the conversation that has begun. */
    readonly token: KeptText;
    /** Token of one that is to begin: the page may be loaded again before it has. */
    readonly nextToken: KeptText;
    readonly texts: KeptTexts;
  };
  /** Makes a name for a text. */
  readonly newId: () => string;
  /** Makes the token of a conversation, which nobody can guess. */
  readonly newToken: () => string;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Waits, until the signal is aborted at the latest. */
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>;
  /** Resolves while somebody can see the page, or when the signal is aborted. */
  readonly untilSeen: (signal: AbortSignal) => Promise<void>;
}

/** One conversation, until another one takes its place. What still comes for an earlier one is dropped. */
interface Run {
  readonly ending: AbortController;
  token: string;
  hasBegun: boolean;
  /** Every message up to this one is shown. The response to a text can be ahead of those before. */
  position: number;
  /** What is being sent now. */
  sending: VisitorText | undefined;
  isSending: boolean;
  /** Whether a stream says what the status is. The response to a request may be older than that. */
  isFollowed: boolean;
}

const firstRetryMs = 1_000;
const longestRetryMs = 30_000;
/** Between two reads where no stream comes through. */
const longestReadMs = 5_000;
/** How often to try to begin another conversation while there is one. */
const attemptsToReplace = 3;

const nothing: Shown = {
  messages: [],
  unsent: [],
  status: 'none',
  expects: undefined,
  connection: 'connecting',
  isBeginning: false,
  notBegun: undefined,
  problem: undefined,
};

/** With which the server begins to say what is wrong: the visitor has written one text alone. */
const nameOfMember = /^message(\.message)?: /;
const ofTheOneBefore = 'It belongs to the conversation before.';
const ofOneThatIsOver = 'The conversation was over.';

/**
 * Begins the conversation of this visitor, or goes on with it, and keeps it up to date.
 *
 * @spec WC19, WC20, WC25, WC26, WC27
 */
export function createConversation(parts: ConversationParts): Conversation {
  const { api, kept, newId, newToken, now, sleep, untilSeen } = parts;
  let shown = nothing;
  let onChange = (): void => {};
  const keptToken = kept.token.get();
  let current = newRun(keptToken ?? tokenToBegin(), keptToken !== undefined);
  /** The one that is to take the place of the current one. */
  let next: Run | undefined;
  let lastAt = 0;
  /** Of everything that waits to try again. */
  const pauses = new Set<AbortController>();

  /**
   * The same one until it has begun, however often the page is loaded: else each time would make another visitor.
   *
   * @spec WC28
   */
  function tokenToBegin(): string {
    const token = kept.nextToken.get() ?? newToken();
    kept.nextToken.set(token);
    return token;
  }

  function show(change: Partial<Shown>): void {
    shown = { ...shown, ...change };
    onChange();
  }

  function isOver(run: Run): boolean {
    return run.ending.signal.aborted;
  }

  function put(text: VisitorText): void {
    kept.texts.put(text);
    const others = shown.unsent.filter(({ id }) => id !== text.id);
    show({ unsent: [...others, text].sort((a, b) => a.at - b.at) });
  }

  function changeUnsent(
    isMeant: (text: VisitorText) => boolean,
    change: Partial<Pick<VisitorText, 'conversation' | 'reason'>>,
  ): void {
    for (const text of shown.unsent.filter(isMeant)) put({ ...text, ...change });
  }

  function forget(id: string): void {
    kept.texts.remove(id);
    show({ unsent: shown.unsent.filter((text) => text.id !== id) });
  }

  /** What waits to be sent in a conversation was not sent, for this reason. */
  function giveUp({ token, sending }: Run, reason: string): void {
    const isShownAsStored = sending !== undefined && !shown.unsent.some(({ id }) => id === sending.id);
    if (isShownAsStored) kept.texts.remove(sending.id);
    changeUnsent((text) => text.reason === undefined && text.conversation === token, { reason });
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
      unsent: isStored ? shown.unsent.filter(({ id }) => id !== sending?.id) : shown.unsent,
    });
  }

  function take(run: Run, said: Said): void {
    add(run, said.messages);
    show({ connection: 'open', ...(!run.isFollowed && { status: said.status, expects: said.expects }) });
  }

  function receive(run: Run, news: News): void {
    if (isOver(run)) return;
    run.isFollowed = true;
    if (news.kind === 'status') {
      show({ status: news.status, expects: news.expects, connection: 'open' });
      return;
    }
    run.position = Math.max(run.position, news.message.seq);
    add(run, [news.message]);
  }

  function stop(run: Run, problem: Problem): void {
    run.ending.abort();
    giveUp(run, ofOneThatIsOver);
    show({ problem, connection: 'open' });
  }

  /** @returns Whether nothing more can be done in this conversation. */
  function stopFor(run: Run, error: unknown): boolean {
    if (isOver(run)) return true;
    const problem = problemOf(error);
    if (problem === undefined) return false;
    stop(run, problem);
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
   * @param attempts - How often; then, or when the server asks to wait for long, it throws.
   * @returns `undefined`: the conversation is over.
   * @throws {Refusal} that trying again does not change.
   */
  async function persist<T>(
    run: Run,
    act: (signal: AbortSignal) => Promise<T>,
    attempts = Number.POSITIVE_INFINITY,
  ): Promise<T | undefined> {
    let delay = firstRetryMs;
    for (let attempt = 1; !isOver(run); attempt += 1) {
      try {
        const done = await act(run.ending.signal);
        return isOver(run) ? undefined : done;
      } catch (error) {
        if (stopFor(run, error)) return undefined;
        const wait = Math.max(delay, waitAfter(error));
        const isTooLong = wait > longestRetryMs && attempts !== Number.POSITIVE_INFINITY;
        if (isFinal(error) || isTooLong || attempt >= attempts) throw error;
        if (run === current) {
          show({
            connection: connectionAfter(error),
            ...(!run.hasBegun && { notBegun: tooManyBegun(error, 'waits') }),
          });
        }
        await pause(run, wait);
        delay = Math.min(delay * 2, longestRetryMs);
      }
    }
    return undefined;
  }

  async function follow(run: Run): Promise<void> {
    const { signal } = run.ending;
    for (let delay = firstRetryMs; !isOver(run); ) {
      try {
        await api.follow(
          run.token,
          run.position,
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
        const isRead = await read(run);
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
  async function read(run: Run): Promise<boolean> {
    try {
      const said = await api.read(run.token, run.position, run.ending.signal);
      if (isOver(run)) return true;
      run.position = Math.max(run.position, said.after);
      take(run, said);
      return true;
    } catch (error) {
      stopFor(run, error);
      return false;
    }
  }

  async function begin(run: Run, signal: AbortSignal): Promise<Said> {
    try {
      return await api.begin(run.token, signal);
    } catch (error) {
      if (problemOf(error)?.kind !== 'over') throw error;
      // It was begun on an earlier visit and is over: another token begins another one.
      const { token } = run;
      run.token = newToken();
      kept.nextToken.set(run.token);
      changeUnsent(({ conversation }) => conversation === token, { conversation: run.token });
      return api.begin(run.token, signal);
    }
  }

  function takeBeginning(run: Run, said: Said): void {
    run.hasBegun = true;
    run.position = said.after;
    kept.token.set(run.token);
    kept.nextToken.set(undefined);
    show({ notBegun: undefined });
    take(run, said);
  }

  async function keepUp(run: Run): Promise<void> {
    if (!run.hasBegun) {
      const said = await persist(run, (signal) => begin(run, signal));
      if (said === undefined) return;
      takeBeginning(run, said);
    }
    void sendAll(run);
    await follow(run);
  }

  /** Lets another conversation begin, and take the place of the current one when it has. @spec WC25 */
  async function replaceBy(run: Run): Promise<void> {
    try {
      const said = await persist(run, (signal) => begin(run, signal), attemptsToReplace);
      next = undefined;
      current.ending.abort();
      if (current.hasBegun) giveUp(current, ofTheOneBefore);
      if (said === undefined) return show({ isBeginning: false });
      current = run;
      shown = { ...nothing, unsent: shown.unsent };
      takeBeginning(run, said);
      start(run);
    } catch (error) {
      next = undefined;
      changeUnsent(({ conversation }) => conversation === run.token, { conversation: current.token });
      show({ isBeginning: false, notBegun: notBegunFor(error) });
      if (isOver(current)) giveUp(current, ofOneThatIsOver);
      else void sendAll(current);
    }
  }

  function tooManyBegun(error: unknown, kind: 'too_many' | 'waits'): NotBegun | undefined {
    const wait = waitAfter(error);
    return wait > longestRetryMs ? { kind, until: now() + wait } : undefined;
  }

  function notBegunFor(error: unknown): NotBegun {
    const refused = error instanceof Refusal && error.status < 500;
    return (
      tooManyBegun(error, 'too_many') ?? (refused ? { kind: 'refused', message: error.message } : { kind: 'lost' })
    );
  }

  async function sendAll(run: Run): Promise<void> {
    if (run.isSending || !run.hasBegun) return;
    run.isSending = true;
    const first = (): VisitorText | undefined =>
      shown.unsent.find(({ conversation, reason }) => conversation === run.token && reason === undefined);
    for (let text = first(); text !== undefined && !isOver(run); text = first()) {
      const saying = text;
      run.sending = saying;
      const said = await persist(run, (signal) => api.say(run.token, saying, signal)).catch((error: Error) => error);
      if (isOver(run) || said === undefined) return;
      if (said instanceof Error) {
        put({ ...saying, reason: said.message.replace(nameOfMember, '') });
      } else {
        take(run, said);
        forget(saying.id);
      }
    }
    run.sending = undefined;
    run.isSending = false;
  }

  /** Into the conversation that is to begin, if there is one. */
  function send({ answers, ...text }: VisitorText): void {
    const { token } = next ?? current;
    // Another conversation does not have the message of the button.
    const isSame = answers !== undefined && text.conversation === token;
    put({ ...text, ...(isSame && { answers }), conversation: token, reason: undefined });
    void sendAll(current);
  }

  function start(run: Run): void {
    keepUp(run).catch((error: Error) => {
      if (!isOver(run)) stop(run, { kind: 'refused', message: error.message });
    });
  }

  for (const text of kept.texts.list()) {
    lastAt = text.at;
    const { conversation, reason = conversation === current.token ? undefined : ofTheOneBefore } = text;
    put({ ...text, reason });
  }
  start(current);
  return {
    get shown() {
      return shown;
    },
    subscribe(listener) {
      onChange = listener;
    },
    say(text, button) {
      lastAt = Math.max(lastAt + 1, now());
      show({ notBegun: current.hasBegun ? undefined : shown.notBegun });
      const { token: conversation } = current;
      send({
        id: newId(),
        text,
        ...button,
        conversation,
        at: lastAt,
        reason: undefined,
      });
    },
    sendAgain(id) {
      const text = shown.unsent.find((each) => each.id === id);
      if (text !== undefined) send(text);
    },
    takeBack(id) {
      const text = shown.unsent.find((each) => each.id === id)?.text ?? '';
      forget(id);
      return text;
    },
    beginAnew() {
      const isFirstBeginning = !current.hasBegun && !isOver(current);
      if (next !== undefined || isFirstBeginning) return;
      next = newRun(tokenToBegin(), false);
      show({ isBeginning: true, notBegun: undefined });
      void replaceBy(next);
    },
    wake() {
      for (const each of pauses) each.abort();
    },
  };
}

function newRun(token: string, hasBegun: boolean): Run {
  return {
    ending: new AbortController(),
    token,
    hasBegun,
    position: 0,
    sending: undefined,
    isSending: false,
    isFollowed: false,
  };
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
