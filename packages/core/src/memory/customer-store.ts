import { foldText } from '../domain/text/fold-text.ts';
import type {
  CustomerListQuery,
  CustomerReader,
  CustomerRecord,
  CustomerSearchQuery,
  CustomerSearchStep,
  CustomerStore,
} from '../ports/customer-store.ts';
import type { Read, Write } from './access.ts';
import type { BrandView } from './brand-state.ts';
import { copyChange } from './copy-change.ts';
import { eraseCustomer } from './erase-customer.ts';
import { frozenCopy } from './frozen-copy.ts';
import { customerTokenKey } from './record-tables.ts';
import { sliceOf } from './slice-of.ts';
import type { WorkingState } from './working-state.ts';

export function customerReader(read: Read): CustomerReader {
  return {
    find: (number) => read((view) => view.customers.find(number)),
    findByToken: (channelNumber, token) => read((view) => findByToken(view, channelNumber, token)),
    list(query) {
      const wanted = { ...query, workspaces: new Set(query.workspaces) };
      return read(({ customers }) => {
        const { channelNumber } = wanted;
        const rows = channelNumber === undefined ? customers.rows() : customers.rowsOf('channel', channelNumber);
        return sliceOf(Iterator.from(rows).filter(isWanted(wanted)), wanted);
      });
    },
    search(query) {
      const wanted = { ...query, workspaces: new Set(query.workspaces) };
      return read(({ customers }) => lookThrough(customers.rowsAfter(query.after), wanted));
    },
  };
}

export function customerStore(read: Read, write: Write): CustomerStore {
  return {
    ...customerReader(read),

    claim: (number) =>
      write((state) => {
        state.heldCustomers.add(number);
        return state.customers.find(number);
      }),

    claimByToken: (channelNumber, token) =>
      write((state) => {
        const found = findByToken(state, channelNumber, token);
        if (found !== undefined) state.heldCustomers.add(found.number);
        return found;
      }),

    insert(customer) {
      const given = frozenCopy(customer);
      return write((state) => {
        requirePlace(state, given);
        const { channelNumber, token } = given;
        if (token !== undefined && findByToken(state, channelNumber, token) !== undefined) return 'token_taken';
        const record = Object.freeze({ ...given, number: state.nextNumber('customer') });
        state.heldCustomers.add(record.number);
        state.customers.put(record.number, record);
        return record;
      });
    },

    update(number, change) {
      const given = copyChange(change);
      return write((state) => {
        if (!state.heldCustomers.has(number)) throw new Error('A customer must be claimed before it is updated.');
        const before = state.customers.find(number);
        if (before === undefined) throw new Error('The brand has no such customer.');
        state.customers.put(number, frozenCopy({ ...before, ...given }) as CustomerRecord);
      });
    },

    destroy: (number) =>
      write((state) => {
        if (!state.heldCustomers.has(number)) throw new Error('A customer must be claimed before it is destroyed.');
        eraseCustomer(state, number);
      }),
  };
}

function findByToken({ customers }: BrandView, channelNumber: number, token: string): CustomerRecord | undefined {
  const [found] = customers.rowsOf('token', customerTokenKey(channelNumber, token));
  return found;
}

function requirePlace(state: WorkingState, customer: Omit<CustomerRecord, 'number'>): void {
  const channel = state.channels.find(customer.channelNumber);
  if (channel === undefined) throw new Error('A customer names a channel that the brand does not have.');
  if (channel.workspace !== customer.workspace || channel.purpose !== customer.purpose) {
    throw new Error('A customer is of the workspace and the purpose of its channel.');
  }
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
