import type { Slice } from '@botwright/core/paging';
import {
  type CustomerChange,
  type CustomerListQuery,
  type CustomerReader,
  type CustomerRecord,
  type CustomerStore,
  foldText,
  microsOf,
} from '@botwright/core/ports';
import { sql } from 'kysely';
import { requireChannel } from './channel-store.ts';
import { bit, clearable, givenColumns } from './columns.ts';
import { customerColumns, decodeCustomer, encodeCustomer } from './customer-row.ts';
import { searchCustomers } from './customer-search.ts';
import { table } from './dialect.ts';
import { all, get, type Query, type RunQuery, run as write } from './query.ts';
import { statement } from './statement.ts';
import { justWritten, requireWritten, type Transaction } from './transaction.ts';
import { insertInto, updateOf } from './writing.ts';

interface ByNumber {
  readonly brand: string;
  readonly number: number;
}

interface ByToken {
  readonly brand: string;
  readonly channel: number;
  readonly token: string;
}

/** Database-specific work: counting the customers of each list. */
export interface CustomerList {
  list(brand: string, query: CustomerListQuery): Query<Slice<CustomerRecord>>;
}

export const findCustomer = statement<ByNumber>()(({ builder }, { brand, number }) =>
  builder.selectFrom('customers').select(customerColumns).where('number', '=', number).where('brand', '=', brand),
);

const lockCustomer = statement<ByNumber>()(({ builder, locked }, { brand, number }) =>
  locked(
    builder.selectFrom('customers').select(customerColumns).where('number', '=', number).where('brand', '=', brand),
  ),
);

export const findCustomerByToken = statement<ByToken>()(({ builder }, { brand, channel, token }) =>
  builder
    .selectFrom('customers')
    .select(customerColumns)
    .where('channel', '=', channel)
    .where('token', '=', token)
    .where('brand', '=', brand),
);

const lockCustomerByToken = statement<ByToken>()(({ builder, locked }, { brand, channel, token }) =>
  locked(
    builder
      .selectFrom('customers')
      .select(customerColumns)
      .where('channel', '=', channel)
      .where('token', '=', token)
      .where('brand', '=', brand),
  ),
);

const insertCustomer = insertInto('customers', ['brand', ...customerColumns]);

const insertTexts = insertInto('customer_texts', [
  'brand',
  'number',
  'workspace',
  'channel',
  'name',
  'email',
  'phone',
  'token',
]);

const updateCustomer = updateOf('customers', ['brand', 'number']);

const updateTexts = updateOf('customer_texts', ['brand', 'number']);

export const countExpiring = statement<{
  readonly brand: string;
  readonly channel: number;
  readonly up_to: number;
}>()(
  (_dialect, { brand, channel, up_to }) => sql<{ total: number }>`
    select count(*) as total from (
      select 1 from ${table('customers')}
      where channel = ${channel} and brand = ${brand} and expires_at is not null limit ${up_to}
    ) as c`,
);

export const listExpiring = statement<{
  readonly brand: string;
  readonly channel: number;
  readonly after: number;
  readonly limit: number;
}>()(({ builder }, { brand, channel, after, limit }) =>
  builder
    .selectFrom('customers')
    .select(customerColumns)
    .where('brand', '=', brand)
    .where('channel', '=', channel)
    .where('expires_at', '>', after)
    .orderBy('expires_at')
    .orderBy('number')
    .limit(limit),
);

const deleteCustomer = statement<ByNumber>()(({ builder }, { brand, number }) =>
  builder.deleteFrom('customers').where('number', '=', number).where('brand', '=', brand),
);

