import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readHead } from './read-head.ts';

const read = (text: string) => readHead(Buffer.from(text, 'latin1'));

describe('the head of an answer', () => {
  it.for<[string, number, number | string, string]>([
    ['HTTP/1.1 200 OK\r\ncontent-length: 5\r\n\r\nhello', 200, 5, 'hello'],
    ['HTTP/1.0 500\r\n\r\n', 500, 'until_close', ''],
    ['HTTP/1.1 202 \r\nTransfer-Encoding: chunked\r\nContent-Length: 7\r\n\r\n', 202, 'chunked', ''],
    ['HTTP/1.1 202 \r\nContent-Length: 7\r\ntransfer-encoding: chunked\r\n\r\n', 202, 'chunked', ''],
    ['HTTP/1.1 204 No\r\ncontent-length: 9\r\n\r\n', 204, 0, ''],
    ['HTTP/1.1 304 Not\r\n\r\n', 304, 0, ''],
    ['HTTP/1.1 200 OK\r\ncontent-length: -1\r\n\r\n', 200, 'until_close', ''],
    ['HTTP/1.1 200 caf\u00e9\r\nx:\r\ny: \t\u00e9 \r\n\r\n', 200, 'until_close', ''],
    ['HTTP/1.1 100 C\r\n\r\nHTTP/1.1 103 E\r\nlink: a\r\n\r\nHTTP/1.1 999 X\r\n\r\n', 999, 'until_close', ''],
  ])('[SN4][SN5] %j has the status %i', ([text, status, body, rest]) => {
    const head = read(text);
    expect(head).toMatchObject({ kind: 'complete', status, body });
    expect(head.kind === 'complete' && head.rest.toString()).toBe(rest);
  });

  it.for([
    'SSH-2.0',
    'h',
    'HTTP/2',
    'HTTP/1.2 200 OK\r\n\r\n',
    'HTTP/1.1  200 OK\r\n\r\n',
    'HTTP/1.1 20 OK\r\n\r\n',
    'HTTP/1.1 099 OK\r\n\r\n',
    'HTTP/1.1 2000 OK\r\n\r\n',
    'HTTP/1.1 200 O\0K\r\n\r\n',
    'HTTP/1.1 200 OK\nx: y\r\n\r\n',
    'HTTP/1.1 200 OK\r\nno colon\r\n\r\n',
    'HTTP/1.1 200 OK\r\nx y: z\r\n\r\n',
    'HTTP/1.1 200 OK\r\n: z\r\n\r\n',
    'HTTP/1.1 200 OK\r\n folded: z\r\n\r\n',
    'HTTP/1.1 200 OK\r\nx: a\rb\r\n\r\n',
    'HTTP/1.1 101 Switching\r\nupgrade: x\r\n\r\nHTTP/1.1 200 OK\r\n\r\n',
    `HTTP/1.1 200 OK\r\nx: ${'y'.repeat(16_384)}\r\n\r\n`,
    `HTTP/1.1 200 OK\r\nx: ${'y'.repeat(16_384)}`,
  ])('[SN11] %j cannot be read', (text) => {
    expect(read(text)).toEqual({ kind: 'unreadable' });
  });

  it('[SN4][SN5] in any pieces is read as in one, and no byte of an informational answer is kept', () => {
    const line = fc.constantFrom('HTTP/1.1 200 OK\r\nx: y\r\n\r\n', 'HTTP/1.1 102 P\r\n\r\n', 'body', '\r\n', 'HTTP');
    const pieces = fc.array(fc.nat(40), { maxLength: 12 });
    fc.assert(
      fc.property(fc.array(line, { maxLength: 5 }), pieces, (lines, lengths) => {
        const whole = Buffer.from(lines.join(''));
        let [at, result] = [0, readHead(Buffer.alloc(0))];
        for (const length of [...lengths, whole.length]) {
          if (result.kind !== 'incomplete') break;
          result = readHead(Buffer.concat([result.rest, whole.subarray(at, at + length)]));
          at += length;
          if (result.kind === 'incomplete') expect(result.rest.indexOf(' 102 ')).toBeOneOf([-1, 8]);
        }
        const expected = readHead(whole);
        expect(result.kind).toBe(expected.kind);
        if (result.kind === 'complete' && expected.kind === 'complete') expect(result.status).toBe(expected.status);
      }),
      { seed: 20261123, numRuns: 500 },
    );
  });
});
