import type { Api } from './api.ts';
import { type Connection, nothing, type Shown } from './shown.ts';
import type { StoredText, StoredTexts, VisitorText } from './stored-texts.ts';
import type { Message, Said } from './wire.ts';

export interface ChatParts {
  readonly api: Api;
  readonly stored: {
    /** Token of the conversation, once it has begun. */
    readonly token: StoredText;
    /** Token of a conversation that has not begun: the page may be reloaded before it does. */
    readonly nextToken: StoredText;
    readonly texts: StoredTexts;
  };
  /** Makes an id for a text. */
  readonly newId: () => string;
  /** Makes a random token for a conversation. */
  readonly newToken: () => string;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Waits, until the signal is aborted at the latest. */
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>;
  /** Resolves while the page is visible, or when the signal is aborted. */
  readonly untilSeen: (signal: AbortSignal) => Promise<void>;
}

/** One conversation. It ends when another one takes its place; later responses to it are dropped. */
export interface Run {
  readonly ending: AbortController;
  token: string;
  hasBegun: boolean;
  /** Every message up to this one is shown. The response to a text can be ahead of earlier messages. */
  position: number;
  sending: VisitorText | undefined;
  isSending: boolean;
  /** Whether a stream reports the status. The response to a request may be older than the stream. */
  isFollowed: boolean;
}

/** The state that the parts of a conversation share. */
export interface Chat extends ChatParts {
  shown: Shown;
  onChange(): void;
  current: Run;
  /** The conversation that will replace the current one. */
  next: Run | undefined;
  lastAt: number;
  /** One for each wait before a retry. */
  readonly pauses: Set<AbortController>;
}

export function createChat(parts: ChatParts): Chat {
  const token = parts.stored.token.get();
  return {
    ...parts,
    shown: nothing,
    onChange() {},
    current: newRun(token ?? tokenToBegin(parts), token !== undefined),
    next: undefined,
    lastAt: 0,
    pauses: new Set(),
  };
}

export function newRun(token: string, hasBegun: boolean): Run {
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

/**
 * The same token until the conversation has begun: a new one at each load of the page would make another visitor.
 *
 * @spec WC28
 */
export function tokenToBegin({ stored, newToken }: ChatParts): string {
  const token = stored.nextToken.get() ?? newToken();
  stored.nextToken.set(token);
  return token;
}

export function isOver(run: Run): boolean {
  return run.ending.signal.aborted;
}

export function show(chat: Chat, change: Partial<Shown>): void {
  chat.shown = { ...chat.shown, ...change };
  chat.onChange();
}

export function put(chat: Chat, text: VisitorText): void {
  chat.stored.texts.put(text);
  const others = chat.shown.unsent.filter(({ id }) => id !== text.id);
  show(chat, { unsent: [...others, text].sort((a, b) => a.at - b.at) });
}

export function changeUnsent(
  chat: Chat,
  isChanged: (text: VisitorText) => boolean,
  change: Partial<Pick<VisitorText, 'conversation' | 'reason'>>,
): void {
  for (const text of chat.shown.unsent.filter(isChanged)) put(chat, { ...text, ...change });
}

export function forget(chat: Chat, id: string): void {
  chat.stored.texts.remove(id);
  show(chat, { unsent: chat.shown.unsent.filter((text) => text.id !== id) });
}

/** Marks the unsent texts of a conversation as not sent. */
export function giveUp(chat: Chat, { token, sending }: Run, reason: string): void {
  const isShownAsStored = sending !== undefined && !chat.shown.unsent.some(({ id }) => id === sending.id);
  if (isShownAsStored) chat.stored.texts.remove(sending.id);
  changeUnsent(chat, (text) => text.reason === undefined && text.conversation === token, { reason });
}

/** Adds messages; each arrives twice, with the stream and as the response to a text. */
export function addMessages(chat: Chat, { sending }: Run, messages: readonly Message[]): void {
  const { shown } = chat;
  const known = new Set(shown.messages.map(({ seq }) => seq));
  const added = messages.filter(({ seq }) => !known.has(seq));
  if (added.length === 0) return;
  // Later texts were not sent: a message with the same words comes from another tab.
  const isStored = added.some(
    ({ sender, data }) => sender.type === 'customer' && (data.body ?? data.url) === sending?.text,
  );
  show(chat, {
    messages: [...shown.messages, ...added].sort((a, b) => a.seq - b.seq),
    unsent: isStored ? shown.unsent.filter(({ id }) => id !== sending?.id) : shown.unsent,
  });
}

export function take(chat: Chat, run: Run, said: Said): void {
  addMessages(chat, run, said.messages);
  const connection: Connection = 'open';
  show(chat, { connection, ...(!run.isFollowed && standOf(said)) });
}

/** What is shown of the conversation beside its messages. The words stay while the bot works. */
export function standOf({ status, expects, quick_words: quickWords = [] }: Omit<Said, 'messages' | 'after'>) {
  return { status, expects, ...(status !== 'working' && { quickWords }) };
}
