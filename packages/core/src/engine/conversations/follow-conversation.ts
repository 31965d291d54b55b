import type { ExpectedInput } from '../../domain/conversation/conversation-state.ts';
import type { Message } from '../../domain/message/message.ts';
import type { Timer } from '../../ports/clock.ts';
import type { CustomerRecord } from '../../records/customers.ts';
import type { EngineParts } from '../engine-parts.ts';
import { keepAliveDuring } from '../keep-alive.ts';
import { messagesAfter } from '../messages/messages-after.ts';
import { hasExpired } from '../web-chat/web-visitor.ts';
import { type ConversationPosition, statusForVisitor } from './conversation-position.ts';
import type { ConversationUpdates } from './conversation-updates.ts';
import { expectedInputOf } from './expected-input.ts';
import { quickWordsOf } from './quick-words.ts';
import { createTypingPace, type PacedMessages, type TypingDelay } from './typing-pace.ts';

/** News in a conversation. */
export interface ConversationNews {
  /** Oldest first, without a gap: at most 100, and 128 KiB of JSON unless one is larger. Empty: the status is new. */
  readonly messages: readonly Message[];
  /**
   * `working`: answers are on their way. `waiting`: the bot waits for the visitor. `with_agent`: a person has taken the
   * conversation over. `ended`: the next message starts it again. `none`: it has not begun.
   */
  readonly status: ConversationPosition['status'];
  /** The form of the expected answer, if a page can help to give it. @spec VI20 */
  readonly expects?: ExpectedInput;
  /** The bot seems to type. @spec WT21 */
  readonly typing?: true;
  /**
   * Text of an answer that a language model makes now, which its message will replace. `seq` is 1 for the first part of
   * an answer.
   *
   * @spec LM30
   */
  readonly part?: { readonly seq: number; readonly text: string };
  /** The words that a page offers because the bot understands them now. @spec KW12 */
  readonly quickWords?: readonly string[];
}

export interface FollowOptions {
  /** The `seq` of the last known message. Default 0: none. */
  readonly after?: number;
  /** Ends the iteration. */
  readonly signal?: AbortSignal;
}

/** A conversation, and how long a follower may see it. */
interface Followed {
  readonly brand: string;
  /** Number of the customer. */
  readonly customer: number;
  /** Asked at each look. */
  isVisible(customer: CustomerRecord): boolean;
  /** Asked when there was no news for long. */
  isOpen(): Promise<boolean>;
  /** Absent: texts are seen at once. */
  readonly typingDelay?: TypingDelay | undefined;
}

type FollowParts = Pick<EngineParts, 'storage' | 'clock' | 'timer' | 'conversationUpdates' | 'runner' | 'preparedBots'>;

/**
 * Milliseconds until the next poll of the store, for changes that nobody notified of: short after news, and longer and
 * longer without news.
 */
const firstDelayMs = 100;
const longestDelayMs = 5_000;

/**
 * Reads one page of news whenever the follower asks for the next one.
 *
 * @throws {TypeError} within a transaction of the host.
 * @spec CV56, CV81, CV82, VI10, VI11, VI12, VI13, QN19, LM30, LM31, KW12, WT50, WT51
 */
