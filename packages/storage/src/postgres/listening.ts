import { setTimeout as wait } from 'node:timers/promises';
import type pg from 'pg';
import type { ClientPool } from './client.ts';

/**
 * Milliseconds before the first reconnection; each further failure doubles them, so that nodes do not crowd a starting
 * server.
 */
const firstPauseMs = 250;
const longestPauseMs = 5_000;
/** Milliseconds between two checks of the server. Without checks, a connection that a firewall dropped looks quiet. */
const checkedAfterMs = 30_000;
/** Milliseconds in which the server has to accept the connection or answer a check. */
const patienceMs = 10_000;
/** Milliseconds that ending the connection may take: an unreachable server does not answer. */
const farewellMs = 1_000;

export interface ListeningOptions {
  /** A name without quotation marks. */
  readonly channel: string;
  /** Called with the payload of each notification. */
  onNotification(payload: string): void;
  /** Called when the connection listens, for the first time or again. Earlier notifications are lost. */
  onListening(): void;
}

export interface Listening {
  /** Ends the connection. Calls nothing afterwards. */
  close(): Promise<void>;
}

/** Never fails: while it cannot listen, it calls nothing. */
export type Listen = (options: ListeningOptions) => Listening;

/** Listens with the `listen` of a pool. @spec PG22 */
export function listenWith(listen: NonNullable<ClientPool['listen']>): Listen {
  return ({ channel, onNotification, onListening }) => {
    let isClosed = false;
    const ending = listen(channel, (payload) => {
      if (!isClosed) onNotification(payload);
    }).then(
      (end) => {
        if (!isClosed) onListening();
        return end;
      },
      () => undefined,
    );
    return {
      async close() {
        isClosed = true;
        await (await ending)?.();
      },
    };
  };
}

/**
 * Listens on a channel with a separate connection of `pg`, and reconnects after each break.
 *
 * @param config - Options of the connection.
 * @spec PG22
 */
export function listen(config: pg.ClientConfig, { channel, onNotification, onListening }: ListeningOptions): Listening {
  const closing = new AbortController();
  const { signal } = closing;

  const pause = (ms: number): Promise<void> => wait(ms, undefined, { signal }).catch(() => undefined);

  /**
   * Resolves or rejects when the connection is unusable, or when `close` is called.
   *
   * @param onConnected - Called when it listens.
   */
  async function use(client: pg.Client, onConnected: () => void): Promise<void> {
    const over = Promise.withResolvers<'over'>();
    const isOver = () => over.resolve('over');
    client.on('error', isOver);
    client.on('end', isOver);
    signal.addEventListener('abort', isOver);
    client.on('notification', ({ payload }) => {
      if (!signal.aborted) onNotification(payload ?? '');
    });

    async function listenAndCheck(): Promise<void> {
      await client.connect();
      await client.query(`LISTEN "${channel}"`);
      if (signal.aborted) return;
      onConnected();
      while (!signal.aborted) {
        await pause(checkedAfterMs);
        await client.query({ text: 'SELECT 1', query_timeout: patienceMs } as pg.QueryConfig);
      }
    }

    const checking = listenAndCheck();
    // Continues until the end of the connection makes its statement fail.
    checking.catch(() => undefined);
    try {
      await Promise.race([over.promise, checking]);
    } finally {
      signal.removeEventListener('abort', isOver);
    }
  }

  async function run(): Promise<void> {
    const { default: driver } = await import('pg');
    let pauseMs = firstPauseMs;
    while (!signal.aborted) {
      const client = new driver.Client({ connectionTimeoutMillis: patienceMs, keepAlive: true, ...config });
      const connected = (): void => {
        pauseMs = firstPauseMs;
        onListening();
      };
      await use(client, connected).catch(() => undefined);
      await end(client);
      if (!signal.aborted) await pause(pauseMs);
      pauseMs = Math.min(2 * pauseMs, longestPauseMs);
    }
  }

  // Fails without the package `pg`: then it does not listen.
  const running = run().catch(() => undefined);
  return {
    async close() {
      closing.abort();
      await running;
    },
  };
}

async function end(client: pg.Client): Promise<void> {
  const ended = new AbortController();
  const tooLate = wait(farewellMs, undefined, { signal: ended.signal }).catch(() => undefined);
  await Promise.race([client.end().catch(() => undefined), tooLate]);
  ended.abort();
  // The rest of the connection does not keep the process alive; the types of `pg` lack the method.
  (client as pg.Client & { unref(): void }).unref();
}
