import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

interface RequestBody {
  readonly response_format?: { readonly json_schema: { readonly schema: unknown } };
  readonly tools?: unknown;
}

/** A server of OpenAI's chat completions on loopback, until the end of the test. */
export async function startFakeModel(answer: (response: ServerResponse) => unknown) {
  const requests: {
    readonly headers: IncomingMessage['headers'];
    readonly path: string;
    readonly body: RequestBody;
  }[] = [];
  const server = createServer(async (request, response) => {
    let text = '';
    for await (const part of request.setEncoding('utf8')) text += part;
    requests.push({ headers: request.headers, path: request.url ?? '', body: JSON.parse(text) });
    await answer(response);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { baseURL: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`, requests };
}

export const usage = { prompt_tokens: 11, completion_tokens: 7 };

/** The events of an answer. Each delta is one event. */
export function events(deltas: readonly object[], end: object | null = { finish_reason: 'stop' }): string[] {
  const chunk = (choice: object, more: object = {}): string =>
    `data: ${JSON.stringify({ id: 'x', created: 1, model: 'm', choices: [{ index: 0, ...choice }], ...more })}\n\n`;
  return [
    ...deltas.map((delta) => chunk({ delta })),
    ...(end === null ? [] : [chunk({ delta: {}, ...end }, { usage }), 'data: [DONE]\n\n']),
  ];
}

export const text = (...parts: readonly string[]): object[] => parts.map((content) => ({ content }));

export function sendEvents(...given: Parameters<typeof events>) {
  return (response: ServerResponse): void => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    for (const event of events(...given)) response.write(event);
    response.end();
  };
}
