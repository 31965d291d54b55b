import { Agent, createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';

/** Milliseconds between messages, answered or not: by waiting for answers, few slow ones would be measured. */
const everyMs = 100;
const visitors = 10;

/** Where the neighbour's server is, and how to write to it. */
export interface NeighbourServer {
  readonly chatUrl: string;
  readonly channelToken: string;
}

/** Another brand: visitors who write to its bot, and a receiver of its webhooks. */
export interface Neighbour {
  /** Gets the answers of the bot at `/chat`, the deliveries of hooks at `/hook`. */
  readonly receiverUrl: string;
  /** Writes to another server from now on. Resolves when all visitors have a conversation there. */
  follow(server: NeighbourServer): Promise<void>;
  /** Stops writing. */
  leave(): void;
  begin(): void;
  /**
   * @returns Milliseconds from each message since `begin` to the bot's answer, and to the hook's delivery of it; for
   * missing ones, the time until now.
   */
  times(): { readonly replies: readonly number[]; readonly hooks: readonly number[] };
}

interface Sample {
  readonly sentAt: number;
  repliedAt?: number;
  hookedAt?: number;
}

interface Arrived {
  readonly messages: readonly [{ readonly message: unknown; readonly data: { readonly body?: unknown } }];
}

export async function startNeighbour(): Promise<Neighbour> {
  let samples = new Map<string, Sample>();
  let greeted = 0;
  let count = 0;
  let run = 0;
  const agent = new Agent({ keepAlive: true, maxSockets: 20 });

  const receiver = createServer(async (incoming, response) => {
    try {
      const { messages } = (await json(incoming)) as Arrived;
      take(incoming.url ?? '', String(messages[0].message ?? messages[0].data.body));
    } catch {
      // The sender died while it sent the body.
    }
    response.end();
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));

  function take(path: string, text: string): void {
    const now = performance.now();
    if (path === '/chat' && text === 'Say something.') greeted += 1;
    const replied = path === '/chat' ? samples.get(text.replace('You said ', '')) : undefined;
    if (replied !== undefined) replied.repliedAt ??= now;
    const hooked = path === '/hook' ? samples.get(text) : undefined;
    if (hooked !== undefined) hooked.hookedAt ??= now;
  }

  function say({ chatUrl, channelToken }: NeighbourServer, visitor: string, text: string): void {
    const sent = request(`${chatUrl}send/${visitor}/`, {
      agent,
      method: 'POST',
      headers: { authorization: `Token ${channelToken}`, 'content-type': 'application/json' },
    });
    sent.on('response', (response) => response.resume());
    sent.on('error', () => {});
    sent.end(JSON.stringify({ message: { type: 'text', message: text } }));
  }

  async function writeOn(server: NeighbourServer, current: number): Promise<void> {
    while (run === current) {
      const text = `word ${count}`;
      samples.set(text, { sentAt: performance.now() });
      say(server, `n${run}-${count % visitors}`, text);
      count += 1;
      await pause(everyMs);
    }
  }

  return {
    receiverUrl: `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`,
    async follow(server) {
      run += 1;
      greeted = 0;
      for (let visitor = 0; visitor < visitors; visitor += 1) say(server, `n${run}-${visitor}`, 'hello');
      while (greeted < visitors) await pause(10);
      samples = new Map();
      void writeOn(server, run);
    },
    leave() {
      run += 1;
    },
    begin() {
      samples = new Map();
    },
    times() {
      const now = performance.now();
      const all = [...samples.values()];
      return {
        replies: all.map(({ sentAt, repliedAt = now }) => repliedAt - sentAt),
        hooks: all.map(({ sentAt, hookedAt = now }) => hookedAt - sentAt),
      };
    },
  };
}
