import { foldText } from '../domain/fold-text.ts';
import type { Message } from '../domain/message/message.ts';
import type { OffsetRange } from '../domain/paging/offset.ts';
import type {
  CustomerListQuery,
  CustomerReader,
  CustomerRecord,
  CustomerSearchQuery,
  CustomerSearchStep,
  CustomerStore,
  MessageReader,
  MessageStore,
} from '../ports/customer-store.ts';
import { type BrandView, customerTokenKey, type MessageLog } from './brand-state.ts';
import { listsOfQuery } from './customer-lists.ts';
import { copyChange, frozenCopy } from './frozen-copy.ts';
import type { Read, Write } from './working-state.ts';

export function customerReader(read: Read): CustomerReader {
  return {
    find: (number) => read(({ customers }) => customers.get(number)),
    findByToken: (channelNumber, token) => read((view) => findByToken(view, channelNumber, token)),
    list(query) {
      const wanted = { ...query, workspaces: [...query.workspaces] };
      return read(({ channels, customers }) => {
        const { channelNumber, workspaces } = wanted;
        const channel = channelNumber === undefined ? undefined : channels.get(channelNumber);
        const isElsewhere = channelNumber !== undefined && !workspaces.includes(channel?.workspace ?? Number.NaN);
        if (isElsewhere) return { items: [], total: 0 };
        const { items, total } = customers.slice('number', listsOfQuery(wanted), wanted);
        return { items: upToFieldBytes(items, wanted.fieldBytes), total };
      });
    },
    search(query) {
      const wanted = { ...query, workspaces: new Set(query.workspaces) };
      return read(({ customers }) => lookThrough(customers.rowsAfter(query.after), wanted));
    },
    countExpiring: (channelNumber, upTo) =>
      read(({ customers }) => Iterator.from(customers.rowsOf('expiring', channelNumber)).take(upTo).toArray().length),
    listExpiring: (channelNumber, after, limit) =>
      read(({ customers }) =>
        [...customers.rowsOf('expiring', channelNumber)]
          .filter(({ expiresAt = 0 }) => expiresAt > after)
          .sort((a, b) => (a.expiresAt ?? 0) - (b.expiresAt ?? 0) || a.number - b.number)
          .slice(0, limit),
      ),
  };
}

/** The first customers, up to the one with whom the bytes of Fields reach this number. @spec ST120 */
function upToFieldBytes(items: readonly CustomerRecord[], bytes: number | undefined): readonly CustomerRecord[] {
  if (bytes === undefined) return items;
  let left = bytes;
  const last = items.findIndex(({ fields }) => {
    left -= JSON.stringify(fields).length;
    return left <= 0;
  });
  return last === -1 ? items : items.slice(0, last + 1);
}

export function customerStore(read: Read, write: Write): CustomerStore {
  return {
    ...customerReader(read),

    lock: (number) => write(({ customers }) => customers.get(number)),

    lockByToken: (channelNumber, token) => write((state) => findByToken(state, channelNumber, token)),

    insert(customer) {
      const given = frozenCopy(customer);
      return write((state) => {
        if (state.channels.get(given.channelNumber) === undefined) throw new Error('The brand has no such channel.');
        const { channelNumber, token } = given;
        if (token !== undefined && findByToken(state, channelNumber, token) !== undefined) return 'token_taken';
        const record = Object.freeze({ ...given, number: given.number ?? state.nextNumber('customer') });
        state.customers.put(record);
        return record;
      });
    },

    nextNumber: () => write((state) => state.nextNumber('customer')),

    update(number, change) {
      const given = copyChange(change);
      return write((state) => {
        const before = state.customers.get(number);
        if (before === undefined) throw new Error('The brand has no such customer.');
        state.customers.put(frozenCopy({ ...before, ...given }) as CustomerRecord);
      });
    },

    /** The commit removes the messages and the conversation too. */
    destroy: (number) =>
      write(({ customers }) => {
        if (customers.get(number) !== undefined) customers.remove(number);
      }),
  };
}

function findByToken({ customers }: BrandView, channelNumber: number, token: string): CustomerRecord | undefined {
  const [found] = customers.rowsOf('token', customerTokenKey(channelNumber, token));
  return found;
}

type Filter = Omit<CustomerListQuery, 'workspaces' | 'offset' | 'limit'> & { readonly workspaces: ReadonlySet<number> };

/** @spec CU50 */
function lookThrough(
  rows: Iterable<CustomerRecord>,
  { by, text, limit, ...filter }: Filter & Pick<CustomerSearchQuery, 'by' | 'text' | 'limit'>,
): CustomerSearchStep {
  const isInFilter = isWanted(filter);
  const numbers: number[] = [];
  let seen = 0;
  let last = 0;
  for (const customer of rows) {
    if (seen === limit) return { numbers, next: last };
    const { number, channelNumber } = customer;
    const isInChannel = [undefined, channelNumber].includes(filter.channelNumber);
    if (isInChannel && isInFilter(customer) && foldText(customer[by] ?? '').includes(text)) numbers.push(number);
    seen += 1;
    last = number;
  }
  return { numbers };
}

function isWanted(query: Filter): (customer: CustomerRecord) => boolean {
  const agentId = query.agentId === null ? undefined : query.agentId;
  return (customer) =>
    customer.purpose === 'live' &&
    query.workspaces.has(customer.workspace) &&
    (query.agentId === undefined || customer.agentId === agentId) &&
    (query.archived === undefined || customer.archived === query.archived) &&
    (query.optIn === undefined || customer.optIn === query.optIn);
}

export function messageReader(read: Read): MessageReader {
  return {
    list(customerNumber, range) {
      const { offset, limit } = range;
      return read((view) => {
        const log = view.messages(customerNumber);
        return { items: newestFirst(log, { offset, limit }), total: log?.length ?? 0 };
      });
    },
    find: (customerNumber, uuid) => read((view) => view.messages(customerNumber)?.find(uuid)),
  };
}

export function messageStore(read: Read, write: Write): MessageStore {
  return {
    ...messageReader(read),
    insert(customerNumber, message) {
      const given = frozenCopy(message);
      return write((state) => {
        if (state.customers.get(customerNumber) === undefined) throw new Error('The brand has no such customer.');
        if (state.messages(customerNumber)?.find(given.uuid) !== undefined) {
          throw new Error('The customer has a message with this uuid.');
        }
        state.addMessage(customerNumber, given);
      });
    },
  };
}

function newestFirst(log: MessageLog | undefined, { offset, limit }: OffsetRange): readonly Message[] {
  const items: Message[] = [];
  const newest = (log?.length ?? 0) - 1 - offset;
  for (let index = newest; index >= 0 && items.length < limit; index -= 1) {
    const message = log?.at(index);
    if (message !== undefined) items.push(message);
  }
  return items;
}
