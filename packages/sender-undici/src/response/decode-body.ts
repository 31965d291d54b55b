import { constants, createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';

/**
 * Undoes the `Content-Encoding` of a body: `gzip`, `deflate` and `br`, which some receivers send unasked. Leaves other
 * encodings unchanged.
 *
 * @param maxBytes - The limit of the decoded body.
 * @returns The decodable part of a malformed or truncated body; `undefined` for one that is too large.
 * @spec SN29, SN44
 */
export function decodeBody(
  body: Buffer,
  encoding: string | undefined,
  maxBytes: number,
): Promise<Buffer | undefined> | Buffer {
  const decoder = encoding === undefined ? undefined : openDecoder(encoding.trim().toLowerCase());
  if (decoder === undefined) return body;
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const finish = (): void => resolve(Buffer.concat(chunks));
    decoder.on('data', (chunk: Buffer) => {
      size += chunk.length;
      chunks.push(chunk);
      if (size <= maxBytes) return;
      resolve(undefined);
      decoder.destroy();
    });
    decoder.on('end', finish).on('error', finish);
    decoder.end(body);
  });
}

function openDecoder(encoding: string): ReturnType<typeof createGunzip | typeof createBrotliDecompress> | undefined {
  // These options decode a truncated body up to its end.
  const cutOff = { finishFlush: constants.Z_SYNC_FLUSH };
  switch (encoding) {
    case 'gzip':
    case 'x-gzip':
      return createGunzip(cutOff);
    case 'deflate':
      return createInflate(cutOff);
    case 'br':
      return createBrotliDecompress({ finishFlush: constants.BROTLI_OPERATION_FLUSH });
    default:
      return undefined;
  }
}
