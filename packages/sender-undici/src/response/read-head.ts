import type { Socket } from 'node:net';
import { createChunkReader } from './chunk-reader.ts';
import { createHeadReader, type HeadReader } from './head-reader.ts';

/** The longest head that parsers get: a reader lets through 16 KiB, which grow when their lines are written anew. */
export const maxPlainHead = 65_536;

/**
 * Puts a reader of heads before whatever reads the next response from a connection: that gets no informational
 * responses, and a head and chunks that every parser accepts. A response that exceeds the bounds of the reader, or is
 * no HTTP, ends the connection.
 *
 * @param opensTunnel - It has no body, whatever its head says: what follows belongs to the tunnel.
 * @returns Knows the status as soon as it arrived, also when no parser ever gets it.
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

  /** Puts a reader of chunks before what comes after the head. */
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
      // As if the stream had room: it is the reader that holds the bytes.
      return bytes === undefined ? !socket.destroyed : push.call(socket, bytes);
    };
  }
  pushThrough(read);
  const early = socket.read() as Buffer | null;
  const bytes = early === null ? undefined : read(early);
  if (bytes !== undefined) socket.unshift(bytes);
  return reader;
}