export function customerReader(brand: string, run: RunQuery, { list }: CustomerList): CustomerReader {
  return {
    find: (number) => run(() => readCustomer({ brand, number })),
    findByToken: (channel, token) =>
      run(function* () {
        const row = yield* get(findCustomerByToken, { brand, channel, token });
        return row && decodeCustomer(row);
      }),
    list(query) {
      const wanted = { ...query, workspaces: [...new Set(query.workspaces)] };
      return run(() => list(brand, wanted), { inOneSnapshot: true });
    },
    search(query) {
      const wanted = { ...query, workspaces: [...new Set(query.workspaces)] };
      return run(() => searchCustomers(brand, wanted), { inOneSnapshot: true });
    },
    countExpiring: (channel, upTo) =>
      run(function* () {
        return (yield* get(countExpiring, { brand, channel, up_to: upTo }))?.total ?? 0;
      }),
    listExpiring: (channel, after, limit) =>
      run(function* () {
        return (yield* all(listExpiring, { brand, channel, after, limit })).map(decodeCustomer);
      }),
  };
}

export function customerStore({ brand, run, nextNumber }: Transaction, customers: CustomerList): CustomerStore {
  return {
    ...customerReader(brand, run, customers),

    lock: (number) =>
      run(
        function* () {
          const row = yield* get(lockCustomer, { brand, number });
          return row && decodeCustomer(row);
        },
        { overlaps: 'reads' },
      ),

    lockByToken: (channel, token) =>
      run(
        function* () {
          const row = yield* get(lockCustomerByToken, { brand, channel, token });
          return row && decodeCustomer(row);
        },
        { overlaps: 'reads' },
      ),

    insert: (customer) => {
      const { number: given } = customer;
      const row = encodeCustomer({ ...customer, number: 0 });
      const { purpose, workspace, channel, name, email, phone, token } = row;
      return run(function* () {
        yield* requireChannel({ brand, number: channel });
        if (token !== null && (yield* get(findCustomerByToken, { brand, channel, token })) !== undefined) {
          return 'token_taken';
        }
        const number = given ?? (yield* nextNumber('customer'));
        // Another transaction may have taken the token in between.
        if ((yield* write(insertCustomer, { brand, ...row, number })) === 0) return 'token_taken';
        if (purpose === 'live') {
          const [folded, foldedEmail, foldedPhone, foldedToken] = [name, email, phone, token ?? ''].map(foldText);
          yield* write(insertTexts, {
            ...{ brand, number, workspace, channel },
            ...{ name: folded ?? '', email: foldedEmail ?? '', phone: foldedPhone ?? '', token: foldedToken ?? '' },
          });
        }
        return justWritten(yield* readCustomer({ brand, number }));
      });
    },

    nextNumber: () => run(() => nextNumber('customer')),

    update: (number, change) => {
      const columns = columnsOf(change);
      const texts = givenColumns({
        name: change.name && foldText(change.name),
        email: change.email && foldText(change.email),
        phone: change.phone && foldText(change.phone),
      });
      return run(
        function* () {
          const key = { of_brand: brand, of_number: number };
          const names = Object.keys(columns);
          if (names.length === 0) {
            if ((yield* readCustomer({ brand, number })) === undefined) throw new Error(noCustomer);
            return;
          }
          requireWritten(yield* write(updateCustomer(names), { ...columns, ...key }), noCustomer);
          const folded = Object.keys(texts);
          if (folded.length > 0) yield* write(updateTexts(folded), { ...texts, ...key });
        },
        { overlaps: 'writes' },
      );
    },

    destroy: (number) =>
      run(function* () {
        // The foreign keys delete the messages and all other data of the customer.
        yield* write(deleteCustomer, { brand, number });
      }),
  };
}

const noCustomer = 'The brand has no such customer.';

function* readCustomer(key: ByNumber): Query<CustomerRecord | undefined> {
  const row = yield* get(findCustomer, key);
  return row && decodeCustomer(row);
}

function columnsOf(change: CustomerChange) {
  return givenColumns({
    name: change.name,
    email: change.email,
    phone: change.phone,
    agent: clearable(change, 'agentId'),
    bot_id: clearable(change, 'botId'),
    archived: bit(change.archived),
    blocked: bit(change.blocked),
    opt_in: bit(change.optIn),
    unread: change.unread,
    last_message_at: change.lastMessageAt === undefined ? undefined : microsOf(change.lastMessageAt),
    last_seq: change.lastSeq,
    fields: change.fields && JSON.stringify(change.fields),
    expires_at: change.expiresAt,
  });
}
