import { useRef } from 'preact/hooks';

/** A browser has `randomUUID` only for pages from TLS or from this machine. */
function randomKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/**
 * Returns the idempotency key of a request.
 *
 * @returns The same key until the body changes or `renew` is called.
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
