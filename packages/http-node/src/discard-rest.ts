import type { IncomingMessage } from 'node:http';

export interface DiscardBounds {
  readonly maxBytes: number;
  readonly maxMs: number;
}

/**
 * Takes in what is left of a body that nobody read. A client that is still sending when the connection is cut
 * may never see its answer; one that sends without end is cut all the same.
 *
 * @spec HT50
 */
export function discardRest(request: IncomingMessage, { maxBytes, maxMs }: DiscardBounds): void {
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
