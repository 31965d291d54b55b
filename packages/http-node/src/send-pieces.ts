import type { ServerResponse } from 'node:http';

/** A body that is being sent. */
export interface SentPieces {
  /** Bytes written to the response so far. */
  written(): number;
  /**
   * Resolves with `true` when all was written, and with `false` when the client has disconnected or the body has
   * failed. Never rejects.
   */
  readonly done: Promise<boolean>;
}

/**
 * Writes the pieces of a body, each after the connection has taken the previous one. Leaves the source when the client
 * disconnects. If the source fails, cuts the connection, so that the truncated body does not look whole. Does not end
 * the response.
 *
 * @spec HT61, HT65
 */
export function sendPieces(response: ServerResponse, body: AsyncIterable<string | Uint8Array>): SentPieces {
  const pieces = body[Symbol.asyncIterator]();
  let written = 0;
  let wake: (() => void) | undefined;

  const leave = (): void => {
    wake?.();
    pieces.return?.().catch(() => {
      // No caller awaits it.
    });
  };

  async function write(piece: string | Uint8Array): Promise<void> {
    const bytes = typeof piece === 'string' ? Buffer.from(piece) : piece;
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
