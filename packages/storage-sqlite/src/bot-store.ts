import type { BotChange, BotReader, BotRecord, BotStore, LinkedBotRecord } from '@botwright/core/ports';
import { type BotRow, botColumns, decodeBot, encodeBot, momentKey } from '@botwright/storage-sql/rows';
import type { BrandConnection, Sync, Transaction } from './access.ts';
import { listBots } from './bot-list.ts';
import { type BotOrder, listName, orderKeys, rowsSql } from './bot-list-sql.ts';
import { type Connection, justWritten } from './connection.ts';
import { divideLargeRange } from './counted-ranges.ts';
import { inOneSnapshot } from './in-one-snapshot.ts';
import { columnList, insertionOf } from './insertion.ts';

export const findBotSql = `SELECT ${columnList(botColumns)} FROM bots WHERE brand = ? AND id = ?`;

const insertBot = insertionOf('bots', ['brand', ...botColumns, 'created_key', 'published_key']);

const linkedColumns = 'id, number, name, workspace, channel_family, state, published_at';

/** The plus keeps SQLite from reading the whole brand instead of looking the numbers up. */
export const findLinkedSql =
  `SELECT ${linkedColumns} FROM bots WHERE brand = ?1 AND id IN (SELECT value FROM json_each(?2)) UNION ` +
  `SELECT ${linkedColumns} FROM bots WHERE number IN (SELECT value FROM json_each(?3)) AND +brand = ?1`;

export function botReader({ connection, brand }: BrandConnection): Sync<BotReader> {
  return {
    find: (botId) => findBot(connection, brand, botId),

    list(query) {
      const wanted = { ...query, workspaces: [...query.workspaces] };
      return inOneSnapshot(connection, () => listBots(connection, brand, wanted));
    },

    findLinked: (wanted) => {
      const ids = JSON.stringify(wanted.ids);
      const numbers = JSON.stringify(wanted.numbers);
      return connection.all<LinkedRow>(findLinkedSql, brand, ids, numbers).map(decodeLinked);
    },
  };
}

export function botStore(transaction: Transaction): Sync<BotStore> {
  const { connection, brand, nextNumber } = transaction;
  return {
    ...botReader(transaction),

    /** Transactions run one after another: no lock is needed. */
    lock: (botId) => findBot(connection, brand, botId),

    insert: (bot) => {
      const number = bot.number ?? nextNumber('bot');
      insertBot(connection, { brand, ...encodeBot({ ...bot, number }) });
      divideLists(connection, brand, bot.id);
      return justWritten(findBot(connection, brand, bot.id));
    },

    nextNumber: () => nextNumber('bot'),

    update: (botId, change) => updateBot(connection, { brand, botId, change }),

    destroy: (botId) => {
      // The foreign keys delete all its data.
      connection.run('DELETE FROM bots WHERE brand = ? AND id = ?', brand, botId);
    },
  };
}

function findBot(connection: Connection, brand: string, botId: string): BotRecord | undefined {
  const row = connection.get<BotRow>(findBotSql, brand, botId);
  return row === undefined ? undefined : decodeBot(row);
}

const changeColumns = {
  name: 'name',
  foldedName: 'folded_name',
  state: 'state',
  trashedAt: 'trashed_at',
  editedAt: 'edited_at',
  publishedAt: 'published_at',
  requiredTier: 'required_tier',
  liveVersion: 'live_version',
} as const satisfies Record<keyof BotChange, string>;

function updateBot(
  connection: Connection,
  { brand, botId, change }: { readonly brand: string; readonly botId: string; readonly change: BotChange },
): void {
  const members = (Object.keys(changeColumns) as (keyof BotChange)[]).filter((member) => Object.hasOwn(change, member));
  if (members.length === 0) return;
  // Names only changed columns: SQLite does not write the indexes of the others, for a draft all of them.
  const assignments = members.map((member) => `${changeColumns[member]} = ?`);
  const values = members.map((member) => change[member] ?? null);
  if (members.includes('publishedAt')) {
    assignments.push('published_key = ? || created_key');
    values.push(momentKey(change.publishedAt));
  }
  const changes = connection.run(
    `UPDATE bots SET ${assignments.join(', ')} WHERE brand = ? AND id = ?`,
    ...values,
    brand,
    botId,
  );
  if (changes === 0) throw new Error('The brand has no such bot.');
  const moves = (Object.keys(movingMembers) as BotOrder[]).filter((order) =>
    movingMembers[order].some((member) => Object.hasOwn(change, member)),
  );
  divideLists(connection, brand, botId, moves);
}

/** The columns that move a bot to another place in a list. */
const movingMembers = {
  published: ['state', 'publishedAt'],
  created: ['state'],
  name: ['state', 'foldedName'],
} as const satisfies Record<BotOrder, readonly (keyof BotChange)[]>;

/** Divides the ranges of counters that a bot was just added to, if they have become large. */
function divideLists(
  connection: Connection,
  brand: string,
  botId: string,
  orders: readonly BotOrder[] = ['published', 'created', 'name'],
): void {
  if (orders.length === 0) return;
  const keys = justWritten(connection.get<Record<string, string> & { state: string }>(keysSql, brand, botId));
  for (const order of orders) {
    const ranged = {
      brand,
      list: listName(keys.state, order),
      rowsSql: rowsSql(order),
      rowParams: [brand, keys.state],
    };
    divideLargeRange(connection, ranged, { key: keys[orderKeys[order]] as string, id: botId });
  }
}

const keysSql = `SELECT state, ${Object.values(orderKeys).join(', ')} FROM bots WHERE brand = ? AND id = ?`;

interface LinkedRow {
  readonly id: string;
  readonly number: number;
  readonly name: string;
  readonly workspace: number;
  readonly channel_family: string;
  readonly state: BotRecord['state'];
  readonly published_at: number | null;
}

function decodeLinked(row: LinkedRow): LinkedBotRecord {
  return {
    id: row.id,
    number: row.number,
    name: row.name,
    workspace: row.workspace,
    channelFamily: row.channel_family,
    state: row.state,
    published: row.published_at !== null,
  };
}
