import type { IncomingMessage } from 'node:http';

export interface DiscardBounds {
  readonly maxBytes: number;
  readonly maxMs: number;
}

const defaultBounds: DiscardBounds = { maxBytes: 8 * 1_024 * 1_024, maxMs: 2_000 };

/**
 * Takes in what is left of a body that nobody read. A client that is still sending when the connection is cut
 * may never see its answer; one that sends without end is cut all the same. A body that came in whole is left alone.
 *
 * @param bounds - Default: 8 MiB and 2 seconds.
 * @spec HT50
 */
export function discardRest(request: IncomingMessage, bounds: Partial<DiscardBounds> = {}): void {
  if (request.complete) return;
  const { maxBytes, maxMs } = { ...defaultBounds, ...bounds };
  const cut = (): void => {
    request.destroy();
  };
  const timer = setTimeout(cut, maxMs);
  let left = maxBytes;

  request.on('error', () => {});
  request.on('close', () => clearTimeout(timer));
  request.on('data', (chunk: Uint8Array) => {
    left -= chunk.byteLength;
    if (left < 0) cut();
  });
  request.resume();
}
