import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ServedRequest {
  readonly method: string;
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface ServedResponse {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** A fault in place of a response. `hangs`: after the head. `endless`: the body never ends. */
export type Trouble = ServedResponse | 'silent' | 'hangs' | 'endless' | 'drops';

export interface LocalServer {
  readonly origin: string;
  /** All requests so far. */
  readonly requests: readonly ServedRequest[];
  /** Makes the next `times` requests whose path matches fail; they have no effect. */
  fail(path: RegExp, trouble: Trouble, times?: number): void;
  close(): Promise<void>;
}

export async function startLocalServer(answer: (request: ServedRequest) => ServedResponse): Promise<LocalServer> {
  const requests: ServedRequest[] = [];
  const troubles: { readonly path: RegExp; readonly trouble: Trouble; left: number }[] = [];
  const server = createServer(async (incoming, response) => {
    const request = await readRequest(incoming);
    requests.push(request);
    const due = troubles.find(({ path, left }) => left > 0 && path.test(request.url.pathname));
    if (due === undefined) return write(response, answer(request));
    due.left -= 1;
    makeTrouble(response, due.trouble);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    fail(path, trouble, times = 1) {
      troubles.push({ path, trouble, left: times });
    },
    close: () => close(server),
  };
}

async function readRequest(incoming: IncomingMessage): Promise<ServedRequest> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk);
  return {
    method: incoming.method ?? '',
    url: new URL(incoming.url ?? '', `http://${incoming.headers.host}`),
    headers: Object.fromEntries(Object.entries(incoming.headers).map(([name, value]) => [name, String(value)])),
    body: Buffer.concat(chunks).toString('utf8'),
  };
}

function write(response: ServerResponse, { status, headers, body }: ServedResponse): void {
  response.writeHead(status, headers).end(body);
}

function makeTrouble(response: ServerResponse, trouble: Trouble): void {
  if (trouble === 'silent') return;
  if (trouble === 'drops') {
    response.destroy();
    return;
  }
  if (typeof trouble === 'object') {
    write(response, trouble);
    return;
  }
  response.writeHead(200, { 'content-type': 'application/json' }).write('{"');
  if (trouble === 'hangs') return;
  const more = (): void => {
    while (!response.destroyed && response.write('x'.repeat(65_536)));
  };
  response.on('drain', more);
  more();
}

async function close(server: Server): Promise<void> {
  server.closeAllConnections();
  server.close();
  await once(server, 'close');
}

export function jsonResponse(status: number, body: unknown): ServedResponse {
  return { status, headers: { 'content-type': 'application/json; charset=UTF-8' }, body: JSON.stringify(body) };
}
