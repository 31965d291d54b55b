import type { ExpectedInput } from '../../domain/conversation/conversation-state.ts';
import type { Message } from '../../domain/message/message.ts';
import type { Timer } from '../../ports/clock.ts';
import { type ConversationPosition, statusForVisitor } from '../conversations/conversation-position.ts';
import type { EngineParts } from '../engine-parts.ts';
import { keepAliveDuring } from '../keep-alive.ts';
import { messagesAfter } from '../messages/messages-after.ts';
import type { VisitorUpdates } from './visitor-updates.ts';
import { hasExpired, type WebVisitor } from './web-visitor.ts';

/** News in the conversation of a visitor. */
export interface VisitorNews {
  /** Oldest first, without a gap. Empty when only the status is new. */
  readonly messages: readonly Message[];
  /**
   * `working`: answers are on their way. `waiting`: the bot waits for the visitor. `with_agent`: a person has taken the
   * conversation over. `ended`: the next message starts it again. `none`: it has not begun.
   */
  readonly status: ConversationPosition['status'];
  /** The form of the expected answer, if a page can help to give it. @spec VI20 */
  readonly expects?: ExpectedInput;
}

export interface FollowOptions {
  /** Position of the last known message; 0: none. */
  readonly after: number;
  /** Ends the iteration. */
  readonly signal: AbortSignal;
}

export interface FollowDependencies extends Pick<EngineParts, 'storage' | 'clock' | 'timer'> {
  readonly updates: VisitorUpdates;
  /** Whether the visitor can still talk to the bot. */
  isOpen(visitor: WebVisitor): Promise<boolean>;
}

/**
 * Milliseconds until the next poll of the store, for changes by other processes and for steps without messages: short
 * after news, and longer and longer without news.
 */
const firstDelayMs = 100;
const longestDelayMs = 5_000;

/** @spec CV56, VI10, VI11, VI12, VI13 */
export async function* followVisitor(
  dependencies: FollowDependencies,
  visitor: WebVisitor,
  { after, signal }: FollowOptions,
): AsyncGenerator<VisitorNews, void, undefined> {
  const pause = createPause(dependencies.timer);
  const ends = [dependencies.updates.listen(visitor.customer, pause.skip), onAbort(signal, pause.skip)];
  try {
    let last = after;
    let shown: VisitorNews['status'] | undefined;
    let delayMs = firstDelayMs;
    while (!signal.aborted) {
      pause.begin();
      const news = await readNews(dependencies, visitor, last);
      if (news === undefined || signal.aborted) return;
      const { messages, status } = news;
      if (messages.length > 0 || status !== shown) {
        yield news;
        last = messages.at(-1)?.seq ?? last;
        shown = status;
        delayMs = firstDelayMs;
        if (messages.length > 0) continue;
      }
      if (delayMs === longestDelayMs && !(await dependencies.isOpen(visitor))) return;
      await pause.wait(delayMs);
      delayMs = Math.min(delayMs * 2, longestDelayMs);
    }
  } finally {
    for (const end of ends) end();
  }
}

/** Reads the status first, so that `waiting` never comes before the messages of its step. */
async function readNews(
  { storage, clock }: FollowDependencies,
  { brand, customer: number }: WebVisitor,
  after: number,
): Promise<VisitorNews | undefined> {
  const { load, run } = storage.reads(brand);
  const customer = await load({ kind: 'customer', number });
  if (customer === undefined || hasExpired(customer, clock)) return undefined;
  const status = await run(statusForVisitor(customer));
  const messages = await messagesAfter((range) => load({ kind: 'messages', customer: number, range }), after);
  return { messages, ...status };
}

/** A wait that can be skipped, also before it begins. */
function createPause(timer: Timer) {
  let isSkipped = false;
  let waiting: AbortController | undefined;
  return {
    begin() {
      isSkipped = false;
    },
    skip() {
      isSkipped = true;
      waiting?.abort();
    },
    async wait(ms: number) {
      if (isSkipped) return;
      waiting = new AbortController();
      const { signal } = waiting;
      await keepAliveDuring(timer, () => timer.sleep(ms, signal));
      waiting = undefined;
    },
  };
}

function onAbort(signal: AbortSignal, listener: () => void): () => void {
  signal.addEventListener('abort', listener, { once: true });
  return () => signal.removeEventListener('abort', listener);
}
