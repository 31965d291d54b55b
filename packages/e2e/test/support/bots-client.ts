import { expect } from 'vitest';
import { tokens } from './callers.ts';
import { type Answer, type Contract, readContract } from './contract.ts';
import type { TestServer } from './start-server.ts';

export interface CallOptions {
  /** An agent token, or `'none'`; default: a token of `acme`. */
  readonly token?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON. */
  readonly body?: unknown;
  /** The body, sent unchanged. */
  readonly raw?: string | Uint8Array;
}

export interface CallAnswer extends Answer {
  /** The parsed body; `undefined` if it is not valid JSON. */
  readonly json: unknown;
  /** The member `data` of the body. */
  readonly data: unknown;
  /** The code of the refusal. */
  readonly code: string | undefined;
  /** The response without the headers that differ from call to call. */
  readonly bytes: string;
}

export interface Client {
  readonly server: TestServer;
  readonly contract: Contract;
  /** Calls the public base, and checks the response against the contract. */
  call(method: string, path: string, options?: CallOptions): Promise<CallAnswer>;
}

export async function connectClient(server: TestServer): Promise<Client> {
  const response = await fetch(`${server.url}/openapi.yml`, { headers: { authorization: `Token ${tokens.acme}` } });
  const { contract, check } = readContract(await response.text());

  return {
    server,
    contract,
    async call(method, path, options = {}) {
      const answer = await send(server.url, method, path, options);
      expect(check(method, path.split('?')[0] ?? '', answer), `${method} ${path} answered ${answer.text}`).toEqual([]);
      return answer;
    },
  };
}

/** Calls any base, without a check of the response. */
export async function send(base: string, method: string, path: string, options: CallOptions = {}): Promise<CallAnswer> {
  const { token = tokens.acme, body, raw } = options;
  const text = body === undefined ? raw : JSON.stringify(body);
  const response = await fetch(`${base}${path}`, {
    method,
    redirect: 'manual',
    headers: {
      ...(token !== 'none' && { authorization: `Token ${token}` }),
      ...(text !== undefined && { 'content-type': 'application/json' }),
      ...options.headers,
    },
    ...(text !== undefined && { body: text as string }),
  });
  return readAnswer(response);
}

async function readAnswer(response: Response): Promise<CallAnswer> {
  const { status, headers } = response;
  const text = await response.text();
  const json = headers.get('content-type') === 'application/json' && text !== '' ? JSON.parse(text) : undefined;
  const changing = new Set(['date', 'x-request-id']);
  const stable = [...headers].filter(([name]) => !changing.has(name));
  return {
    status,
    headers,
    text,
    json,
    data: json?.data,
    code: json?.error?.code,
    bytes: JSON.stringify([status, stable, text]),
  };
}
