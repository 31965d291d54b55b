import type {
  AccountConnectionRecord,
  BatchOperation,
  DraftRecord,
  RecordStore,
  Stored,
  VersionRecord,
} from '@botwright/core/ports';
import type { Fail } from './violation.ts';

/** A bot in its state at the beginning of the simulation. */
export interface KnownBot {
  readonly id: string;
  readonly revision: number;
  readonly versions: readonly string[];
}

/** Follows the drafts and versions of bots, and the links to accounts. */
export interface RecordWatch {
  /** An operation of a batch that is committed. */
  operation(brand: string, operation: BatchOperation, batch: readonly BatchOperation[]): void;
  /** Compares the store with everything that was committed. */
  compare(storage: Pick<RecordStore, 'read'>): Promise<void>;
}

/** A version, or a reservation, which nobody sees. */
type StoredVersion = VersionRecord & { readonly reservedAt?: number };

export function watchRecords(bots: readonly KnownBot[], fail: Fail): RecordWatch {
  const revisions = new Map(bots.map(({ id, revision }) => [id, revision]));
  const versions = new Map(bots.map((bot) => [bot.id, [...bot.versions]]));
  /** The brands of the bots that were written. */
  const brandOf = new Map<string, string>();
  const answered = new Map<string, string>();

  function draft({ botId, revision }: DraftRecord, batch: readonly BatchOperation[]): void {
    const before = revisions.get(botId);
    const replaced = batch.flatMap((each) =>
      'record' in each && each.kind === 'revision' && each.record['botId'] === botId ? [each.record['revision']] : [],
    );
    if (before !== undefined && (replaced[0] !== before || revision <= before)) {
      const detail = `The draft of ${botId} was at ${before}, not ${replaced[0]}, and became ${revision}.`;
      fail('one_winner', detail);
    }
    revisions.set(botId, revision);
  }

  function version({ botId, id, reservedAt }: StoredVersion): void {
    const history = versions.get(botId) ?? [];
    if (reservedAt !== undefined || history.includes(id)) return;
    if (id <= (history.at(-1) ?? '')) {
      fail('history_grows', `Version ${id} of ${botId} comes after ${history.at(-1)}.`);
    }
    versions.set(botId, [...history, id]);
  }

  function deletedVersion(botId: string, id: string): void {
    const history = versions.get(botId) ?? [];
    if (history.at(-1) === id) {
      fail('latest_stays', `Version ${id} of ${botId} was the latest and is deleted.`);
    }
    versions.set(
      botId,
      history.filter((each) => each !== id),
    );
  }

  function connection({ id, progress: { kind } }: AccountConnectionRecord): void {
    const before = answered.get(id);
    if (before !== undefined) {
      fail('link_answered_once', `Connection ${id} was ${before} and became ${kind}.`);
    }
    if (kind === 'connected' || kind === 'declined') answered.set(id, kind);
  }

  return {
    operation(brand, operation, batch) {
      if (operation.do === 'delete' && operation.kind === 'version') {
        const [botId, id] = operation.key;
        deletedVersion(String(botId), String(id));
      }
      if (operation.do !== 'put') return;
      const record: unknown = operation.record;
      switch (operation.kind) {
        case 'draft':
          brandOf.set((record as DraftRecord).botId, brand);
          return draft(record as DraftRecord, batch);
        case 'version':
          brandOf.set((record as VersionRecord).botId, brand);
          return version(record as StoredVersion);
        case 'account_connection':
          return connection(record as AccountConnectionRecord);
        default:
      }
    },
    async compare(storage) {
      for (const [bot, brand] of brandOf) {
        const listed = { kind: 'version', list: 'ofBot', within: [bot], where: { isReserved: false } } as const;
        const [draft, list] = (await storage.read({ brand }, [
          { do: 'get', kind: 'draft', key: [bot], heads: true },
          { do: 'list', ...listed, order: 'newest', offset: 0, heads: true },
        ])) as [Stored<DraftRecord> | undefined, { readonly items: readonly Stored<VersionRecord>[] }];
        if (draft?.record.revision !== revisions.get(bot)) {
          const detail = `The draft of ${bot} is at ${draft?.record.revision} instead of ${revisions.get(bot)}.`;
          fail('store_is_as_committed', detail);
        }
        const stored = list.items.map(({ record }) => record.id).toReversed();
        const history = versions.get(bot) ?? [];
        if (stored.join(' ') !== history.join(' ')) {
          const detail = `Bot ${bot} has [${stored.join(' ')}] instead of [${history.join(' ')}].`;
          fail('history_grows', detail);
        }
      }
    },
  };
}
