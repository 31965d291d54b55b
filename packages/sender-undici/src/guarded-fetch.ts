import { Agent, fetch } from 'undici';
import type { Transport } from './transport/transport.ts';

/** Milliseconds of a look-up, a connection and TLS. */
const connectMs = 10_000;

/**
 * Makes a `fetch` whose every connection, also after a redirect, passes the guard of the transport.
 *
 * @spec AS8
 */
export function guardedFetch(transport: Pick<Transport, 'open'>): {
  readonly fetch: typeof globalThis.fetch;
  close(): Promise<void>;
} {
  const agent = new Agent({
    allowH2: false,
    connect({ protocol, host }, callback) {
      void transport.open(`${protocol}//${host}`, connectMs).then((opened) => {
        if (opened.kind === 'open') callback(null, opened.socket);
        else callback(new Error(`No connection: ${opened.reason}.`), null);
      });
    },
  });
  // undici declares the types of its own fetch.
  const guarded = (input: unknown, init?: object) => fetch(input as string, { ...init, dispatcher: agent });
  return { fetch: guarded as unknown as typeof globalThis.fetch, close: () => agent.destroy() };
}
