/**
 * A change of stored data after which this release cannot read them, or finds something else: what a release would find
 * that has changed a shape without a migration. The statement runs on SQLite and PostgreSQL.
 */
export interface IncompatibleChange {
  readonly title: string;
  readonly sql: string;
  /** The error, or the path of the first answer that differs. */
  readonly noticed: RegExp;
}

const replace = (table: string, column: string, before: string, after: string): string =>
  `UPDATE ${table} SET ${column} = replace(${column}, '${before}', '${after}')`;

export const changesOfTables: readonly IncompatibleChange[] = [
  {
    title: 'another version of the schema',
    sql: 'UPDATE schema_version SET version = version + 1',
    noticed: /^Error: .*version 4/,
  },
  {
    title: 'a column with another name',
    sql: 'ALTER TABLE feedback_records RENAME COLUMN thanks TO thank_you',
    noticed: /feedback\.thanks|feedback_records|column/,
  },
  {
    title: 'a column less',
    sql: 'ALTER TABLE hook_records DROP COLUMN active',
    noticed: /hooks\.0\.active|column/,
  },
  {
    title: 'a table with another name',
    sql: 'ALTER TABLE hook_records RENAME TO hooks',
    noticed: /no such table: hook_records|A table of the storage is missing/,
  },
  {
    title: 'moments in seconds',
    sql: 'UPDATE version_records SET published_at = published_at / 1000',
    noticed: /versions\.0\.publishedAt/,
  },
];

const changesOfConversations: readonly IncompatibleChange[] = [
  {
    title: 'positions with another member',
    sql: replace('conversation_records', 'state_json', '"node"', '"block"'),
    noticed: /customers\.0\.status\.status/,
  },
  {
    title: 'a kind of positions with another name',
    sql: replace('conversation_records', 'state_json', '"kind":"result"', '"kind":"outcome"'),
    noticed: /status\.status: "working" is now "none"/,
  },
  {
    title: 'states of conversations in another version',
    sql: replace('conversation_records', 'state_json', '"version":1', '"version":2'),
    noticed: /customers\.0\.status\.status/,
  },
  {
    title: 'blocks that remember something else',
    sql: replace('conversation_records', 'state_json', '"memory":{"', '"memory":{"old_'),
    noticed: /askedLater\.0\.session/,
  },
  {
    title: 'effects with another member',
    sql: replace('conversation_records', 'effects_json', '"sheetName"', '"tab"'),
    noticed: /asked\.0\.sheetName/,
  },
  {
    title: 'a kind of effects with another name',
    sql: replace('conversation_records', 'effects_json', '"kind":"jump"', '"kind":"link"'),
    noticed: /asked\.0: undefined is now \{"kind":"link"/,
  },
  {
    title: 'a kind of inbox entries with another name',
    sql: replace('inbox', 'item_json', '"kind":"taken_over"', '"kind":"taken"'),
    noticed: /at: "agent" is now "answer"/,
  },
  {
    title: 'outcomes with another member',
    sql: replace('inbox', 'item_json', '"outcome"', '"result"'),
    noticed: /transcript/,
  },
];

const changesOfDeliveries: readonly IncompatibleChange[] = [
  {
    title: 'a state of deliveries that there is not',
    sql: "UPDATE deliveries SET state = 'sent' WHERE state = 'delivered'",
    noticed: /deliveries/,
  },
  {
    title: 'attempts with another member',
    sql: replace('deliveries', 'attempts', '"durationMs"', '"ms"'),
    noticed: /attempts\.0\.durationMs/,
  },
  {
    title: 'a kind of targets with another name',
    sql: "UPDATE delivery_targets SET kind = 'webhook' WHERE kind = 'hook'",
    noticed: /target\.kind: "hook" is now "webhook"/,
  },
  {
    title: 'bodies in another form',
    sql: replace('delivery_bodies', 'body', '"messages"', '"items"'),
    noticed: /deliveries\.\d+\.body/,
  },
];

export const changesOfValues: readonly IncompatibleChange[] = [
  ...changesOfConversations,
  ...changesOfDeliveries,
  {
    title: 'a state of bots with another name',
    sql: "UPDATE bot_records SET state = 'live' WHERE state = 'active'",
    noticed: /acme\.bots/,
  },
  {
    title: 'splices in another form',
    sql: "UPDATE record_splices SET splices = '[]'",
    noticed: /draft/,
  },
  {
    title: 'diagrams in another form',
    sql: replace('record_contents', 'text', '"connections"', '"edges"'),
    noticed: /draft\.diagramJson/,
  },
  {
    title: 'secrets in another form',
    sql: replace('hook_records', 'encrypted_url', 'v1.', 'v2.'),
    noticed: /keys\.unreadable/,
  },
  {
    title: 'another hash of tokens',
    sql: 'UPDATE agent_token_records SET hash = upper(hash)',
    noticed: /tenants\.tokens/,
  },
  {
    title: 'no folded texts',
    sql: "UPDATE customer_records SET folded_email = ''",
    noticed: /search\.ada/,
  },
  {
    title: 'another path of repeated requests',
    sql: "UPDATE request_records SET path = path || '/'",
    noticed: /requests\.0/,
  },
  {
    title: 'no ended sessions',
    sql: 'DELETE FROM ended_session_records',
    noticed: /tenants\.isSessionEnded/,
  },
];
