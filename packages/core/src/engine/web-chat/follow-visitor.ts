import type { Message } from '../../domain/message/message.ts';
import { utf8Length } from '../../domain/text.ts';
import type { Clock, Timer } from '../../ports/clock.ts';
import type { MessageReader } from '../../ports/customer-store.ts';
import type { BrandReader } from '../../ports/storage.ts';
import { type ConversationPosition, statusForVisitor } from '../conversations/conversation-position.ts';
import type { EngineStorage } from '../events/engine-storage.ts';
import type { VisitorUpdates } from './visitor-updates.ts';
import { hasExpired, type WebVisitor } from './web-visitor.ts';

/** What is new in the conversation of a visitor. */
export interface VisitorNews {
  /** Oldest first, without a gap. Empty when only the status is new. */
  readonly messages: readonly Message[];
  /**
   * `working`: answers are on their way. `waiting`: the bot waits for the visitor. `with_agent`: a person has taken the
   * conversation over. `ended`: the next message begins it anew. `none`: it has not begun.
   */
  readonly status: ConversationPosition['status'];
}

export interface FollowOptions {
  /** Position of the last message that is known; 0: none is. */
  readonly after: number;
  /** Ends it. */
  readonly signal: AbortSignal;
}

export interface FollowDependencies {
  readonly storage: EngineStorage;
  readonly clock: Clock;
  readonly timer: Timer;
  readonly updates: VisitorUpdates;
}

/** Messages of a page, and bytes of their JSON; one message may be larger. */
const pageSize = 100;
const pageBytes = 131_072;

/** Messages that are read at first, when nothing is known of their length. */
const firstPart = 8;
/** How many times as many are read at once after that, where they were short. */
const partGrowth = 3;

/**
 * Milliseconds until the store is asked again, for what other processes did and for steps that say nothing: soon after
 * there was something new, and more and more rarely while there is not.
 */
const firstDelayMs = 100;
const longestDelayMs = 5_000;

/** @spec VI10, VI11, VI12, VI13 */
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
      await pause.wait(delayMs);
      delayMs = Math.min(delayMs * 2, longestDelayMs);
    }
  } finally {
    for (const end of ends) end();
  }
}

/** The status is read first, so that `waiting` never comes before the messages of the step that leaves it so. */
async function readNews(
  { storage, clock }: FollowDependencies,
  { brand, customer: number }: WebVisitor,
  after: number,
): Promise<VisitorNews | undefined> {
  const { conversations, customers, messages }: BrandReader = storage.reader(brand);
  const customer = await customers.find(number);
  if (customer === undefined || hasExpired(customer, clock)) return undefined;
  const status = await statusForVisitor(conversations, customer);
  return { messages: await messagesAfter(messages, number, after), status };
}

/**
 * The oldest messages after a position, at most a page of them. They are read in parts, as anybody can fill a page with
 * long ones.
 *
 * @spec VI1001
 */
async function messagesAfter(messages: MessageReader, customer: number, after: number): Promise<readonly Message[]> {
  const page: Message[] = [];
  let { total } = await messages.list(customer, { offset: 0, limit: 0 });
  let bytes = 0;
  let limit = firstPart;
  while (page.length < pageSize && total > after + page.length) {
    const part = await partAfter(messages, customer, { after: after + page.length, limit, total });
    if (part.items.length === 0) break;
    for (const message of part.items) {
      bytes += utf8Length(JSON.stringify(message));
      if (bytes > pageBytes && page.length > 0) return page;
      page.push(message);
    }
    ({ total } = part);
    const fitting = Math.ceil(((pageBytes - bytes) * page.length) / bytes);
    limit = Math.max(1, Math.min(limit * partGrowth, fitting, pageSize - page.length));
  }
  return page;
}

/** The oldest messages after a position, and how many there are in all. */
async function partAfter(
  messages: MessageReader,
  customer: number,
  { after, limit: wanted, total: known }: { readonly after: number; readonly limit: number; readonly total: number },
): Promise<{ readonly items: readonly Message[]; readonly total: number }> {
  let total = known;
  while (total > after) {
    const limit = Math.min(wanted, total - after);
    const page = await messages.list(customer, { offset: total - after - limit, limit });
    ({ total } = page);
    const items = page.items.filter(({ seq }) => seq > after).toReversed();
    if (items[0]?.seq === after + 1) return { items, total };
    // Messages came meanwhile, and moved the older ones in this list. A customer who was deleted has none.
  }
  return { items: [], total };
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
      await timer.sleep(ms, waiting.signal);
      waiting = undefined;
    },
  };
}

function onAbort(signal: AbortSignal, listener: () => void): () => void {
  signal.addEventListener('abort', listener, { once: true });
  return () => signal.removeEventListener('abort', listener);
}
