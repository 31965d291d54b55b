import { deepEqual, equal, ok, rejects } from 'node:assert/strict';
import type { BrandReader, CustomerRecord, CustomerSearchQuery, CustomerText, Storage } from '@botwright/core/ports';
import { foldText } from '@botwright/core/ports';
import type { ContractCase } from '../contract.ts';
import { eightAtATime } from './eight-at-a-time.ts';
import { insertCustomer, type NewCustomer, ownChannel, sampleCustomer } from './record-samples.ts';
import { brand, otherBrand } from './samples.ts';
import type { StorageFixture } from './storage-fixture.ts';

export const customerSearchCases: readonly ContractCase<StorageFixture>[] = [
  {
    rule: 'CU50',
    title: 'steps of any size find, by ascending number, those who have the text and match every filter, each once',
    async run({ storage }) {
      const all = await insertNamedCustomers(storage);
      await eightAtATime(queries(), async (query) => {
        const expected = all.filter((customer) => isFound(customer, query)).map(({ number }) => number);
        for (const limit of [1, 7, 1_000]) {
          deepEqual(
            await searchAll(storage.reader(brand), query, limit),
            expected,
            JSON.stringify({ ...query, limit }),
          );
        }
      });
    },
  },
  {
    rule: 'CU50',
    title: 'a step looks at no more customers than it may, and the next one continues there',
    async run({ storage }) {
      const [first] = await insertNamedCustomers(storage);
      const query = { workspaces: [1, 2, 3], by: 'name', text: foldText(first?.name ?? '') } as const;
      const step = await storage.reader(brand).customers.search({ ...query, after: 0, limit: 1 });
      deepEqual(step, { numbers: [first?.number], next: first?.number });
      const later = await storage.reader(brand).customers.search({ ...query, after: first?.number ?? 0, limit: 1 });
      ok(later.numbers.length <= 1 && (later.next ?? 0) > (first?.number ?? 0));
      const past = { ...query, after: Number.MAX_SAFE_INTEGER, limit: 5 };
      deepEqual(await storage.reader(brand).customers.search(past), { numbers: [] });
    },
  },
  {
    rule: 'CU50',
    title: 'nothing in a text is a wildcard, and both sides are folded',
    async run({ storage }) {
      const names = [
        '100% sure',
        '100 sure',
        'a_b',
        'axb',
        "it's",
        '"quoted"',
        'back\\slash',
        'É',
        'ΟΔΟΣ',
        'NEAR*',
        'Straße',
        'Zoë\u00a0O’Neill',
        'Ａｄａ–１２',
      ];
      const numbers = await storage.transaction(brand, async (tx) => {
        const { number } = await tx.channels.insert(ownChannel(1));
        const made: number[] = [];
        for (const name of names) made.push((await insertCustomer(tx, sampleCustomer(number, { name }))).number);
        return made;
      });
      for (const [text, ...found] of [
        ['0%', 0],
        ['_', 2],
        ["'", 4, 11],
        ['"', 5],
        ['\\', 6],
        ['e\u0301', 7],
        ['δος', 8],
        ['ΣΟ'],
        ['*', 9],
        ['r*', 9],
        ['sure', 0, 1],
        ['STRASSE', 10],
        ["zoe\u0308  o'neill", 11],
        ['ada-12', 12],
        ['\u202aADA\u202c', 12],
      ] as const) {
        const query = { workspaces: [1], by: 'name', text: foldText(text) } as const;
        deepEqual(
          await searchAll(storage.reader(brand), query, 4),
          found.map((index) => numbers[index]),
          text,
        );
      }
    },
  },
  {
    rule: 'CU50',
    title: 'a search follows changes and removals, sees those of its transaction, and ignores what was rolled back',
    async run({ storage }) {
      const query = (text: string) => ({ workspaces: [1], by: 'name', text }) as const;
      const [first, second, third] = await storage.transaction(brand, async (tx) => {
        const { number } = await tx.channels.insert(ownChannel(1));
        const insert = (name: string) => insertCustomer(tx, sampleCustomer(number, { name }));
        return [await insert('Ana'), await insert('Bea'), await insert('Cleo')].map((customer) => customer.number);
      });
      const change = (end?: Error) =>
        storage.transaction(brand, async (tx) => {
          for (const number of [first, second, third]) await tx.customers.lock(number ?? 0);
          await tx.customers.update(second ?? 0, { name: 'Anabel' });
          await tx.customers.update(third ?? 0, { unread: 1 });
          await tx.customers.destroy(first ?? 0);
          deepEqual(await searchAll(tx, query('an'), 2), [second]);
          deepEqual(await searchAll(tx, query('bea'), 2), []);
          if (end !== undefined) throw end;
        });
      await rejects(change(new Error('refused')), /refused/);
      deepEqual(await searchAll(storage.reader(brand), query('an'), 2), [first]);
      await change();
      deepEqual(await searchAll(storage.reader(brand), query('an'), 2), [second]);
      deepEqual(await searchAll(storage.reader(brand), query('cle'), 2), [third]);
    },
  },
  {
    rule: 'CU50',
    title: 'each brand finds only its own customers',
    async run({ storage }) {
      const [first] = await insertNamedCustomers(storage);
      const query = { workspaces: [1, 2, 3], by: 'name', text: foldText(first?.name ?? '') } as const;
      deepEqual(await searchAll(storage.reader(otherBrand), query, 5), []);
      equal((await searchAll(storage.reader(brand), query, 5)).includes(first?.number ?? 0), true);
      await storage.transaction(otherBrand, async (tx) => {
        const { number } = await tx.channels.insert(ownChannel(9));
        const own = await insertCustomer(tx, sampleCustomer(number, { name: first?.name ?? '' }));
        deepEqual(await searchAll(tx, query, 5), [own.number]);
      });
    },
  },
];

