import { type Chat, type ChatParts, createChat, forget, isOver, newRun, put, show, tokenToBegin } from './chat.ts';
import { ofEarlierConversation, replaceBy, sendAll, start } from './keep-up.ts';
import type { Shown } from './shown.ts';
import type { VisitorText } from './stored-texts.ts';

export interface PressedButton {
  readonly payload?: string;
  readonly answers: string;
}

/** Sends a file as the visitor's message. Rejects when it was not stored. @param onProgress - See `Upload`. */
export type SendFile = (file: File, onProgress: (part: number) => void, signal: AbortSignal) => Promise<void>;

export interface Conversation {
  readonly shown: Shown;
  /** Calls back after each change. */
  subscribe(onChange: () => void): void;
  /** @param button - The pressed button: the payload that it sends, and the `uuid` of its message. */
  say(text: string, button?: PressedButton): void;
  readonly sendFile: SendFile;
  /** Sends a text that was not sent. */
  sendAgain(id: string): void;
  /** Removes an unsent text for editing. @returns The text. */
  takeBack(id: string): string;
  /**
   * Begins another conversation. The current one continues until then, and stays if the other cannot begin. Texts wait
   * for the outcome.
   */
  beginAnew(): void;
  /** Retries immediately, such as when the browser is online again. */
  wake(): void;
}

/**
 * Begins the conversation of this visitor, or continues it, and shows its news.
 *
 * @spec WC19, WC20, WC25, WC26, WC27, EX12
 */
export function createConversation(parts: ChatParts): Conversation {
  const chat = createChat(parts);
  for (const text of parts.stored.texts.list()) {
    chat.lastAt = text.at;
    const { conversation, reason = conversation === chat.current.token ? undefined : ofEarlierConversation } = text;
    put(chat, { ...text, reason });
  }
  start(chat, chat.current);
  const say = (text: string, more: Partial<PressedButton> & { readonly media?: string } = {}): void => {
    const { current, lastAt } = chat;
    const at = Math.max(lastAt + 1, chat.now());
    chat.lastAt = at;
    show(chat, { notBegun: current.hasBegun ? undefined : chat.shown.notBegun });
    send(chat, { id: chat.newId(), text, ...more, conversation: current.token, at, reason: undefined });
  };
  const unsent = (id: string) => chat.shown.unsent.find((text) => text.id === id);
  return {
    get shown() {
      return chat.shown;
    },
    subscribe(listener) {
      chat.onChange = listener;
    },
    say,
    async sendFile(file, onProgress, signal) {
      const { current } = chat;
      const { url, type } = await chat.api.upload({ token: current.token, file, onProgress, signal });
      if (current === chat.current) say(url, { media: type });
    },
    sendAgain(id) {
      const text = unsent(id);
      if (text !== undefined) send(chat, text);
    },
    takeBack(id) {
      const text = unsent(id)?.text ?? '';
      forget(chat, id);
      return text;
    },
    beginAnew() {
      const { current, next } = chat;
      const isFirstBeginning = !current.hasBegun && !isOver(current);
      if (next !== undefined || isFirstBeginning) return;
      chat.next = newRun(tokenToBegin(chat), false);
      show(chat, { isBeginning: true, notBegun: undefined });
      void replaceBy(chat, chat.next);
    },
    wake() {
      for (const each of chat.pauses) each.abort();
    },
  };
}

/** Sends in the next conversation if one is beginning. */
function send(chat: Chat, { answers, ...text }: VisitorText): void {
  const { token } = chat.next ?? chat.current;
  // Another conversation does not have the message of the button.
  const isSame = answers !== undefined && text.conversation === token;
  put(chat, { ...text, ...(isSame && { answers }), conversation: token, reason: undefined });
  void sendAll(chat, chat.current);
}
