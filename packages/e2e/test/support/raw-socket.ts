import { connect, type Socket } from 'node:net';

export interface RawAnswer {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** A connection on which tests send bytes that no HTTP client would send. */
export interface RawConnection {
  readonly socket: Socket;
  send(data: string | Uint8Array): void;
  /** Waits for the next whole answer. Rejects when the connection ends before. */
  answer(options?: { readonly hasBody?: boolean }): Promise<RawAnswer>;
  /** Waits until the other side has ended or cut the connection. */
  closed(): Promise<void>;
}

export async function connectRaw(port: number): Promise<RawConnection> {
  const socket = connect(port, '127.0.0.1');
  await new Promise((resolve) => socket.once('connect', resolve));
  let received = Buffer.alloc(0);
  let isOver = false;
  let waiting: (() => void)[] = [];
  const change = (): Promise<void> =>
    new Promise((resolve) => {
      waiting.push(resolve);
    });
  const notify = (): void => {
    const woken = waiting;
    waiting = [];
    for (const wake of woken) wake();
  };

  socket.on('data', (chunk) => {
    received = Buffer.concat([received, chunk]);
    notify();
  });
  socket.on('error', () => {});
  socket.on('close', () => {
    isOver = true;
    notify();
  });

  return {
    socket,
    send: (data) => void socket.write(data),
    async answer({ hasBody = true } = {}) {
      for (;;) {
        const taken = takeAnswer(received, hasBody);
        if (taken !== undefined) {
          received = Buffer.from(received.subarray(taken.length));
          return taken.answer;
        }
        if (isOver) throw new Error(`The connection ended after ${JSON.stringify(received.toString('latin1'))}.`);
        await change();
      }
    },
    async closed() {
      socket.resume();
      while (!isOver) await change();
    },
  };
}

function takeAnswer(
  received: Buffer,
  hasBody: boolean,
): { readonly answer: RawAnswer; readonly length: number } | undefined {
  const end = received.indexOf('\r\n\r\n');
  if (end === -1) return undefined;
  const [start = '', ...lines] = received.subarray(0, end).toString('latin1').split('\r\n');
  const headers = Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
  );
  const status = Number(start.split(' ')[1]);
  const size = hasBody && status !== 204 && status !== 100 ? Number(headers['content-length'] ?? 0) : 0;
  const length = end + 4 + size;
  if (received.length < length) return undefined;
  return { answer: { status, headers, body: received.subarray(end + 4, length).toString() }, length };
}
