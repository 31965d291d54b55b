/** How a body ends; a number is its length in bytes. */
export type BodyEnd = number | 'chunked' | 'until_close';

/** The head of an answer, as far as it has been received. */
export type ReadHead =
  | {
      readonly kind: 'incomplete';
      /** The bytes to read again, before those that follow. */
      readonly rest: Buffer;
    }
  /** It is no HTTP, too long, or switches to another protocol. */
  | { readonly kind: 'unreadable' }
  | {
      readonly kind: 'complete';
      readonly status: number;
      readonly body: BodyEnd;
      /** The bytes after the head. */
      readonly rest: Buffer;
    };

const maxBytes = 16_384;
const endOfHead = '\r\n\r\n';
const start = Buffer.from('HTTP/1.');
const statusLine = /^HTTP\/1\.[01] (\d{3})(?: [^\0\r\n]*)?$/;
const headerLine = /^([!#$%&'*+\-.^_`|~0-9A-Za-z]+):([^\0\r\n]*)$/;

/**
 * Reads the head of the answer to a `POST`, and skips the informational ones (1xx) that come before it.
 *
 * @spec SN4, SN5, SN11
 */
export function readHead(bytes: Buffer): ReadHead {
  for (let rest = bytes; ; ) {
    if (!startsLikeHttp(rest)) return { kind: 'unreadable' };
    const end = rest.indexOf(endOfHead);
    if (end > maxBytes || (end === -1 && rest.length > maxBytes)) return { kind: 'unreadable' };
    if (end === -1) return { kind: 'incomplete', rest };
    const head = parseHead(rest.toString('latin1', 0, end));
    if (head === undefined || head.status === 101) return { kind: 'unreadable' };
    rest = rest.subarray(end + endOfHead.length);
    if (head.status >= 200) return { kind: 'complete', ...head, rest };
  }
}

/** What is no HTTP is known by its first bytes: it may never have the empty line that ends a head. */
function startsLikeHttp(bytes: Buffer): boolean {
  const length = Math.min(bytes.length, start.length);
  return bytes.subarray(0, length).equals(start.subarray(0, length));
}

function parseHead(text: string): { readonly status: number; readonly body: BodyEnd } | undefined {
  const [first = '', ...lines] = text.split('\r\n');
  const status = Number(statusLine.exec(first)?.[1]);
  if (!(status >= 100)) return undefined;
  let body: BodyEnd = 'until_close';
  for (const line of lines) {
    const [, name, value = ''] = headerLine.exec(line) ?? [];
    if (name === undefined) return undefined;
    if (/^transfer-encoding$/i.test(name)) body = 'chunked';
    if (/^content-length$/i.test(name) && body === 'until_close') body = lengthOf(value);
  }
  return { status, body: status === 204 || status === 304 ? 0 : body };
}

/** A length that cannot be read matters only for when the connection is closed. */
function lengthOf(value: string): number | 'until_close' {
  return /^[ \t]*\d{1,15}[ \t]*$/.test(value) ? Number(value) : 'until_close';
}
