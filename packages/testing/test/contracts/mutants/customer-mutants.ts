import type { Slice } from '@botwright/core/paging';
import type {
  CustomerListQuery,
  CustomerReader,
  CustomerRecord,
  CustomerSearchQuery,
  CustomerSearchStep,
  Storage,
} from '@botwright/core/ports';
import { changeReader, changeTransaction, type Mutant } from './mutant.ts';
import { withoutUndefined } from './record-mutants.ts';

export const customerMutants: readonly Mutant[] = [
  {
    rule: 'ST7',
    fault: 'an update reads its argument after the call',
    breakStorage: (sound) =>
      changeTransaction(sound, ({ customers }) => ({
        customers: {
          ...customers,
          update: async (number, change) => Promise.resolve().then(() => customers.update(number, change)),
        },
      })),
  },
  {
    rule: 'ST10',
    fault: 'customers are found by number in all brands',
    breakStorage(sound) {
      const known = new Map<number, CustomerRecord>();
      const storage = changeTransaction(sound, ({ customers }) => ({
        customers: {
          ...customers,
          async insert(customer) {
            const record = await customers.insert(customer);
            if (record !== 'token_taken') known.set(record.number, record);
            return record;
          },
        },
      }));
      return changeReader(storage, ({ customers }) => ({
        customers: { ...customers, find: async (number) => known.get(number) },
      }));
    },
  },
  {
    rule: 'ST64',
    fault: 'tokens are compared without case',
    breakStorage(sound) {
      const lower = (token: string) => token.toLowerCase();
      const storage = changeTransaction(sound, ({ customers }) => ({
        customers: {
          ...customers,
          insert: ({ token, ...customer }) =>
            customers.insert(token === undefined ? customer : { ...customer, token: lower(token) }),
        },
      }));
      return changeReader(storage, ({ customers }) => ({
        customers: { ...customers, findByToken: (channel, token) => customers.findByToken(channel, lower(token)) },
      }));
    },
  },
  {
    rule: 'ST64',
    fault: 'a customer without an agent has agent 0',
    breakStorage: (sound) =>
      changeReader(sound, ({ customers }) => ({
        customers: {
          ...customers,
          async find(number) {
            const found = await customers.find(number);
            return found && { agentId: 0, ...found };
          },
        },
      })),
  },
  {
    rule: 'ST65',
    fault: 'a token is taken on every channel',
    breakStorage(sound) {
      const taken = new Set<string>();
      return changeTransaction(sound, ({ customers }) => ({
        customers: {
          ...customers,
          async insert(customer) {
            const { token } = customer;
            if (token !== undefined && taken.has(token)) return 'token_taken';
            const record = await customers.insert(customer);
            if (token !== undefined) taken.add(token);
            return record;
          },
        },
      }));
    },
  },
  {
    rule: 'ST65',
    fault: "the second caller gets the first one's customer",
    breakStorage: (sound) =>
      changeTransaction(sound, ({ customers }) => ({
        customers: {
          ...customers,
          async insert(customer) {
            const record = await customers.insert(customer);
            if (record !== 'token_taken' || customer.token === undefined) return record;
            return (await customers.findByToken(customer.channelNumber, customer.token)) ?? record;
          },
        },
      })),
  },
  {
    rule: 'ST66',
    fault: 'a lock does not lock',
    breakStorage: (sound) =>
      changeTransaction(sound, ({ customers }) => ({ customers: { ...customers, lock: customers.find } })),
  },
  {
    rule: 'ST68',
    fault: 'an update does not clear',
    breakStorage: (sound) =>
      changeTransaction(sound, ({ customers }) => ({
        customers: { ...customers, update: (number, change) => customers.update(number, withoutUndefined(change)) },
      })),
  },
  {
    rule: 'ST68',
    fault: 'Fields are merged with those before',
    breakStorage: (sound) =>
      changeTransaction(sound, ({ customers }) => ({
        customers: {
          ...customers,
          async update(number, change) {
            const before = (await customers.find(number))?.fields;
            const fields = change.fields && { fields: { ...before, ...change.fields } };
            return customers.update(number, { ...change, ...fields });
          },
        },
      })),
  },
  {
    rule: 'ST69',
    fault: 'a customer of an absent channel is accepted and lost',
    breakStorage: (sound) =>
      changeTransaction(sound, ({ customers }) => ({
        customers: {
          ...customers,
          insert: (customer) => customers.insert(customer).catch(() => ({ ...customer, number: 99 })),
        },
      })),
  },
  {
    rule: 'ST70',
    fault: 'the filter for customers without an agent is ignored',
    breakStorage: (sound) =>
      changeList(sound, (list, { agentId, ...query }) =>
        list(typeof agentId === 'number' ? { ...query, agentId } : query),
      ),
  },
  {
    rule: 'ST70',
    fault: 'lists show the archived last',
    breakStorage: (sound) =>
      changeList(sound, async (list, query) => {
        const { items, total } = await list(query);
        return { items: items.toSorted((a, b) => Number(a.archived) - Number(b.archived)), total };
      }),
  },
  {
    rule: 'ST70',
    fault: 'a channel is listed whatever the workspaces',
    breakStorage: (sound) =>
      changeList(sound, (list, query) =>
        list(query.channelNumber === undefined ? query : { ...query, workspaces: [1, 2, 3] }),
      ),
  },
  {
    rule: 'ST120',
    fault: 'a slice that ends early has its own length as the total',
    breakStorage: (sound) =>
      changeList(sound, async (list, query) => {
        const { items, total } = await list(query);
        return { items, total: query.fieldBytes === undefined ? total : items.length };
      }),
  },
  {
    rule: 'ST120',
    fault: 'a slice ends before the first customer with too many Fields',
    breakStorage: (sound) =>
      changeList(sound, async (list, query) => {
        const { items, total } = await list(query);
        const bytes = query.fieldBytes ?? Number.POSITIVE_INFINITY;
        return { items: items.filter(({ fields }) => JSON.stringify(fields).length < bytes), total };
      }),
  },
  {
    rule: 'ST71',
    fault: 'archiving an archived customer counts again',
    breakStorage(sound) {
      let counted = 0;
      const storage = changeTransaction(sound, ({ customers }) => ({
        customers: {
          ...customers,
          async update(number, change) {
            const before = await customers.find(number);
            await customers.update(number, change);
            if (change.archived === true && before?.archived === true) counted += 1;
          },
        },
      }));
      return changeList(storage, async (list, query) => {
        const { items, total } = await list(query);
        return { items, total: query.archived === true ? total + counted : total };
      });
    },
  },
  {
    rule: 'ST71',
    fault: 'a list is counted once',
    breakStorage(sound) {
      const totals = new Map<string, number>();
      return changeList(sound, async (list, { offset, limit, ...filter }) => {
        const slice = await list({ ...filter, offset, limit });
        const key = JSON.stringify(filter);
        totals.set(key, totals.get(key) ?? slice.total);
        return { ...slice, total: totals.get(key) ?? 0 };
      });
    },
  },
  {
    rule: 'ST71',
    fault: 'rows that were rolled back stay counted',
    breakStorage(sound) {
      let archived = 0;
      const counted = changeList(sound, async (list, query) => {
        const slice = await list(query);
        return query.archived === true ? { ...slice, total: slice.total + archived } : slice;
      });
      return {
        ...counted,
        transaction(brand, work) {
          let changed = 0;
          const run = sound.transaction(brand, (tx) =>
            work({
              ...tx,
              customers: {
                ...tx.customers,
                update(number, change) {
                  changed += change.archived === true ? 1 : 0;
                  return tx.customers.update(number, change);
                },
              },
            }),
          );
          return run.catch((error: unknown) => {
            archived += changed;
            throw error;
          });
        },
      };
    },
  },
  {
    rule: 'ST100',
    fault: 'a slice deep in a list begins one customer early',
    breakStorage: (sound) =>
      changeList(sound, (list, query) => list(query.offset > 100 ? { ...query, offset: query.offset - 1 } : query)),
  },
  {
    rule: 'CU50',
    fault: 'the next step of a search begins with the customer found last',
    breakStorage: (sound) =>
      changeSearch(sound, async (search, query) => {
        const { numbers, next } = await search(query);
        return { numbers, ...(next !== undefined && { next: numbers.at(-1) ?? next - 1 }) };
      }),
  },
  {
    rule: 'CU50',
    fault: 'a search by token searches names',
    breakStorage: (sound) =>
      changeSearch(sound, (search, query) => search({ ...query, by: query.by === 'token' ? 'name' : query.by })),
  },
  {
    rule: 'CU50',
    fault: 'a search ignores whether customers are archived',
    breakStorage: (sound) => changeSearch(sound, (search, { archived: _, ...query }) => search(query)),
  },
  {
    rule: 'ST72',
    fault: 'the token of a destroyed customer stays taken',
    breakStorage(sound) {
      const gone = new Set<string>();
      return changeTransaction(sound, ({ customers }) => ({
        customers: {
          ...customers,
          async destroy(number) {
            const token = (await customers.find(number))?.token;
            await customers.destroy(number);
            if (token !== undefined) gone.add(token);
          },
          insert: async (customer) => (gone.has(customer.token ?? '') ? 'token_taken' : customers.insert(customer)),
        },
      }));
    },
  },
];

function changeList(
  sound: Storage,
  change: (list: CustomerReader['list'], query: CustomerListQuery) => Promise<Slice<CustomerRecord>>,
): Storage {
  return changeReader(sound, ({ customers }) => ({
    customers: { ...customers, list: (query) => change(customers.list, query) },
  }));
}

function changeSearch(
  sound: Storage,
  change: (search: CustomerReader['search'], query: CustomerSearchQuery) => Promise<CustomerSearchStep>,
): Storage {
  return changeReader(sound, ({ customers }) => ({
    customers: { ...customers, search: (query) => change(customers.search, query) },
  }));
}
