import { expect, it } from 'vitest';
import { createHeadReader } from './head-reader.ts';

function readAll(pieces: readonly string[]): {
  readonly status: number | undefined;
  readonly text: string | undefined;
} {
  const reader = createHeadReader();
  let text: string | undefined;
  for (const piece of pieces) {
    const head = reader.read(Buffer.from(piece, 'latin1'));
    text = head && Buffer.concat([head.bytes, head.rest]).toString('latin1');
  }
  return { status: reader.status, text };
}

it.each([
  ['without headers', 'HTTP/1.1 204 No Content\r\n\r\n'],
  ['with a body', 'HTTP/1.1 200 OK\r\nContent-Length: 5\r\nConnection: close\r\n\r\nhello'],
  ['in chunks', 'HTTP/1.1 500 No\r\nserver: \xe9\t!\r\nTransfer-Encoding: chunked\r\nx:\r\n\r\n2\r\n'],
])('[SN41] a head that every parser accepts stays as it is: %s', (_, response) => {
  expect(readAll([response])).toEqual({ status: Number(response.slice(9, 12)), text: response });
});

const plain = 'HTTP/1.1 200 \r\nx: y\r\n\r\n';
const ofLength = 'HTTP/1.1 200 \r\nx: y\r\ncontent-length: 5\r\n\r\n';

it.each([
  ['in pieces', ['HTTP/1.1 200 OK\r\nx: ', 'y\r\n\r', '\n'], plain],
  ['of an older version', ['HTTP/1.0 200 OK\r\nx: y\r\n\r\n'], plain],
  ['with bare line feeds', ['HTTP/1.1 200 OK\nx: y\n\n'], plain],
  ['with a line that is no header', ['HTTP/1.1 200 OK\r\nno header\r\nx: y\r\n\r\n'], plain],
  ['with a space before a colon', ['HTTP/1.1 200 OK\r\nx : y\r\n\r\n'], plain],
  ['with a control character', ['HTTP/1.1 200 OK\r\nx: \0y\r\n\r\n'], plain],
  ['with a bare carriage return', ['HTTP/1.1 200 OK\r\nx: \ry\r\n\r\n'], plain],
  ['with a change of protocol', ['HTTP/1.1 200 OK\r\nUpgrade: h2c\r\nConnection: upgrade\r\nx: y\r\n\r\n'], plain],
  ['with two lengths', ['HTTP/1.1 200 OK\r\nContent-Length: 5\r\nx: y\r\ncontent-length: 9\r\n\r\n'], ofLength],
  ['with a list of lengths', ['HTTP/1.1 200 OK\r\nx: y\r\nContent-Length: 5, 5\r\n\r\n'], ofLength],
  ['with a length below zero', ['HTTP/1.1 200 OK\r\nx: y\r\nContent-Length: -5\r\n\r\n'], plain],
  [
    'with a length and chunks',
    ['HTTP/1.1 200 OK\r\nx: y\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n'],
    'HTTP/1.1 200 \r\nx: y\r\ntransfer-encoding: chunked\r\n\r\n',
  ],
  ['after an informational response', ['HTTP/1.1 103 Early\r\nx: z\r\n\r\nHTTP/1.1 200 OK\r\nx: y\r\n\r\n'], plain],
])('[SN41] any other head is written anew: %s', (_, pieces, text) => {
  expect(readAll(pieces)).toEqual({ status: 200, text });
});

it('[SN40] a head in one piece may have 16 KiB', () => {
  const head = (bytes: number): string => `HTTP/1.1 200 OK\r\nx: ${'y'.repeat(bytes - 24)}\r\n\r\n`;
  expect(readAll([`${head(16_384)}body`])).toEqual({ status: 200, text: `${head(16_384)}body` });
  expect(() => readAll([`${head(16_385)}body`])).toThrow(RangeError);
});