type Query = Omit<CustomerSearchQuery, 'after' | 'limit'>;

async function searchAll(
  reader: Pick<BrandReader, 'customers'>,
  query: Query,
  limit: number,
): Promise<readonly number[]> {
  const numbers: number[] = [];
  let after: number | undefined = 0;
  for (let steps = 0; after !== undefined; steps += 1) {
    ok(steps < 1_000, 'The search does not end.');
    const step = await reader.customers.search({ ...query, after, limit });
    ok(step.numbers.length <= limit);
    ok(step.next === undefined || step.next > after);
    numbers.push(...step.numbers);
    after = step.next;
  }
  return numbers;
}

/** Customers of all sorts on channels of three workspaces, one of them a test channel. */
async function insertNamedCustomers(storage: Storage): Promise<readonly CustomerRecord[]> {
  return storage.transaction(brand, async (tx) => {
    const channels = [
      await tx.channels.insert(ownChannel(1)),
      await tx.channels.insert(ownChannel(2, { workspace: 2 })),
      await tx.channels.insert(ownChannel(3, { purpose: 'test' })),
      await tx.channels.insert(ownChannel(4, { workspace: 3 })),
    ];
    const inserted: CustomerRecord[] = [];
    for (let index = 0; index < 40; index += 1) {
      const { number, workspace, purpose } = channels[index % 4] as (typeof channels)[number];
      const members: Partial<NewCustomer> = {
        workspace,
        purpose,
        archived: index % 3 === 0,
        optIn: index % 5 === 0,
        name: index % 2 === 0 ? `Ana ${index}` : `bÉa ${index}`,
        email: `${index}@Example.org`,
        phone: index % 4 === 1 ? '' : `+34 60${index}`,
        ...(index % 7 < 4 && { agentId: 6 + (index % 2) }),
        ...(index % 6 !== 0 && { token: `T:${index}` }),
      };
      inserted.push(await insertCustomer(tx, sampleCustomer(number, members)));
    }
    return inserted;
  });
}

function* queries(): Iterable<Query> {
  const texts: readonly (readonly [CustomerText, string])[] = [
    ['name', 'ana'],
    ['name', 'éa 1'],
    ['name', 'nobody'],
    ['email', '1@ex'],
    ['phone', '+34'],
    ['phone', '03'],
    ['token', 't:1'],
  ];
  const filters: readonly Partial<Query>[] = [
    {},
    { agentId: 7 },
    { agentId: null },
    { archived: true },
    { archived: false, optIn: false },
    { channelNumber: 1 },
    { channelNumber: 3 },
    { channelNumber: 2, optIn: true, archived: true },
  ];
  for (const workspaces of [[1], [3, 1, 1], [9], []]) {
    for (const [by, text] of texts) for (const filter of filters) yield { workspaces, by, text, ...filter };
  }
}

function isFound(customer: CustomerRecord, { by, text, ...query }: Query): boolean {
  return (
    customer.purpose === 'live' &&
    query.workspaces.includes(customer.workspace) &&
    [undefined, customer.channelNumber].includes(query.channelNumber) &&
    [undefined, customer.agentId ?? null].includes(query.agentId) &&
    [undefined, customer.archived].includes(query.archived) &&
    [undefined, customer.optIn].includes(query.optIn) &&
    foldText(customer[by] ?? '').includes(text)
  );
}
