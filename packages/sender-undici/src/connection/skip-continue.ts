import type { Socket } from 'node:net';

const empty = Buffer.alloc(0);
const start = Buffer.from('HTTP/1.1 100');
const end = '\r\n\r\n';
/** undici's own limit for the head of a response. */
const longestHead = 16_384;

/**
 * Hides `100 Continue` from undici, which treats one that was not asked for as a broken response. Clients must skip it
 * (RFC 9110 §15.2), and some receivers send it unasked. undici itself skips the other informational responses.
 *
 * @spec SN5
 */
export function skipContinue(socket: Socket): void {
  const read = socket.read;
  let held: Buffer = empty;

  socket.read = () => {
    const chunk = read.call(socket) as Buffer | null;
    if (chunk === null) return null;
    held = withoutContinue(held.length === 0 ? chunk : Buffer.concat([held, chunk]));
    if (isUndecided(held)) return null;
    socket.read = read;
    return held;
  };
}

function withoutContinue(bytes: Buffer): Buffer {
  let rest = bytes;
  while (startsWithContinue(rest)) {
    const at = rest.indexOf(end);
    if (at === -1) return rest;
    rest = rest.subarray(at + end.length);
  }
  return rest;
}

/** Whether it may still turn out to be a `100 Continue` that is to be skipped. */
function isUndecided(bytes: Buffer): boolean {
  if (bytes.length < start.length) return start.subarray(0, bytes.length).equals(bytes);
  return startsWithContinue(bytes) && bytes.length < longestHead;
}

function startsWithContinue(bytes: Buffer): boolean {
  return bytes.length >= start.length && bytes.subarray(0, start.length).equals(start);
}
