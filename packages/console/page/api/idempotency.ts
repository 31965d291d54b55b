import { useRef } from 'preact/hooks';

/** A browser has `randomUUID` only for pages that came over TLS or from this machine. */
function randomKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/**
 * Gives the key under which a request takes effect once, however often it is sent.
 *
 * @returns The same key for as long as the body is the same and `renew` is not called.
 */
export function useIdempotencyKey(): { keyFor(body: unknown): string; renew(): void } {
  const last = useRef<{ readonly body: string; readonly key: string } | undefined>(undefined);
  return {
    keyFor(body) {
      const text = JSON.stringify(body) ?? '';
      if (last.current?.body !== text) last.current = { body: text, key: randomKey() };
      return last.current.key;
    },
    renew() {
      last.current = undefined;
    },
  };
}
