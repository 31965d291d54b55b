import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type PlatformServer, startPlatform, tokens } from '../support/start-platform.ts';

interface Read {
  readonly length: string | null;
  readonly json: { readonly total: number } & Readonly<Record<string, readonly Readonly<Record<string, unknown>>[]>>;
}

describe.each(['memory', 'sqlite'] as const)('on %s', (store) => {
  let server: PlatformServer;
  const numbers: number[] = [];

  beforeAll(async () => {
    server = await startPlatform({ store });
    for (let index = 0; index < 30; index += 1) {
      const value = index % 3 === 0 ? 'short' : `${index}${'ä'.repeat(60_000)}`;
      const fields = { note: { type: 'string', value } } as const;
      numbers.push(await server.newCustomer(server.channels.one, { fields, name: index % 2 === 0 ? 'Ann' : 'Bob' }));
    }
  });
  afterAll(() => server.close());

  async function read(path: string): Promise<Read> {
    const response = await fetch(`${server.platformUrl}${path}`, {
      headers: { authorization: `Token ${tokens.acme}` },
    });
    expect(response.status).toBe(200);
    return { length: response.headers.get('content-length'), json: (await response.json()) as Read['json'] };
  }

  it('[HT69][CU65] a page of customers with long Fields is what their own pages are', async () => {
    const { json, length } = await read('/customers/?limit=100');
    const alone = await Promise.all(numbers.map((_, index) => read(`/customers/?limit=1&offset=${index}`)));
    expect(json).toEqual({
      success: true,
      total: 30,
      customers: alone.flatMap((each) => each.json['customers'] ?? []),
    });
    expect(Object.keys(json)).toEqual(['success', 'total', 'customers']);
    expect(length).toBeNull();
    const part = await read('/customers/?limit=11&offset=7');
    expect(part.json['customers']?.map(({ id }) => id)).toEqual(numbers.slice(7, 18));
    const short = await read('/customers/?limit=1');
    expect(short.length).toBe(String(JSON.stringify(short.json).length));
  });

  it('[HT69][CU65] a search finds the same', async () => {
    const { json } = await read('/customers/?limit=100&search_by=name&search=ann');
    expect([json.total, json['customers']?.map(({ id }) => id)]).toEqual([15, numbers.filter((_, at) => at % 2 === 0)]);
    expect(json['customers']?.at(-1)?.['note']).toBe(`28${'ä'.repeat(60_000)}`);
  });

  it('[CV74][HT69][MS50] a page of long messages has each once, newest first', async () => {
    const [customer = 0] = numbers;
    const caller = server.engine.as({ brand: 'acme', person: 1, workspaces: [1, 2], permissions: [] });
    const long = '\u0001'.repeat(9_999);
    for (let index = 0; index < 45; index += 1) {
      await caller.messages.send(customer, 'text', { message: `${index % 10}${index % 4 === 0 ? '' : long}` });
    }
    for (const [offset, limit] of [
      [0, 100],
      [3, 40],
      [0, 20],
      [40, 100],
    ] as const) {
      const { json } = await read(`/customers/${customer}/messages/?offset=${offset}&limit=${limit}`);
      const expected = Array.from({ length: 45 }, (_, index) => 45 - index).slice(offset, offset + limit);
      expect([json.total, json['messages']?.map(({ seq }) => seq)]).toEqual([45, expected]);
    }
    const next = await caller.conversations.nextMessages(customer, 2);
    expect(next.map(({ seq }) => seq)).toEqual(Array.from({ length: next.length }, (_, index) => index + 3));
    expect(JSON.stringify(next).length).toBeLessThan(131_072 + 100);
  });
});
