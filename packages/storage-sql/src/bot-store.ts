import type { Page } from '@botwright/core/paging';
import type { BotChange, BotListQuery, BotReader, BotRecord, BotStore, LinkedBotRecord } from '@botwright/core/ports';
import { sql } from 'kysely';
import { noBot } from './belonging.ts';
import { botColumns, decodeBot, encodeBot, momentKey } from './bot-row.ts';
import { clearable, givenColumns } from './columns.ts';
import { all, get, type Query, type RunQuery, run as write } from './query.ts';
import { statement } from './statement.ts';
import { justWritten, requireWritten, type Transaction } from './transaction.ts';
import { insertInto, updateOf } from './writing.ts';

interface ById {
  readonly brand: string;
  readonly id: string;
}

/** Database-specific work: counting the bots of each list. */
export interface BotList {
  list(brand: string, query: BotListQuery): Query<Page<BotRecord>>;
  /** Called after a bot was inserted, or changed in these columns. */
  placed(bot: ById, columns: readonly string[] | 'all'): Query<void>;
}

const findBot = statement<ById>()(({ builder }, { brand, id }) =>
  builder.selectFrom('bots').select(botColumns).where('brand', '=', brand).where('id', '=', id),
);

const lockBot = statement<ById>()(({ builder, locked }, { brand, id }) =>
  locked(builder.selectFrom('bots').select(botColumns).where('brand', '=', brand).where('id', '=', id)),
);

const linkedColumns = ['id', 'number', 'name', 'workspace', 'channel_family', 'state', 'published_at'] as const;

const findLinkedBots = statement<{
  readonly brand: string;
  readonly ids: readonly string[];
  readonly numbers: readonly number[];
}>()(({ builder, isIn }, { brand, ids, numbers }) =>
  builder
    .selectFrom('bots')
    .select(linkedColumns)
    .where('brand', '=', brand)
    .where(isIn(sql.ref('id'), ids))
    .union(
      builder
        .selectFrom('bots')
        .select(linkedColumns)
        .where(isIn(sql.ref('number'), numbers))
        .where('brand', '=', brand),
    ),
);

const insertBot = insertInto('bots', ['brand', ...botColumns, 'created_key', 'published_key']);

const updateBot = updateOf('bots', ['brand', 'id']);

const movePublished = statement<ById & { readonly key: string }>()(({ builder }, { brand, id, key }) =>
  builder
    .updateTable('bots')
    .set({ published_key: sql`${key} || created_key` })
    .where('brand', '=', brand)
    .where('id', '=', id),
);

/** Also removes all its customers and their messages. */
const deleteBot = statement<ById>()(
  ({ builder }, { brand, id }) => builder.deleteFrom('bots').where('brand', '=', brand).where('id', '=', id),
  { duration: 'any' },
);

export function botReader(brand: string, run: RunQuery, { list }: Pick<BotList, 'list'>): BotReader {
  return {
    find: (id) => run(() => readBot({ brand, id }), { key: `bot ${brand.length} ${brand} ${id}` }),

    list(query) {
      const wanted = { ...query, workspaces: [...new Set(query.workspaces)] };
      return run(() => list(brand, wanted), { inOneSnapshot: true });
    },

    findLinked(wanted) {
      const params = { brand, ids: [...wanted.ids], numbers: [...wanted.numbers] };
      return run(
        function* () {
          return (yield* all(findLinkedBots, params)).map(decodeLinked);
        },
        { overlaps: 'reads' },
      );
    },
  };
}

export function botStore({ brand, run, nextNumber }: Transaction, bots: BotList): BotStore {
  return {
    ...botReader(brand, run, bots),

    lock: (id) =>
      run(
        function* () {
          const row = yield* get(lockBot, { brand, id });
          return row && decodeBot(row);
        },
        { overlaps: 'reads' },
      ),

    insert: (bot) => {
      const { number: given } = bot;
      const row = encodeBot({ ...bot, number: 0 });
      return run(function* () {
        const number = given ?? (yield* nextNumber('bot'));
        requireWritten(yield* write(insertBot, { brand, ...row, number }), 'The brand has a bot with this id.');
        yield* bots.placed({ brand, id: row.id }, 'all');
        return justWritten(yield* readBot({ brand, id: row.id }));
      });
    },

    nextNumber: () => run(() => nextNumber('bot')),

    update: (id, change) => {
      // Names only changed columns: the database does not write the indexes of the others, for a draft all of them.
      const columns = columnsOf(change);
      return run(
        function* () {
          const names = Object.keys(columns);
          if (names.length === 0) return;
          const written = yield* write(updateBot(names), { ...columns, of_brand: brand, of_id: id });
          requireWritten(written, noBot);
          if (columns.published_at !== undefined) {
            yield* write(movePublished, { brand, id, key: momentKey(columns.published_at ?? undefined) });
          }
          yield* bots.placed({ brand, id }, names);
        },
        { overlaps: 'writes' },
      );
    },

    destroy: (id) =>
      run(function* () {
        // The foreign keys delete all its data.
        yield* write(deleteBot, { brand, id });
      }),
  };
}

function columnsOf(change: BotChange) {
  return givenColumns({
    name: change.name,
    folded_name: change.foldedName,
    state: change.state,
    trashed_at: clearable(change, 'trashedAt'),
    edited_at: change.editedAt,
    published_at: clearable(change, 'publishedAt'),
    required_tier: clearable(change, 'requiredTier'),
    live_version: clearable(change, 'liveVersion'),
  });
}

function* readBot(key: ById): Query<BotRecord | undefined> {
  const row = yield* get(findBot, key);
  return row && decodeBot(row);
}

function decodeLinked(row: {
  readonly id: string;
  readonly number: number;
  readonly name: string;
  readonly workspace: number;
  readonly channel_family: string;
  readonly state: BotRecord['state'];
  readonly published_at: number | null;
}): LinkedBotRecord {
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
