import type { ConversationReader, ConversationStore, InboxEntry } from '@botwright/core/ports';
import type { RunQuery, Transaction } from './access.ts';
import { hasWorkSql } from './conversation-queue.ts';

export const findConversationSql =
  'SELECT state_json, effects_json, begin_at FROM conversations WHERE customer_number = ? AND brand = ?';
export const nextEntrySql =
  'SELECT number, at, item_json FROM inbox WHERE customer_number = ? AND brand = ? ORDER BY number LIMIT 1';
export const isLeasedToSql =
  'SELECT 1 AS leased FROM conversation_work WHERE customer_number = ? AND brand = ? AND worker = ?';
const putConversationSql =
  'INSERT INTO conversations (customer_number, brand, state_json, effects_json, begin_at) VALUES (?, ?, ?, ?, ?) ' +
  'ON CONFLICT (customer_number) DO UPDATE SET state_json = excluded.state_json, effects_json = excluded.effects_json, ' +
  'begin_at = excluded.begin_at';
const pushSql = 'INSERT INTO inbox (brand, customer_number, at, item_json) VALUES (?, ?, ?, ?)';
const dropSql = 'DELETE FROM inbox WHERE number = ? AND customer_number = ? AND brand = ?';
const addWorkSql =
  'INSERT INTO conversation_work (customer_number, brand, waits_since, due_at) VALUES (?, ?, ?, ?) ' +
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

interface InboxRow {
  readonly number: number;
  readonly at: number;
  readonly item_json: string;
}

export function conversationReader(brand: string, run: RunQuery): ConversationReader {
  return {
    find: (customerNumber) =>
      run((connection) => {
        const row = connection.get<ConversationRow>(findConversationSql, customerNumber, brand);
        if (row === undefined) return undefined;
        const { state_json: stateJson, effects_json: effectsJson, begin_at: beginAt } = row;
        return {
          customerNumber,
          stateJson,
          ...(effectsJson !== null && { effectsJson }),
          ...(beginAt !== null && { beginAt }),
        };
      }),
  };
}

export function conversationStore({ brand, run, queued }: Transaction): ConversationStore {
  return {
    ...conversationReader(brand, run),

    put: ({ customerNumber, stateJson, effectsJson, beginAt }) =>
      run((connection) => {
        connection.run(putConversationSql, customerNumber, brand, stateJson, effectsJson ?? null, beginAt ?? null);
        if (effectsJson !== undefined) {
          connection.run(addEffectsSql, customerNumber, brand);
        } else if (connection.run(noEffectsSql, customerNumber) > 0) {
          connection.run(dropWorkSql, customerNumber);
        }
      }),

    push: (customerNumber, item, at) =>
      run((connection) => {
        connection.run(pushSql, brand, customerNumber, at, JSON.stringify(item));
        connection.run(addWorkSql, customerNumber, brand, at, at);
        queued.add('conversations');
      }),

    next: (customerNumber) =>
      run((connection): InboxEntry | undefined => {
        const row = connection.get<InboxRow>(nextEntrySql, customerNumber, brand);
        return row && { number: row.number, item: JSON.parse(row.item_json), at: row.at };
      }),

    drop: (customerNumber, entryNumber) =>
      run((connection) => {
        connection.run(dropSql, entryNumber, customerNumber, brand);
        connection.run(dropWorkSql, customerNumber);
      }),

    isLeasedTo: (customerNumber, worker) =>
      run((connection) => connection.get(isLeasedToSql, customerNumber, brand, worker) !== undefined),

    finish: (customerNumber, worker) =>
      run((connection) => connection.run(finishSql, customerNumber, brand, worker) > 0),

    clearDeaths: (customerNumber) => run((connection) => void connection.run(clearDeathsSql, customerNumber, brand)),
  };
}
