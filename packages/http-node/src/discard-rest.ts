import type { IncomingMessage } from 'node:http';

/** How much of a body that nobody reads is taken in after the answer. */
export interface DiscardBounds {
  /** Bytes of one request; default 128 MiB. */
  readonly maxBytes: number;
  /** Milliseconds in which nothing comes; default 5,000. */
  readonly maxSilenceMs: number;
  /** Milliseconds in all; default 30,000. */
  readonly maxMs: number;
  /** Requests at once, of one listener; default 100. */
  readonly maxAtOnce: number;
}

export const defaultDiscardBounds: DiscardBounds = {
  maxBytes: 128 * 1_024 * 1_024,
  maxSilenceMs: 5_000,
  maxMs: 30_000,
  maxAtOnce: 100,
};

/** Takes in what is left of bodies, within bounds. */
export interface RestDiscarder {
  /** Whether one more request would be taken. */
  readonly hasRoom: boolean;
  /**
   * @returns Settles with `whole` when the body has come in to its end, with `gone` when the client went away before,
   *   and with `cut` when a bound was reached; it is the caller who then ends the connection.
   */
  discard(request: IncomingMessage): Promise<'whole' | 'gone' | 'cut'>;
}

/**
 * A client that is still sending when its connection is closed gets a reset, which may take an answer away that it
 * had received and not read. So what it sends is read, and thrown away, until it is done.
 *
 * @spec HT50
 */
export function restDiscarder(bounds: Partial<DiscardBounds> = {}): RestDiscarder {
  const { maxBytes, maxSilenceMs, maxMs, maxAtOnce } = { ...defaultDiscardBounds, ...bounds };
  let underWay = 0;

  return {
    get hasRoom() {
      return underWay < maxAtOnce;
    },
    discard(request) {
      if (request.complete) return Promise.resolve('whole');
      if (request.destroyed) return Promise.resolve('gone');
      underWay += 1;
      return discardWithin(request, { maxBytes, maxSilenceMs, maxMs }).finally(() => {
        underWay -= 1;
      });
    },
  };
}

function discardWithin(
  request: IncomingMessage,
  { maxBytes, maxSilenceMs, maxMs }: Omit<DiscardBounds, 'maxAtOnce'>,
): ReturnType<RestDiscarder['discard']> {
  const { promise, resolve } = Promise.withResolvers<'whole' | 'gone' | 'cut'>();
  const cut = (): void => resolve('cut');
  const inAll = setTimeout(cut, maxMs);
  const silence = setTimeout(cut, maxSilenceMs);
  let left = maxBytes;

  function take(chunk: Uint8Array | string): void {
    silence.refresh();
    left -= chunk.length;
    if (left < 0) cut();
  }

  // Whoever waits to be asked for the body, as `continueOnRead` does, is not: this is no reading.
  request.removeAllListeners('newListener');
  request.on('error', ignore);
  request.once('end', () => resolve('whole'));
  request.once('close', () => resolve('gone'));
  request.on('data', take);
  request.resume();
  return promise.finally(() => {
    clearTimeout(inAll);
    clearTimeout(silence);
    request.off('data', take);
    if (!request.readableEnded) request.pause();
  });
}

function ignore(): void {}
