import { createHash, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { type InTurnOptions, inTurn } from './in-turn.ts';
import { readWebhook } from './read-webhook.ts';
import { recent } from './recent.ts';

export interface ReceiverOptions extends InTurnOptions {
  /** The token of the message hook. */
  readonly token: string;
  /** The end of the APIchat webhook's URL: letters, digits, `-` and `_`. */
  readonly secret: string;
  readonly maxBodyBytes?: number;
  /** Of messages that wait to be handed over. */
  readonly maxWaitingBytes?: number;
  /** Milliseconds for a whole request to arrive: less than the 10 seconds that the sender waits. */
  readonly requestTimeoutMs?: number;
  /** The number of messages among which duplicates are recognized. */
  readonly remembered?: number;
}

export function createReceiver(options: ReceiverOptions): { readonly server: Server; readonly close: () => void } {
  const { token, secret, maxBodyBytes = 2 ** 20, maxWaitingBytes = 2 ** 25, requestTimeoutMs = 5_000 } = options;
  const seen = recent<true>(options.remembered ?? 100_000);
  const work = inTurn(options);

  function refusalOf({ method, url = '', headers }: IncomingMessage): number | undefined {
    const path = url.replace(/\?.*$/s, '');
    if (path !== '/hooks' && !isSame(path, `/chat/${secret}`)) return 404;
    if (method !== 'POST') return 405;
    return path === '/hooks' && !isSame(headers.authorization ?? '', `Token ${token}`) ? 401 : undefined;
  }

  /** Answers with another status than 2xx only to get the message again. */
  async function take(request: IncomingMessage): Promise<number> {
    const refusal = refusalOf(request);
    const body = await readBody(request, refusal === undefined ? maxBodyBytes : 0);
    if (refusal !== undefined) return refusal;
    if (body === undefined) return 413;
    const message = readWebhook(body);
    if (message === undefined) return 400;
    if (seen.get(message.key)) return 204;
    if (work.waitingBytes() + message.bytes > maxWaitingBytes) return 503;
    // A receiver that must not lose messages stores them here, by key, before it answers.
    seen.set(message.key, true);
    work.add(message);
    return 204;
  }

  const limits = { requestTimeout: requestTimeoutMs, headersTimeout: requestTimeoutMs };
  const server = createServer({ ...limits, connectionsCheckingInterval: requestTimeoutMs / 5 }, (request, response) => {
    take(request).then(
      (status) => response.writeHead(status, status === 405 ? { allow: 'POST' } : {}).end(),
      () => response.writeHead(500).end(),
    );
  });
  return { server, close: () => void server.close() };
}

/** Compares in constant time. */
function isSame(a: string, b: string): boolean {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(a), digest(b));
}

/** Reads to the end but stores at most `maxBytes`: an interrupted sender may miss the response, and give up. */
async function readBody(request: IncomingMessage, maxBytes: number): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    size += chunk.length;
    if (size <= maxBytes) chunks.push(chunk);
    else chunks.length = 0;
  }
  return size <= maxBytes ? Buffer.concat(chunks) : undefined;
}
