import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { QueuedWork } from '@botwright/core/ports';
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

type Kind = keyof QueuedWork;
const kinds = ['deliveries', 'conversations'] as const satisfies readonly Kind[];

const notify = (channel: string, payload: string) => sql`select pg_notify(${channel}, ${payload})`;

export interface QueuedWorkOptions {
  /** The name of the schema is also the name of the channel. */
  readonly schema: string;
  /** If absent, this node notices only its own work. */
  readonly listen: Listen | undefined;
  /** Whether it notifies other nodes. */
  readonly notifies: boolean;
}

/** Notifies the nodes on a schema of queued work. */
export interface QueuedWorkSignals {
  /** Calls the listener for work that any node has queued, until the returned function is called. */
  subscribe(listener: (work: QueuedWork) => void): () => void;
  /** Notifies of the work of a committed transaction. Never rejects; a failed notification is lost. */
  committed(queued: ReadonlySet<Kind>, run: (statement: Sql) => Promise<unknown>): void;
  /** A statement that notifies every node, including this one, when its transaction commits. */
  withCommit(queued: ReadonlySet<Kind>): Sql | undefined;
  close(): Promise<void>;
}

/**
 * Sends notifications after the commit: a transaction with a NOTIFY holds a lock of the whole server during its commit,
 * so that others could not commit at the same time.
 *
 * @spec PG20, PG21, PG22, PG23, PG24
 */
export function queuedWorkSignals({ schema, listen, notifies }: QueuedWorkOptions): QueuedWorkSignals {
  const node = randomUUID();
  const listeners = new Set<(work: QueuedWork) => void>();
  const ending = new Set<Promise<void>>();
  const closing = new AbortController();
  let listening: Listening | undefined;
  let waiting = new Set<Kind>();
  let sending: Promise<void> | undefined;

  function call(queued: ReadonlySet<string>): void {
    const work = { deliveries: queued.has('deliveries'), conversations: queued.has('conversations') };
    for (const listener of listeners) listener(work);
  }

  const pause = (ms: number): Promise<void> => wait(ms, undefined, { signal: closing.signal }).catch(() => undefined);

  async function send(run: (statement: Sql) => Promise<unknown>): Promise<void> {
    while (waiting.size > 0) {
      if (listeners.size > 0) await pause(gapWithWorkersMs);
      const payload = payloadOf(node, waiting);
      waiting = new Set();
      try {
        await run(notify(schema, payload));
      } catch {
        // Ignored: workers find the work at their next poll.
      }
      if (listeners.size === 0) await pause(gapMs);
    }
    sending = undefined;
  }

  function startListening(listen: Listen): Listening {
    return listen({
      channel: schema,
      onNotification(payload) {
        const { sender, queued } = readPayload(payload);
        if (sender !== node) call(queued);
      },
      onListening: () => call(new Set(kinds)),
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
      for (const kind of queued) waiting.add(kind);
      sending ??= send(run);
    },
    withCommit: (queued) => (queued.size > 0 && notifies ? notify(schema, payloadOf('', queued)) : undefined),
    async close() {
      listeners.clear();
      closing.abort();
      stopListening();
      await Promise.all([sending, ...ending]);
    },
  };
}

/** The name of the node, then the kinds of work. */
function payloadOf(sender: string, queued: ReadonlySet<Kind>): string {
  return [sender, ...queued].join(' ');
}

/** Reads payloads of any release, and ignores unknown kinds. */
function readPayload(payload: string): { readonly sender: string; readonly queued: ReadonlySet<string> } {
  const [sender = '', ...queued] = payload.split(' ');
  return { sender, queued: new Set(queued) };
}
