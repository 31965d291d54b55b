import type { Migration } from '../migrate.ts';

/**
 * Moments of messages are stored in microseconds. APIchat had separate timestamps in whole seconds, which could be
 * ahead of the clock: the next message of such a customer gets a later moment.
 *
 * An error event names its block as in the wire format.
 */
export const messageMoments: Migration = {
  version: 11,
  name: 'message-moments',
  sql: `
UPDATE messages SET at = at * 1000;
UPDATE customers SET last_message_at = max(last_message_at * 1000, coalesce(last_chat_timestamp, 0) * 1000000)
  WHERE last_message_at IS NOT NULL;
ALTER TABLE customers DROP COLUMN last_chat_timestamp;

UPDATE messages SET data = json_remove(json_set(data, '$.block_id', json_extract(data, '$.node')), '$.node')
  WHERE type = 'event' AND json_extract(data, '$.node') IS NOT NULL;
`,
};
