import type { HookListQuery, HookReader, HookRecord, HookStore } from '@botwright/core/ports';
import { requireChannel } from './channel-store.ts';
import { bit, givenColumns } from './columns.ts';
import { decodeHook, encodeHook, hookColumns } from './hook-row.ts';
import { get, type Query, type RunQuery, run as write } from './query.ts';
import { type Filtered, readSlice, sliceOf } from './slices.ts';
import { statement } from './statement.ts';
import { justWritten, requireWritten, type Transaction } from './transaction.ts';
import { insertInto, updateOf } from './writing.ts';

interface ByNumber {
  readonly brand: string;
  readonly number: number;
}

export const findHook = statement<ByNumber>()(({ builder }, { brand, number }) =>
  builder.selectFrom('hooks').select(hookColumns).where('number', '=', number).where('brand', '=', brand),
);

const lockHook = statement<ByNumber>()(({ builder, locked }, { brand, number }) =>
  locked(builder.selectFrom('hooks').select('number').where('number', '=', number).where('brand', '=', brand)),
);

const deleteHook = statement<ByNumber>()(({ builder }, { brand, number }) =>
  builder.deleteFrom('hooks').where('number', '=', number).where('brand', '=', brand),
);

const insertHook = insertInto('hooks', ['brand', ...hookColumns]);

const updateHook = updateOf('hooks', ['brand', 'number']);

const hookSlice = sliceOf('hooks', hookColumns, ['number']);

const filterOf = (brand: string, { channelNumber, active }: HookListQuery): Filtered => ({
  equal: givenColumns({ brand, channel: channelNumber, active: bit(active) }),
});

export function hookReader(brand: string, run: RunQuery): HookReader {
  return {
    find: (number) => run(() => readHook({ brand, number }), { key: `hook ${number} of ${brand}` }),
    list(query = {}) {
      const filter = filterOf(brand, query);
      const range = givenColumns({ limit: query.limit, offset: query.offset });
      return run(() => readSlice(hookSlice, filter, { range, decode: decodeHook }), { inOneSnapshot: true });
    },
  };
}

export function hookStore({ brand, run, nextNumber }: Transaction): HookStore {
  return {
    ...hookReader(brand, run),

    insert: (hook) => {
      const { number: given } = hook;
      const row = encodeHook({ ...hook, number: 0 });
      return run(function* () {
        yield* requireChannel({ brand, number: row.channel });
        const number = given ?? (yield* nextNumber('hook'));
        requireWritten(yield* write(insertHook, { brand, ...row, number }), 'Another hook has the number.');
        return justWritten(yield* readHook({ brand, number }));
      });
    },

    nextNumber: () => run(() => nextNumber('hook')),

    update: (number, change) => {
      const columns = givenColumns({
        name: change.name,
        sealed_url: change.encryptedUrl,
        origin: change.origin,
        sealed_token: change.encryptedToken,
        active: bit(change.active),
        disabled_by_plan: bit(change.disabledByPlan),
        updated_at: change.updatedAt,
      });
      return run(function* () {
        const names = Object.keys(columns);
        if (names.length === 0) return (yield* get(lockHook, { brand, number })) === undefined ? 'absent' : 'updated';
        const written = yield* write(updateHook(names), { ...columns, of_brand: brand, of_number: number });
        return written === 0 ? 'absent' : 'updated';
      });
    },

    delete: (number) =>
      run(function* () {
        return (yield* write(deleteHook, { brand, number })) === 0 ? 'absent' : 'deleted';
      }),
  };
}

function* readHook(key: ByNumber): Query<HookRecord | undefined> {
  const row = yield* get(findHook, key);
  return row && decodeHook(row);
}
