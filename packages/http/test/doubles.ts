import type { Channel, Customer, MessageHook, Principal } from '@botwright/core';
import type { Message } from '@botwright/core/conversation';
import type { ChannelCaller, SliceInParts } from '@botwright/core/front';
import { memoryStorage } from '@botwright/core/memory';
import { type SimulatedClock, simulatedClock } from '@botwright/core/testing';
import type { ChatEngine } from '../src/chat/chat-api.ts';
import { type HttpApi, type TextResponse, textResponse } from '../src/index.ts';
import type { PlatformEngine } from '../src/platform/platform-api.ts';

export const agentToken = 'agent-token-000001';
export const channelToken = 'channel-token-000001';
export const publicUrl = 'https://api.acme.test/v1/';

export const channel: Channel = {
  number: 4,
  id: '00000000-0000-4000-8000-000000000004',
  name: 'CRM',
  type: 'apichat',
  workspace: 1,
  active: true,
  createdAt: 1_790_000_000_500,
};

export const customer: Customer = {
  number: 31,
  channelNumber: 4,
  token: 'ann@crm',
  name: 'Ann',
  email: '',
  phone: '',
  archived: false,
  blocked: false,
  optIn: true,
  registerDate: 1_790_000_000_000,
  unread: 0,
  lastSeq: 1,
  fields: { city: { type: 'string', value: 'Vigo' } },
};

export const message: Message = {
  uuid: '00000000-0000-4000-8000-0000000000aa',
  seq: 1,
  type: 'text',
  data: { body: 'Hello' },
  sender: { id: 7, name: 'Sam', type: 'agent' },
  at: 1_790_000_001_250,
};

export const hook: MessageHook = {
  number: 9,
  channelNumber: 4,
  url: 'https://crm.acme.test/in?key=1',
  token: 'secret',
  name: 'CRM',
  order: 'customer',
  active: true,
  createdAt: 1_790_000_000_000,
  updatedAt: 1_790_000_002_000,
};

export interface Doubles {
  readonly engine: PlatformEngine & ChatEngine;
  readonly clock: SimulatedClock;
  /** Name and arguments of every call of a use-case. */
  readonly calls: readonly (readonly [string, ...unknown[]])[];
  /** Makes the following calls of use-cases reject with this error. */
  failWith(error: unknown): void;
}

/** Makes a stand-in for an engine: it has one record of each kind and two tokens, and records its calls. */
export function doubles(): Doubles {
  const calls: (readonly [string, ...unknown[]])[] = [];
  let failure: unknown;

  function answering<TArgs extends readonly unknown[], T>(name: string, answer: T): (...args: TArgs) => Promise<T> {
    return async (...args) => {
      calls.push([name, ...args]);
      if (failure !== undefined) throw failure;
      return answer;
    };
  }

  const one = <T>(item: T) => ({ items: [item], total: 1 });
  const inParts = <T>(slice: { readonly items: readonly T[]; readonly total: number }): SliceInParts<T> => ({
    ...slice,
    isWhole: true,
    rest: (async function* () {})(),
  });
  const channels = { list: answering('channels.list', one(channel)), get: answering('channels.get', channel) };
  const actions = [
    'archive',
    'unarchive',
    'block',
    'unblock',
    'optIn',
    'optOut',
    'assign',
    'assignBot',
    'unassign',
  ] as const;
  const engine: PlatformEngine & ChatEngine = {
    rateLimiter: memoryStorage().rateLimiter,
    authenticate: async (token): Promise<Principal | undefined> =>
      token === agentToken ? { brand: 'acme', person: 7, workspaces: [1], permissions: [] } : undefined,
    as: () => ({
      channels,
      customers: {
        ...(Object.fromEntries(actions.map((name) => [name, answering(`customers.${name}`, customer)])) as Record<
          (typeof actions)[number],
          () => Promise<Customer>
        >),
        list: answering('customers.list', one(customer)),
        listInParts: answering('customers.list', inParts(one(customer))),
        get: answering('customers.get', customer),
        update: answering('customers.update', customer),
        delete: answering('customers.delete', undefined),
        getField: answering('customers.getField', { type: 'string', value: 'Vigo' } as const),
        setField: answering('customers.setField', { type: 'integer', value: 5 } as const),
        deleteField: answering('customers.deleteField', undefined),
      },
      messages: {
        send: answering('messages.send', message),
        list: answering('messages.list', one(message)),
        listInParts: answering('messages.list', inParts(one(message))),
      },
      hooks: {
        create: answering('hooks.create', hook),
        list: answering('hooks.list', one(hook)),
        get: answering('hooks.get', hook),
        update: answering('hooks.update', hook),
        delete: answering('hooks.delete', undefined),
      },
    }),
    authenticateChannel: async (token): Promise<ChannelCaller | undefined> =>
      token === channelToken ? { brand: 'acme', channelNumber: 4 } : undefined,
    channel: () => ({
      send: answering('channel.send', {
        customer: { number: 31, token: 'ann@crm' },
        isNew: false,
        messageUuid: message.uuid,
      }),
    }),
  };
  return {
    engine,
    clock: simulatedClock(),
    calls,
    failWith(error) {
      failure = error;
    },
  };
}

export interface Request {
  /** `undefined`: no token is sent. */
  readonly token?: string | undefined;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON. */
  readonly json?: unknown;
  /** Sent without encoding. */
  readonly raw?: string | Uint8Array;
  readonly address?: string;
}

/** @param target - Path, and a query if there is one. */
export async function ask(api: HttpApi, method: string, target: string, request: Request): Promise<TextResponse> {
  const { token, headers = {}, json, raw, address } = request;
  const [path = '', query = ''] = target.split('?');
  const text = json === undefined ? raw : JSON.stringify(json);
  const all: Record<string, string> = {
    ...(token !== undefined && { authorization: `Token ${token}` }),
    ...headers,
  };
  const made = await api.handle({
    method,
    path,
    query,
    headers: { get: (name) => all[name] },
    body: typeof text === 'string' ? new TextEncoder().encode(text) : text,
    ...(address !== undefined && { address }),
  });
  return textResponse(made);
}
