export interface PlainHead {
  readonly bytes: Buffer;
  /** Whether the body is chunked. */
  readonly isChunked: boolean;
}

type Header = readonly [name: string, value: string];

/** Headers about the end of the body, and about the connection, which ends with the response. */
const ofConnection: ReadonlySet<string> = new Set([
  'connection',
  'content-length',
  'keep-alive',
  'proxy-connection',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

const token = "[!#$%&'*+\\-.^_`|~\\w]+";
const headerLine = new RegExp(`^(${token})[ \\t]*:(.*)$`, 's');
const printable = '[\\t\\x20-\\x7e\\x80-\\xff]*';
const plainConnection = 'connection:[ \\t]*(?:close|keep-alive)';
const plainOther = `(?!(?:${[...ofConnection].join('|')}):)${token}:${printable}`;
const plainHeaders = `(?:(?:${plainConnection}|${plainOther})\\r\\n)*`;
const plainFraming = '(?:content-length:[ \\t]*\\d{1,15}|(transfer-encoding:[ \\t]*chunked))\\r\\n';

/** A head that every HTTP parser accepts, with at most one header about the end of the body. */
const alreadyPlain = new RegExp(
  `^HTTP/1\\.1 ([2-9]\\d\\d) ${printable}\\r\\n${plainHeaders}(?:${plainFraming}${plainHeaders})?\\r\\n`,
  'i',
);

/**
 * Recognizes a response that begins with a complete head that every HTTP parser accepts; most do.
 *
 * @returns The unchanged head; `undefined` for any other start, which needs `plainHead` or more bytes.
 * @spec SN41
 */
export function readPlainHead(
  response: Buffer,
  maxBytes: number,
): (PlainHead & { readonly status: number }) | undefined {
  const [head, status, chunked] = alreadyPlain.exec(response.toString('latin1', 0, maxBytes)) ?? [];
  if (head === undefined) return undefined;
  return { status: Number(status), bytes: response.subarray(0, head.length), isChunked: chunked !== undefined };
}

/**
 * Rewrites a complete head so that every HTTP parser accepts it: one header per line, without control characters and
 * malformed lines, and at most one header about the end of the body.
 *
 * @spec SN41
 */
export function plainHead(status: number, head: Buffer): PlainHead {
  const headers = readHeaders(head.toString('latin1'));
  const written = headers.filter(([name]) => !ofConnection.has(name.toLowerCase()));
  const framed = framing(headers);
  const lines = [...written, ...framed].map(([name, value]) => `${name}: ${value}\r\n`);
  return {
    bytes: Buffer.from(`HTTP/1.1 ${status} \r\n${lines.join('')}\r\n`, 'latin1'),
    isChunked: framed.some(([name]) => name === 'transfer-encoding'),
  };
}

function readHeaders(head: string): readonly Header[] {
  const unfolded = head.slice(head.indexOf('\n') + 1).replace(/\r?\n[ \t]+/g, ' ');
  return unfolded.split(/\r?\n/).flatMap((line): Header[] => {
    const [, name, value] = headerLine.exec(line) ?? [];
    if (name === undefined || value === undefined) return [];
    return [[name, value.replace(/[^\t\x20-\x7e\x80-\xff]/g, ' ').trim()]];
  });
}

/** Chunks win over a length, and the shortest length over others: a longer body may never arrive. */
function framing(headers: readonly Header[]): readonly Header[] {
  const encodings = listOf(headers, 'transfer-encoding').filter((each) => each !== 'identity');
  if (encodings.length > 0) return encodings.at(-1) === 'chunked' ? [['transfer-encoding', 'chunked']] : [];
  const lengths = listOf(headers, 'content-length').filter((each) => /^\d+$/.test(each));
  if (lengths.length === 0) return [];
  return [['content-length', String(Math.min(Number.MAX_SAFE_INTEGER, ...lengths.map(Number)))]];
}

function listOf(headers: readonly Header[], name: string): readonly string[] {
  const values = headers.filter((header) => header[0].toLowerCase() === name).flatMap(([, value]) => value.split(','));
  return values.map((value) => value.trim().toLowerCase()).filter((value) => value !== '');
}
