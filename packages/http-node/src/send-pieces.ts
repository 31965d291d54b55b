import type { ServerResponse } from 'node:http';

/** A body on its way. */
export interface SentPieces {
  /** Bytes that were written to the response so far. */
  written(): number;
  /** Resolves when all was written: `true`, or when the client has gone or the body has failed: `false`. Never rejects. */
  readonly done: Promise<boolean>;
}

/**
 * Writes the pieces of a body, each when the connection has taken the one before. The source is left as soon as the client
 * has gone; where it fails, the connection is cut, so that what came before does not look whole. The response is not
 * ended.
 *
 * @spec HT61, HT65
 */
export function sendPieces(response: ServerResponse, body: AsyncIterable<string>): SentPieces {
  const pieces = body[Symbol.asyncIterator]();
  let written = 0;
  let wake: (() => void) | undefined;

  const leave = (): void => {
    wake?.();
    pieces.return?.().catch(() => {
      // Nobody waits for it.
    });
  };

  async function write(piece: string): Promise<void> {
    const bytes = Buffer.from(piece);
    written += bytes.length;
    if (response.write(bytes) || response.destroyed) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    wake = resolve;
    response.once('drain', resolve);
    await promise;
    response.off('drain', resolve);
  }

  async function writeAll(): Promise<boolean> {
    response.once('close', leave);
    try {
      for (;;) {
        const piece = await pieces.next();
        if (response.destroyed) return false;
        if (piece.done) return true;
        await write(piece.value);
        if (response.destroyed) return false;
      }
    } catch {
      response.destroy();
      return false;
    } finally {
      response.off('close', leave);
    }
  }

  return { written: () => written, done: writeAll() };
}
