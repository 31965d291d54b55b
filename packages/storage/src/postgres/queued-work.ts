import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { announcements, QueuedWork } from '@botwright/core/ports';
import type { Listen, Listening } from './listening.ts';
import { type Sql, sql } from './sql.ts';

/**
 * Milliseconds between two notifications of one node. The first notification goes out immediately; under load, the next
 * one includes all work queued since. Users do not notice the delay, and a busy node wakes another at most fifty times
 * a second.
 */
const gapMs = 20;
/**
 * Milliseconds between two notifications of a node with workers, which begin its own work immediately. Other nodes get
 * the notification after this time, and find the rest: an immediate look would come too late and cost time.
 */
const gapWithWorkersMs = 100;

/** Milliseconds between two notifications of announced records. The first one goes out immediately. */
const gapOfRecordsMs = 50;
/** The number of customers and brands in one notification, which PostgreSQL limits to 8,000 bytes. */
const mostNamed = 200;
const mostBytes = 7_900;

const kindsOfWork: ReadonlySet<string> = new Set(['deliveries', 'conversations']);
/** The word for every customer. */
const anyCustomer = 'customers';

/** The words for the records of a batch. @spec PG40 */
export function wordsOf({ events, customers, brands = [] }: ReturnType<ReturnType<typeof announcements>>): string[] {
  return [
    ...(events ? ['events'] : []),
    ...(customers === 'any' ? [anyCustomer] : (customers ?? []).map((number) => `customer:${number}`)),
    ...brands.map((brand) => `brand:${Buffer.from(brand).toString('base64url')}`),
  ];
}

const notify = (channel: string, payload: string) => sql`select pg_notify(${channel}, ${payload})`;

export interface QueuedWorkOptions {
  /** The name of the schema is also the name of the channel. */
  readonly schema: string;
  /** If absent, this node notices only its own work. */
  readonly listen: Listen | undefined;
  /** Whether it notifies other nodes. */
  readonly notifies: boolean;
}

/** Notifies the nodes on a schema of queued work and of announced records. */
export interface QueuedWorkSignals {
  /** Calls the listener for work of any node, until the returned function is called. */
  subscribe(listener: (work: QueuedWork) => void): () => void;
  /**
   * Notifies of the work of a committed transaction. Never rejects; a failed notification is lost.
   *
   * @param queued - Words of a notification.
   */
  committed(queued: ReadonlySet<string>, run: (statement: Sql) => Promise<unknown>): void;
  /** A statement that notifies every node, including this one, when its transaction commits. */
  withCommit(queued: ReadonlySet<string>): Sql | undefined;
  close(): Promise<void>;
}

/**
 * Sends notifications after the commit: a transaction with a NOTIFY holds a lock of the whole server during its commit,
 * so that others could not commit at the same time.
 *
 * @spec PG20, PG21, PG22, PG23, PG24, PG40
 */
export function queuedWorkSignals({ schema, listen, notifies }: QueuedWorkOptions): QueuedWorkSignals {
  const node = randomUUID();
  const listeners = new Set<(work: QueuedWork) => void>();
  const ending = new Set<Promise<void>>();
  const closing = new AbortController();
  let listening: Listening | undefined;

  function call(words: ReadonlySet<string>): void {
    const work = workOf(words);
    for (const listener of listeners) listener(work);
  }

  const pause = async (ms: number): Promise<void> => {
    if (ms > 0) await wait(ms, undefined, { signal: closing.signal }).catch(() => undefined);
  };

  /** Sends words together. @param gaps - Milliseconds before and after a notification. */
  function createSender(gaps: () => { readonly beforeMs: number; readonly afterMs: number }) {
    let waiting = new Set<string>();
    let sending: Promise<void> | undefined;

    async function send(run: (statement: Sql) => Promise<unknown>): Promise<void> {
      while (waiting.size > 0) {
        const { beforeMs, afterMs } = gaps();
        await pause(beforeMs);
        const payload = payloadOf(node, waiting);
        waiting = new Set();
        try {
          await run(notify(schema, payload));
        } catch {
          // Ignored: others find the work at their next poll.
        }
        await pause(afterMs);
      }
      sending = undefined;
    }

    return {
      add(word: string, run: (statement: Sql) => Promise<unknown>): void {
        waiting.add(word);
        sending ??= send(run);
      },
      settle: async () => sending,
    };
  }

  const ofWork = createSender(() =>
    listeners.size > 0 ? { beforeMs: gapWithWorkersMs, afterMs: 0 } : { beforeMs: 0, afterMs: gapMs },
  );
  const ofRecords = createSender(() => ({ beforeMs: 0, afterMs: gapOfRecordsMs }));

  function startListening(listen: Listen): Listening {
    return listen({
      channel: schema,
      onNotification(payload) {
        // Payloads of any release: unknown words are ignored.
        const [sender, ...words] = payload.split(' ');
        if (sender !== node) call(new Set(words));
      },
      onListening: () => call(new Set([...kindsOfWork, 'events', anyCustomer])),
    });
  }

  function stopListening(): void {
    const ended = listening?.close();
    listening = undefined;
    if (ended === undefined) return;
    ending.add(ended);
    void ended.then(() => ending.delete(ended));
  }

  return {
    subscribe(listener) {
      const own = (work: QueuedWork): void => listener(work);
      listeners.add(own);
      if (listen !== undefined && !closing.signal.aborted) listening ??= startListening(listen);
      return () => {
        listeners.delete(own);
        if (listeners.size === 0) stopListening();
      };
    },
    committed(queued, run) {
      if (queued.size === 0) return;
      call(queued);
      if (!notifies) return;
      for (const word of queued) (kindsOfWork.has(word) ? ofWork : ofRecords).add(word, run);
    },
    withCommit: (queued) => (queued.size > 0 && notifies ? notify(schema, payloadOf('', queued)) : undefined),
    async close() {
      listeners.clear();
      closing.abort();
      stopListening();
      await Promise.all([ofWork.settle(), ofRecords.settle(), ...ending]);
    },
  };
}

/** The name of the node, then the words. */
function payloadOf(sender: string, words: ReadonlySet<string>): string {
  const [named = [], general = []] = [true, false].map((isNamed) =>
    [...words].filter((word) => word.includes(':') === isNamed),
  );
  const payload = [sender, ...words].join(' ');
  if (named.length <= mostNamed && payload.length <= mostBytes) return payload;
  return [sender, ...general, anyCustomer].join(' ');
}

function workOf(words: ReadonlySet<string>): QueuedWork {
  const named = (form: RegExp) =>
    Array.from(words, (word) => form.exec(word)?.[1]).filter((name) => name !== undefined);
  const customers = named(/^customer:(\d{1,16})$/).map(Number);
  const brands = named(/^brand:([\w-]+)$/).map((name) => Buffer.from(name, 'base64url').toString());
  return {
    deliveries: words.has('deliveries'),
    conversations: words.has('conversations'),
    ...(words.has('events') && { events: true }),
    ...(words.has(anyCustomer) ? { customers: 'any' } : customers.length > 0 && { customers }),
    ...(brands.length > 0 && { brands }),
  };
}
