import {
  type CustomerChange,
  type CustomerReader,
  type CustomerRecord,
  type CustomerStore,
  microsOf,
} from '@botwright/core/ports';
import {
  bit,
  type CustomerRow,
  clearable,
  customerColumns,
  decodeCustomer,
  encodeCustomer,
} from '@botwright/storage-sql/rows';
import type { BrandConnection, Sync, Transaction } from './access.ts';
import { requireChannel } from './channel-store.ts';
import { type Connection, justWritten } from './connection.ts';
import { listCustomers } from './customer-list.ts';
import { insertCustomerTexts, searchCustomers, updateCustomerTexts } from './customer-texts.ts';
import { inOneSnapshot } from './in-one-snapshot.ts';
import { columnList, insertionOf } from './insertion.ts';
import { type Assignments, assignmentsOf } from './update-columns.ts';

export const findCustomerSql = `SELECT ${columnList(customerColumns)} FROM customers WHERE number = ? AND brand = ?`;

export const findByTokenSql = `SELECT ${columnList(customerColumns)} FROM customers WHERE channel = ? AND token = ? AND brand = ?`;

export const countExpiringSql =
  'SELECT count(*) AS total FROM (SELECT 1 FROM customers WHERE channel = ? AND brand = ? AND expires_at IS NOT NULL LIMIT ?)';

export const firstExpiringSql = `SELECT ${columnList(customerColumns)} FROM customers WHERE brand = ? AND channel = ? AND expires_at > ? ORDER BY expires_at, number LIMIT ?`;

const insertCustomer = insertionOf('customers', ['brand', ...customerColumns]);

export function customerReader({ connection, brand }: BrandConnection): Sync<CustomerReader> {
  return {
    find: (number) => findCustomer(connection, brand, number),
    findByToken: (channelNumber, token) => findByToken(connection, brand, channelNumber, token),
    list(query) {
      const wanted = { ...query, workspaces: [...new Set(query.workspaces)] };
      return inOneSnapshot(connection, () => listCustomers(connection, brand, wanted));
    },
    search(query) {
      const wanted = { ...query, workspaces: [...new Set(query.workspaces)] };
      return inOneSnapshot(connection, () => searchCustomers(connection, brand, wanted));
    },
    countExpiring: (channelNumber, upTo) =>
      connection.get<{ total: number }>(countExpiringSql, channelNumber, brand, upTo)?.total ?? 0,
    listExpiring: (channelNumber, after, limit) =>
      connection.all<CustomerRow>(firstExpiringSql, brand, channelNumber, after, limit).map(decodeCustomer),
  };
}

export function customerStore(transaction: Transaction): Sync<CustomerStore> {
  const { connection, brand, nextNumber } = transaction;
  return {
    ...customerReader(transaction),

    lock: (number) => findCustomer(connection, brand, number),

    lockByToken: (channelNumber, token) => findByToken(connection, brand, channelNumber, token),

    insert: (customer) => {
      requireChannel(connection, brand, customer.channelNumber);
      const { channelNumber, token } = customer;
      const isTaken = token !== undefined && findByToken(connection, brand, channelNumber, token) !== undefined;
      if (isTaken) return 'token_taken';
      const number = customer.number ?? nextNumber('customer');
      insertCustomer(connection, { brand, ...encodeCustomer({ ...customer, number }) });
      insertCustomerTexts(connection, brand, { ...customer, number });
      return justWritten(findCustomer(connection, brand, number));
    },

    nextNumber: () => nextNumber('customer'),

    update: (number, change) => {
      const { sql, values } = assignmentsOfChange(change);
      if (sql === '') {
        requireCustomer(connection, brand, number);
        return;
      }
      const written = connection.run(
        `UPDATE customers SET ${sql} WHERE number = ? AND brand = ?`,
        ...values,
        number,
        brand,
      );
      if (written === 0) throw new Error('The brand has no such customer.');
      updateCustomerTexts(connection, brand, number, change);
    },

    destroy: (number) => {
      // The foreign key deletes the messages.
      connection.run('DELETE FROM customers WHERE number = ? AND brand = ?', number, brand);
    },
  };
}

function findCustomer(connection: Connection, brand: string, number: number): CustomerRecord | undefined {
  const row = connection.get<CustomerRow>(findCustomerSql, number, brand);
  return row === undefined ? undefined : decodeCustomer(row);
}

function requireCustomer(connection: Connection, brand: string, number: number): CustomerRecord {
  const found = findCustomer(connection, brand, number);
  if (found === undefined) throw new Error('The brand has no such customer.');
  return found;
}

function findByToken(
  connection: Connection,
  brand: string,
  channelNumber: number,
  token: string,
): CustomerRecord | undefined {
  const row = connection.get<CustomerRow>(findByTokenSql, channelNumber, token, brand);
  return row === undefined ? undefined : decodeCustomer(row);
}

function assignmentsOfChange(change: CustomerChange): Assignments {
  return assignmentsOf({
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
