import type { Message } from '@botwright/core/conversation';
import { type MessageReader, type MessageStore, microsOf, momentOf } from '@botwright/core/ports';
import { sql } from 'kysely';
import { table } from './dialect.ts';
import { all, get, type RunQuery, run as write } from './query.ts';
import type { Tables } from './schema.ts';
import { statement } from './statement.ts';
import { requireWritten, type Transaction } from './transaction.ts';

const columns = ['uuid', 'seq', 'at', 'sender_type', 'sender_id', 'sender_name', 'type', 'data'] as const;

/** Finds the number of a customer's last message, which is also the number of messages: the numbers have no gap. */
export const lastSeq = statement<{ readonly brand: string; readonly customer: number }>()(
  (_dialect, { brand, customer }) =>
    sql<{ last: number | null }>`select (select max(seq) from ${table('messages')} where customer = c.number) as last
      from ${table('customers')} as c where c.number = ${customer} and c.brand = ${brand}`,
);

export const newestMessages = statement<{
  readonly customer: number;
  readonly newest: number;
  readonly limit: number;
}>()(({ builder }, { customer, newest, limit }) =>
  builder
    .selectFrom('messages')
    .select(columns)
    .where('customer', '=', customer)
    .where('seq', '<=', newest)
    .orderBy('seq', 'desc')
    .limit(limit),
);

export const findMessage = statement<{
  readonly brand: string;
  readonly customer: number;
  readonly uuid: string;
}>()(
  (_dialect, { brand, customer, uuid }) => sql<Omit<MessageRow, 'customer'>>`
    select ${sql.join(columns.map((column) => sql.ref(`m.${column}`)))} from ${table('messages')} as m
    join ${table('customers')} as c on c.number = m.customer
    where m.customer = ${customer} and m.uuid = ${uuid} and c.brand = ${brand}`,
);

type MessageRow = Tables['messages'];

const insertMessage = statement<MessageRow & { readonly brand: string }>()((_dialect, row) => {
  const values = sql.join(columns.map((column) => row[column]));
  return sql<never>`insert into ${table('messages')} (customer, ${sql.join(columns.map((column) => sql.ref(column)))})
    select number, ${values} from ${table('customers')} where number = ${row.customer} and brand = ${row.brand}`;
});

export function messageReader(brand: string, run: RunQuery): MessageReader {
  return {
    list: (customer, { offset, limit }) =>
      run(
        function* () {
          const total = (yield* get(lastSeq, { brand, customer }))?.last ?? 0;
          const newest = total - offset;
          if (newest <= 0 || limit === 0) return { items: [], total };
          const rows = yield* all(newestMessages, { customer, newest, limit });
          return { items: rows.map((row) => decodeMessage(row as MessageRow)), total };
        },
        { inOneSnapshot: true },
      ),
    find: (customer, uuid) =>
      run(function* () {
        const row = yield* get(findMessage, { brand, customer, uuid });
        return row && decodeMessage(row);
      }),
  };
}

export function messageStore({ brand, run }: Transaction): MessageStore {
  return {
    ...messageReader(brand, run),
    insert: (customer, message) => {
      const row = {
        brand,
        customer,
        uuid: message.uuid,
        seq: message.seq,
        at: microsOf(message.at),
        sender_type: message.sender.type,
        sender_id: message.sender.id,
        sender_name: message.sender.name,
        type: message.type,
        data: JSON.stringify(message.data),
      };
      return run(
        function* () {
          requireWritten(
            yield* write(insertMessage, row),
            'The brand has no such customer, or the customer has a message with this uuid or number.',
          );
        },
        { overlaps: 'writes' },
      );
    },
  };
}

function decodeMessage(row: Omit<MessageRow, 'customer'>): Message {
  const content = { type: row.type, data: JSON.parse(row.data) } as Message;
  const sender = { id: row.sender_id, name: row.sender_name, type: row.sender_type } as Message['sender'];
  return { ...content, uuid: row.uuid, seq: row.seq, sender, at: momentOf(row.at) };
}
