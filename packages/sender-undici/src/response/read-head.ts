import type { Socket } from 'node:net';
import { createChunkReader } from './chunk-reader.ts';
import { createHeadReader, type HeadReader } from './head-reader.ts';

/** The longest head for parsers: a reader accepts 16 KiB, and rewriting lines makes them longer. */
export const maxPlainHead = 65_536;

/**
 * Puts a reader of heads before the parser of the next response on a connection: the parser gets no informational
 * responses, and a head and chunks that every parser accepts. A response that exceeds the bounds of the reader, or is
 * not HTTP, ends the connection.
 *
 * @param opensTunnel - The response has no body, even if its head declares one: the next bytes belong to the tunnel.
 * @returns Has the status when it arrives, even if no parser gets it.
 * @spec SN5, SN40, SN41, SN45
 */
export function readHead(socket: Socket, opensTunnel = false): Pick<HeadReader, 'status'> {
  const reader = createHeadReader();
  const { push } = socket;
  const done = (): void => {
    socket.push = push;
  };
  const read = (chunk: Buffer): Buffer | undefined => {
    try {
      const head = reader.read(chunk);
      if (head === undefined) return undefined;
      done();
      return Buffer.concat([head.bytes, head.isChunked && !opensTunnel ? readChunks(head.rest) : head.rest]);
    } catch (error) {
      done();
      socket.destroy(error as Error);
      return undefined;
    }
  };

  /** Puts a reader of chunks before the parser of the body. */
  const readChunks = (rest: Buffer): Buffer => {
    const chunks = createChunkReader();
    pushThrough((bytes) => {
      const plain = chunks.read(bytes);
      return plain.length === 0 ? undefined : plain;
    });
    return chunks.read(rest);
  };
  function pushThrough(change: (chunk: Buffer) => Buffer | undefined): void {
    socket.push = (chunk: Buffer | null) => {
      if (chunk === null) return push.call(socket, null);
      const bytes = change(chunk);
      // As if the stream had room: the reader holds the bytes.
      return bytes === undefined ? !socket.destroyed : push.call(socket, bytes);
    };
  }
  pushThrough(read);
  const early = socket.read() as Buffer | null;
  const bytes = early === null ? undefined : read(early);
  if (bytes !== undefined) socket.unshift(bytes);
  return reader;
}