export async function* followConversation(
  parts: FollowParts,
  followed: Followed,
  { after = 0, signal = new AbortController().signal }: FollowOptions,
): AsyncGenerator<ConversationNews, void, undefined> {
  const { conversationUpdates: updates, timer } = parts;
  if (updates === undefined) throw new TypeError('Conversations are followed outside of a transaction of the host.');
  const pause = createPause(timer);
  const ends = [
    updates.listen({ brand: followed.brand, number: followed.customer }, pause.skip),
    onAbort(signal, pause.skip),
  ];
  try {
    let last = after;
    let shown: (Pick<ConversationNews, 'status' | 'typing'> & { readonly turn: number | undefined }) | undefined;
    let delayMs = firstDelayMs;
    const nextPart = partsOf(updates, followed.customer);
    const pace = followed.typingDelay && createTypingPace(followed.typingDelay);
    let isKnown = false;
    while (!signal.aborted) {
      pause.begin();
      const news = await readNews(parts, followed, last);
      if (news === undefined || signal.aborted) return;
      const now = parts.clock.now();
      const paced: PacedMessages = pace?.hold(news.messages, now, isKnown) ?? news;
      const { messages, next } = paced;
      const { customer, status, typing, waiting, open } = next === undefined ? news : { ...news, ...seemsToType };
      const turn = waiting?.state.turn;
      // A question without words makes no message.
      const isOther = status !== shown?.status || typing !== shown.typing || turn !== shown.turn;
      const part = status === 'working' ? nextPart() : undefined;
      if (messages.length > 0 || isOther || part !== undefined) {
        const { run } = parts.storage.reads(followed.brand);
        const expected = waiting && (await run(expectedInputOf(parts, customer, waiting)));
        const words = open && (await run(quickWordsOf(parts, customer, open)));
        yield { messages, status, ...(typing && { typing }), ...expected, ...words, ...(part && { part }) };
        last = messages.at(-1)?.seq ?? last;
        isKnown = part !== undefined || (isKnown && messages.length === 0);
        shown = { status, turn, ...(typing && { typing }) };
        delayMs = firstDelayMs;
        if (messages.length > 0) continue;
      }
      if (delayMs === longestDelayMs && !(await followed.isOpen())) return;
      await pause.wait(next === undefined ? delayMs : Math.min(delayMs, next - now));
      delayMs = Math.min(delayMs * 2, longestDelayMs);
    }
  } finally {
    for (const end of ends) end();
  }
}

/** The status before the next text of a bot. */
const seemsToType = { status: 'working', typing: true, waiting: undefined, open: undefined } as const;

/** Finds the text of the answer under way that a follower has not seen. @spec LM30, LM31 */
function partsOf({ answers }: ConversationUpdates, customer: number): () => ConversationNews['part'] {
  let id: string | undefined;
  let seq = 0;
  let seen = 0;
  return () => {
    const answer = answers.of(customer);
    if (answer === undefined) return undefined;
    if (answer.id !== id) [id, seq, seen] = [answer.id, 0, 0];
    // A character of two units may come in two parts.
    const end = /[\ud800-\udbff]$/.test(answer.text) ? answer.text.length - 1 : answer.text.length;
    const text = answer.text.slice(seen, end);
    if (text === '') return undefined;
    seen = end;
    seq += 1;
    return { seq, text };
  };
}

/** Reads the status first, so that `waiting` never comes before the messages of its step. */
async function readNews(
  { storage, clock }: FollowParts,
  { brand, customer: number, isVisible }: Followed,
  after: number,
) {
  const { load, run } = storage.reads(brand);
  const customer = await load({ kind: 'customer', number });
  if (customer === undefined || hasExpired(customer, clock) || !isVisible(customer)) return undefined;
  const status = await run(statusForVisitor(customer));
  const messages = await messagesAfter((range) => load({ kind: 'messages', customer: number, range }), after);
  return { customer, messages, ...status };
}

/** A wait that can be skipped, also before it begins. */
function createPause(timer: Timer) {
  let isSkipped = false;
  let waiting: PromiseWithResolvers<void> | undefined;
  return {
    begin() {
      isSkipped = false;
    },
    // Another request may skip it: workerd lets it resolve a promise, but not abort a signal of the follower's request.
    skip() {
      isSkipped = true;
      waiting?.resolve();
    },
    async wait(ms: number) {
      if (isSkipped) return;
      const over = new AbortController();
      waiting = Promise.withResolvers();
      const { promise: skipped } = waiting;
      await keepAliveDuring(timer, () => Promise.race([timer.sleep(ms, over.signal), skipped]));
      over.abort();
      waiting = undefined;
    },
  };
}

function onAbort(signal: AbortSignal, listener: () => void): () => void {
  signal.addEventListener('abort', listener, { once: true });
  return () => signal.removeEventListener('abort', listener);
}
