import type { ChannelListQuery, ChannelReader, ChannelRecord, ChannelStore } from '@botwright/core/ports';
import { sql } from 'kysely';
import { channelColumns, decodeChannel, encodeChannel } from './channel-row.ts';
import { bit, clearable, givenColumns } from './columns.ts';
import { table } from './dialect.ts';
import { all, get, type Query, type RunQuery, run as write } from './query.ts';
import { type Filtered, readSlice, sliceOf } from './slices.ts';
import { statement } from './statement.ts';
import { justWritten, requireWritten, type Transaction } from './transaction.ts';
import { insertInto, updateOf } from './writing.ts';

interface ByNumber {
  readonly brand: string;
  readonly number: number;
}

export const findChannel = statement<ByNumber>()(({ builder }, { brand, number }) =>
  builder.selectFrom('channels').select(channelColumns).where('number', '=', number).where('brand', '=', brand),
);

const lockChannel = statement<ByNumber>()(({ builder, locked }, { brand, number }) =>
  locked(builder.selectFrom('channels').select('number').where('number', '=', number).where('brand', '=', brand)),
);

export const listChannelsOfBot = statement<{ readonly brand: string; readonly botId: string }>()(
  ({ builder }, { brand, botId }) =>
    builder
      .selectFrom('channels')
      .select(channelColumns)
      .where('brand', '=', brand)
      .where('bot_id', '=', botId)
      .orderBy('created_at')
      .orderBy('id'),
);

const insertChannel = insertInto('channels', ['brand', ...channelColumns], {
  where: (_dialect, { brand, bot_id }) =>
    sql`(cast(${bot_id} as text) is null or exists (select 1 from ${table('bots')} where brand = ${brand} and id = ${bot_id}))`,
});

const updateChannel = updateOf('channels', ['number']);

/** A brand has few channels. */
const channelSlice = sliceOf('channels', channelColumns, ['number']);

function filterOf(brand: string, query: ChannelListQuery): Filtered {
  return {
    equal: givenColumns({
      brand,
      purpose: 'live',
      type: query.type,
      active: bit(query.active),
      configured: bit(query.configured),
    }),
    ...(query.workspaces !== undefined && { oneOf: { workspace: [...query.workspaces] } }),
    ...(query.hasWebhook !== undefined && { present: { sealed_webhook_url: query.hasWebhook } }),
  };
}

export function channelReader(brand: string, run: RunQuery): ChannelReader {
  return {
    listByBot: (botId) =>
      run(function* () {
        return (yield* all(listChannelsOfBot, { brand, botId })).map(decodeChannel);
      }),

    find: (number) => run(() => readChannel({ brand, number }), { key: `channel ${number} of ${brand}` }),

    list: (query) => {
      const filter = filterOf(brand, query);
      const { limit, offset } = query;
      const range = givenColumns({ limit, offset });
      return run(() => readSlice(channelSlice, filter, { range, decode: decodeChannel }), { inOneSnapshot: true });
    },
  };
}

export function channelStore({ brand, run, nextNumber }: Transaction): ChannelStore {
  return {
    ...channelReader(brand, run),

    insert: (channel) => {
      const { number: given } = channel;
      const row = encodeChannel({ ...channel, number: 0 });
      return run(function* () {
        const number = given ?? (yield* nextNumber('channel'));
        requireWritten(
          yield* write(insertChannel, { brand, ...row, number }),
          'The brand does not have the bot, or a channel has the id or the token.',
        );
        return justWritten(yield* readChannel({ brand, number }));
      });
    },

    nextNumber: () => run(() => nextNumber('channel')),

    update: (number, change) => {
      const webhook = clearable(change, 'webhook');
      const columns = givenColumns({
        name: change.name,
        active: bit(change.active),
        configured: bit(change.configured),
        token_hash: clearable(change, 'tokenHash'),
        webhook_origin: webhook === null ? null : webhook?.origin,
        sealed_webhook_url: webhook === null ? null : webhook?.encryptedUrl,
        default_bot: clearable(change, 'defaultBot'),
      });
      return run(function* () {
        if ((yield* get(lockChannel, { brand, number })) === undefined) throw new Error(noChannel);
        const names = Object.keys(columns);
        if (names.length === 0) return;
        if (columns.token_hash !== undefined && columns.token_hash !== null) {
          const holder = yield* get(findOtherWithToken, { number, tokenHash: columns.token_hash });
          if (holder !== undefined) throw new Error('Another channel has the token.');
        }
        yield* write(updateChannel(names), { ...columns, of_number: number });
      });
    },
  };
}

/** An error of the database would end the transaction, so only simultaneous calls get one. */
const findOtherWithToken = statement<{ readonly number: number; readonly tokenHash: string }>()(
  ({ builder }, { number, tokenHash }) =>
    builder.selectFrom('channels').select('number').where('token_hash', '=', tokenHash).where('number', '<>', number),
);

const noChannel = 'The brand has no such channel.';

function* readChannel(key: ByNumber): Query<ChannelRecord | undefined> {
  const row = yield* get(findChannel, key);
  return row && decodeChannel(row);
}

/**
 * Throws when the brand has no such channel. A foreign key cannot check this, as numbers are unique in the store and
 * not per brand.
 */
export function* requireChannel(key: ByNumber): Query<void> {
  if ((yield* get(findChannel, key)) === undefined) throw new Error(noChannel);
}
