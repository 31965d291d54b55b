import type { Socket } from 'node:net';
import fc from 'fast-check';
import { expect, it, onTestFinished } from 'vitest';
import { runs } from '../../../../scripts/depth.ts';
import { attempt, loopback, startSender } from '../../test/attempt.ts';
import { startReceiver } from '../../test/receiver.ts';
import { undiciRequester } from '../undici-requester.ts';

const piece = fc.oneof(
  fc.constantFrom(
    'HTTP/1.1 200 OK\r\n',
    'HTTP/1.1 100 Continue\r\n\r\n',
    'HTTP/1.1 103 Early\r\n\r\n',
    'HTTP/1.1 101 Switch\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n',
    'HTTP/1.0 500 No\r\n',
    'content-length: 5\r\n',
    'content-length: -1\r\n',
    'content-length: 5\n',
    'no colon\r\n',
    ' folded\r\n',
    '\n',
    'transfer-encoding: chunked\r\n',
    'connection: close\r\n',
    'connection: keep-alive\r\n',
    'x: y\r\n',
    '\r\n',
    '5\r\nhello\r\n',
    '0\r\n\r\n',
    '5\nhello\n',
    '0\n\n',
    'hello',
  ),
  fc.string({ unit: 'binary', maxLength: 8 }),
  fc.constant('x'.repeat(70_000)),
);
interface Script {
  readonly pieces: readonly string[];
  readonly isInPieces: boolean;
  readonly end: 'end' | 'destroy' | 'resetAndDestroy' | 'stay';
}

const script: fc.Arbitrary<Script> = fc.record({
  pieces: fc.array(piece, { maxLength: 8 }),
  isInPieces: fc.boolean(),
  end: fc.constantFrom<Script['end']>('end', 'destroy', 'resetAndDestroy', 'stay'),
});

async function play(socket: Socket, { pieces, isInPieces, end }: Script): Promise<void> {
  for (const bytes of isInPieces ? pieces : [pieces.join('')]) {
    if (bytes !== '') await new Promise<unknown>((written) => socket.write(bytes, 'latin1', written));
  }
  if (end !== 'stay') socket[end]();
}

it('[SN1][SN4][SN5] any response and any end of it gives an outcome, the same for both', {
  timeout: 60_000,
}, async () => {
  let current: Script = { pieces: [], isInPieces: false, end: 'end' };
  const receiver = await startReceiver({ onRequest: (socket) => void play(socket, current) });
  const sender = startSender();
  const requester = undiciRequester(loopback);
  onTestFinished(() => requester.close());
  const kinds = ['answered', 'failed'];

  await fc.assert(
    fc.asyncProperty(script, async (next) => {
      current = next;
      // If the receiver ends the connection, the outcome comes before any time-out, also on a busy machine.
      const timeoutMs = next.end === 'stay' ? 60 : 10_000;
      const sent = await sender.send(attempt(receiver.origin, { timeoutMs }));
      const read = await requester.request({
        method: 'GET',
        url: receiver.origin,
        headers: {},
        timeoutMs,
        maxBytes: 1_000,
      });
      expect(kinds).toContain(sent.kind);
      expect(kinds).toContain(read.kind);
      // The sender gets the same status as a full HTTP client that reads to the end.
      const isComparable = next.end !== 'stay' || sent.kind === 'answered';
      if (read.kind === 'answered' && isComparable) expect(sent).toEqual({ kind: 'answered', status: read.status });
    }),
    { seed: 20261121, numRuns: runs(60) },
  );
});
