import type { Message } from '@botwright/core/conversation';
import { type MessageReader, type MessageStore, microsOf, momentOf } from '@botwright/core/ports';
import type { BrandConnection, Sync, Transaction } from './access.ts';
import { inOneSnapshot } from './in-one-snapshot.ts';

/** Finds the number of a customer's last message, which is also the number of messages: the numbers have no gap. */
export const lastSeqSql =
  'SELECT (SELECT max(seq) FROM messages WHERE customer = customers.number) AS last ' +
  'FROM customers WHERE number = ? AND brand = ?';

const messageColumns = 'uuid, seq, at, sender_type, sender_id, sender_name, type, data';

export const newestMessagesSql = `SELECT ${messageColumns} FROM messages WHERE customer = ? AND seq <= ? ORDER BY seq DESC LIMIT ?`;

export const findMessageSql =
  `SELECT ${messageColumns} FROM messages WHERE customer = ? AND uuid = ? ` +
  'AND EXISTS (SELECT 1 FROM customers WHERE number = messages.customer AND brand = ?)';

interface MessageRow {
  readonly uuid: string;
  readonly seq: number;
  /** In microseconds, unlike other moments. */
  readonly at: number;
  readonly sender_type: Message['sender']['type'];
  readonly sender_id: number;
  readonly sender_name: string;
  readonly type: Message['type'];
  readonly data: string;
}

export function messageReader({ connection, brand }: BrandConnection): Sync<MessageReader> {
  return {
    list(customerNumber, range) {
      const { offset, limit } = range;
      return inOneSnapshot(connection, () => {
        const total = connection.get<{ last: number | null }>(lastSeqSql, customerNumber, brand)?.last ?? 0;
        const newest = total - offset;
        if (newest <= 0 || limit === 0) return { items: [], total };
        const rows = connection.all<MessageRow>(newestMessagesSql, customerNumber, newest, limit);
        return { items: rows.map(decodeMessage), total };
      });
    },
    find: (customerNumber, uuid) => {
      const row = connection.get<MessageRow>(findMessageSql, customerNumber, uuid, brand);
      return row && decodeMessage(row);
    },
  };
}

export function messageStore(transaction: Transaction): Sync<MessageStore> {
  const { connection, brand } = transaction;
  return {
    ...messageReader(transaction),
    insert: (customerNumber, message) => {
      const written = connection.run(
        `INSERT INTO messages (customer, ${messageColumns}) ` +
          'SELECT number, ?, ?, ?, ?, ?, ?, ?, ? FROM customers WHERE number = ? AND brand = ?',
        message.uuid,
        message.seq,
        microsOf(message.at),
        message.sender.type,
        message.sender.id,
        message.sender.name,
        message.type,
        JSON.stringify(message.data),
        customerNumber,
        brand,
      );
      if (written === 0) throw new Error('The brand has no such customer.');
    },
  };
}

function decodeMessage(row: MessageRow): Message {
  const content = { type: row.type, data: JSON.parse(row.data) } as Message;
  const sender = { id: row.sender_id, name: row.sender_name, type: row.sender_type };
  return { ...content, uuid: row.uuid, seq: row.seq, sender, at: momentOf(row.at) };
}
