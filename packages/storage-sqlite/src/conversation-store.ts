import type { ConversationReader, ConversationRecord, ConversationStore, InboxEntry } from '@botwright/core/ports';
import type { BrandConnection, Sync, Transaction } from './access.ts';
import type { Connection } from './connection.ts';
import { hasWorkSql } from './conversation-queue.ts';

export const findConversationSql =
  'SELECT state_json, effects_json, begin_at FROM conversations WHERE customer_number = ? AND brand = ?';
export const nextEntrySql =
  'SELECT number, at, item_json FROM inbox WHERE customer_number = ? AND brand = ? ORDER BY number LIMIT 1';
/** Returns one row if the worker has the lease: the conversation and the first entry, each if it exists. */
export const loadSql =
  'SELECT state_json, effects_json, begin_at, inbox.number, at, item_json FROM conversation_work AS work ' +
  'LEFT JOIN conversations ON conversations.customer_number = work.customer_number ' +
  'LEFT JOIN inbox ON inbox.number = ' +
  '(SELECT number FROM inbox WHERE customer_number = work.customer_number ORDER BY number LIMIT 1) ' +
  'WHERE work.customer_number = ? AND work.brand = ? AND work.worker = ?';
const putConversationSql =
  'INSERT INTO conversations (customer_number, brand, state_json, effects_json, begin_at) VALUES (?, ?, ?, ?, ?) ' +
  'ON CONFLICT (customer_number) DO UPDATE SET state_json = excluded.state_json, effects_json = excluded.effects_json, ' +
  'begin_at = excluded.begin_at';
const pushSql = 'INSERT INTO inbox (brand, customer_number, at, item_json) VALUES (?, ?, ?, ?)';
const dropSql = 'DELETE FROM inbox WHERE number = ? AND customer_number = ? AND brand = ?';
const addWorkSql =
  'INSERT INTO conversation_work (customer_number, brand, waits_since, due_at) VALUES (?, ?, ?, ?) ' +
  'ON CONFLICT (customer_number) DO NOTHING';
const addLeasedSql =
  'INSERT INTO conversation_work (customer_number, brand, waits_since, due_at, worker, counting) VALUES (?, ?, ?, ?, ?, 1) ' +
  'ON CONFLICT (customer_number) DO NOTHING';
const addEffectsSql =
  'INSERT INTO conversation_work (customer_number, brand, waits_since, due_at, awaits_effects) VALUES (?, ?, 0, 0, 1) ' +
  'ON CONFLICT (customer_number) DO UPDATE SET awaits_effects = 1';
const noEffectsSql = 'UPDATE conversation_work SET awaits_effects = 0 WHERE customer_number = ? AND awaits_effects = 1';
export const clearDeathsSql =
  'UPDATE conversation_work SET deaths = 0, counting = worker IS NOT NULL WHERE customer_number = ? AND brand = ?';
export const finishSql = `DELETE FROM conversation_work WHERE customer_number = ? AND brand = ? AND worker = ? AND NOT ${hasWorkSql}`;
const dropWorkSql = `DELETE FROM conversation_work WHERE customer_number = ? AND worker IS NULL AND NOT ${hasWorkSql}`;

interface ConversationRow {
  readonly state_json: string;
  readonly effects_json: string | null;
  readonly begin_at: string | null;
}

/** Each half is null, or its row is complete. */
interface LoadedRow {
  readonly state_json: string | null;
  readonly number: number | null;
}

interface InboxRow {
  readonly number: number;
  readonly at: number;
  readonly item_json: string;
}

export function conversationReader({ connection, brand }: BrandConnection): Sync<ConversationReader> {
  return {
    find: (customerNumber) => {
      const row = connection.get<ConversationRow>(findConversationSql, customerNumber, brand);
      return row && decodeConversation(customerNumber, row);
    },
    next: (customerNumber) => {
      const row = connection.get<InboxRow>(nextEntrySql, customerNumber, brand);
      return row && decodeEntry(row);
    },
  };
}

function decodeConversation(
  customerNumber: number,
  { state_json: stateJson, effects_json: effectsJson, begin_at: beginAt }: ConversationRow,
): ConversationRecord {
  return {
    customerNumber,
    stateJson,
    ...(effectsJson !== null && { effectsJson }),
    ...(beginAt !== null && { beginAt }),
  };
}

function decodeEntry({ number, item_json: itemJson, at }: InboxRow): InboxEntry {
  return { number, item: JSON.parse(itemJson), at };
}

function write(connection: Connection, brand: string, record: ConversationRecord): void {
  const { customerNumber, stateJson, effectsJson, beginAt } = record;
  connection.run(putConversationSql, customerNumber, brand, stateJson, effectsJson ?? null, beginAt ?? null);
}

/** Updates the work of a customer after a change of the customer's record. */
function refreshWork(connection: Connection, brand: string, { customerNumber, effectsJson }: ConversationRecord): void {
  if (effectsJson !== undefined) {
    connection.run(addEffectsSql, customerNumber, brand);
  } else if (connection.run(noEffectsSql, customerNumber) > 0) {
    connection.run(dropWorkSql, customerNumber);
  }
}

/** @spec CQ21 */
export function conversationStore(transaction: Transaction): Sync<ConversationStore> {
  const { connection, brand, queued } = transaction;
  return {
    ...conversationReader(transaction),

    put: (record) => {
      write(connection, brand, record);
      refreshWork(connection, brand, record);
    },

    push: (customerNumber, item, at, holder) => {
      connection.run(pushSql, brand, customerNumber, at, JSON.stringify(item));
      if (holder !== undefined) {
        const { worker, leaseUntil } = holder;
        if (connection.run(addLeasedSql, customerNumber, brand, at, leaseUntil, worker) > 0) return true;
      }
      connection.run(addWorkSql, customerNumber, brand, at, at);
      queued.add('conversations');
      return false;
    },

    drop: (customerNumber, entryNumber) => {
      connection.run(dropSql, entryNumber, customerNumber, brand);
      connection.run(dropWorkSql, customerNumber);
    },

    load: (customerNumber, worker) => {
      const row = connection.get<LoadedRow>(loadSql, customerNumber, brand, worker);
      if (row === undefined) return undefined;
      return {
        ...(row.state_json !== null && {
          record: decodeConversation(customerNumber, row as unknown as ConversationRow),
        }),
        ...(row.number !== null && { entry: decodeEntry(row as unknown as InboxRow) }),
      };
    },

    endStep: (customerNumber, worker, { record, entry }) => {
      if (record !== undefined) write(connection, brand, record);
      if (entry !== undefined) connection.run(dropSql, entry, customerNumber, brand);
      if (connection.run(finishSql, customerNumber, brand, worker) > 0) return true;
      if (record !== undefined) refreshWork(connection, brand, record);
      if (entry !== undefined) connection.run(dropWorkSql, customerNumber);
      return false;
    },

    clearDeaths: (customerNumber) => void connection.run(clearDeathsSql, customerNumber, brand),
  };
}
