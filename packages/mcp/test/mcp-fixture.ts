import { createEngine, type Engine, type Principal, permissions } from '@botwright/core';
import type { JsonObject } from '@botwright/core/diagram';
import { memoryStorage } from '@botwright/core/memory';
import type { Storage } from '@botwright/core/ports';
import { conversationRunner } from '@botwright/core/runner';
import { deterministicIds, simulatedClock } from '@botwright/core/testing';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { onTestFinished } from 'vitest';
import { createMcpHandler } from '../src/index.ts';

export const ann: Principal = { brand: 'acme', person: 7, workspaces: [1], permissions };

type Options = NonNullable<Parameters<typeof createMcpHandler>[2]>;

/** An engine with its handler, whose tokens are the names of principals. */
export function mcpFixture(
  options: Options = {},
  principals: Readonly<Record<string, Principal>> = { ann },
  storage: Storage = memoryStorage(),
) {
  const clock = simulatedClock(1_767_225_600_000);
  const engine: Engine = createEngine({
    storage,
    clock,
    timer: clock,
    ids: deterministicIds(),
    runner: conversationRunner(),
  });
  const faults: unknown[] = [];
  const handler = createMcpHandler(engine, (token) => principals[token], {
    clock,
    onFault: (fault) => faults.push(fault),
    ...options,
  });
  return { engine, clock, handler, faults, acme: engine.as(ann) };
}

/** Answers of tools. */
export interface ToolAnswer {
  readonly isError: boolean;
  readonly bytes: number;
  readonly revision: string;
  readonly tests_revision?: string;
  readonly summary: string;
  readonly errors?: number;
  readonly error?: string;
  readonly next?: number;
  // biome-ignore lint/suspicious/noExplicitAny: the answer of any tool.
  readonly untrusted: any;
}

/** A client whose person answers questions with `confirms`; `undefined`: it cannot ask. */
export async function connect(
  handler: (request: Request) => Promise<Response>,
  { token = 'ann', confirms, mode = 'auto' }: { token?: string; confirms?: boolean; mode?: 'auto' | 'legacy' } = {},
) {
  const client = new Client(
    { name: 'Scripted client', version: '1' },
    { versionNegotiation: { mode }, capabilities: confirms === undefined ? {} : { elicitation: { form: {} } } },
  );
  const asked: string[] = [];
  if (confirms !== undefined) {
    client.setRequestHandler('elicitation/create', async ({ params }) => {
      asked.push(params.message);
      return { action: 'accept', content: { confirm: confirms } };
    });
  }
  await client.connect(
    new StreamableHTTPClientTransport(new URL('http://localhost/mcp'), {
      fetch: async (url, init) => handler(new Request(url, init)),
      requestInit: { headers: { authorization: `Bearer ${token}` } },
    }),
  );
  onTestFinished(() => client.close());
  return { client, asked, call: caller(client) };
}

/** Calls tools, and reads their answers. */
export function caller(client: Client) {
  return async (name: string, given: object = {}): Promise<ToolAnswer> => {
    const { content, isError = false } = await client.callTool({ name, arguments: given as Record<string, unknown> });
    const [first] = content as readonly { readonly text: string }[];
    const text = first?.text ?? '';
    const read = text.startsWith('{') ? (JSON.parse(text) as object) : { text };
    return { ...read, isError, bytes: Buffer.byteLength(text) } as ToolAnswer;
  };
}

export const block = (id: string, type: string, params: JsonObject) => ({ id, type, params });
export const wire = (sourcePath: string, type: string, targetPath: string) => ({ sourcePath, type, targetPath });

/** A bot of twelve blocks. */
export const twelveBlocks = {
  blocks: {
    add: [
      block('welcome', 'ask_yes_no', { text: 'Do you want a quote?', destination: 'wants_quote' }),
      block('name', 'ask_name', { text: 'What is your name?', destination: 'name' }),
      block('email', 'ask_email', { text: 'Where can we write to you?', destination: 'email' }),
      block('amount', 'ask_number', { text: 'How many do you need?', destination: 'amount' }),
      block('many', 'conditions', { conditions: [{ field: 'amount', operator: 'greater', value: 100 }] }),
      block('order', 'webhook', { url: 'https://crm.example.com/leads', method: 'POST', body: { email: '@{email}' } }),
      block('failed', 'send_text', { text: 'Our system is away: we will write to you, @{name}.' }),
      block('ordered', 'send_text', { text: 'Thank you, @{name}: the quote is on its way.' }),
      block('agent', 'human_takeover', { text: 'A colleague will talk to you.' }),
      block('rating', 'ask_rating', { text: 'How was it?', destination: 'rating' }),
      block('bye', 'close_chat', { text: 'Goodbye!' }),
      block('no', 'close_chat', { text: 'See you another time.' }),
    ],
  },
  connections: {
    add: [
      wire('welcome', '$yes', 'name'),
      wire('welcome', '$no', 'no'),
      wire('name', '$success', 'email'),
      wire('email', '$success', 'amount'),
      wire('amount', '$success', 'many'),
      wire('many', 'true', 'agent'),
      wire('many', 'false', 'order'),
      wire('order', '$success', 'ordered'),
      wire('order', '$failed', 'failed'),
      wire('ordered', '$success', 'rating'),
      wire('failed', '$success', 'rating'),
      wire('rating', '$success', 'bye'),
    ],
  },
};

export const scenarios = [
  { name: 'Declines', steps: [{ press: 'No' }, { bot: 'See you another time.' }, { ends_at: 'no' }] },
  {
    name: 'Orders',
    effects: { webhook: { answer: { status: 200, body: {} } } },
    steps: [
      { press: 'Yes' },
      { visitor: 'Ann' },
      { visitor: 'ann@example.com' },
      { visitor: '5' },
      { bot: ['Thank you, Ann: the quote is on its way.', { contains: 'How was it?' }] },
      { visitor: '5' },
      { ends_at: 'bye' },
    ],
  },
  {
    name: 'Needs many',
    steps: [
      { press: 'Yes' },
      { visitor: 'Bo' },
      { visitor: 'bo@example.com' },
      { visitor: '500' },
      { ends_at: 'agent' },
    ],
  },
];
