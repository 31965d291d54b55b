import type { BrandTransaction, Storage } from '../ports/storage.ts';
import { executing } from './use-case/executing.ts';

/** How many settings are remembered: a channel, its hooks, a bot and its feedback configuration are one each. */
const rememberedSettings = 2_000;

interface Remembered {
  readonly revision: number;
  readonly value: unknown;
}

/**
 * Remembers what transactions read of the settings of a brand, since every message needs the same channel, hooks, bot
 * and feedback configuration. The revision of the settings is read in each transaction, so a change of another process
 * counts at once. A transaction that changes settings reads them from the store from then on.
 *
 * @spec CV59
 */
export function rememberSettings(storage: Storage): Storage {
  /** In the order in which they were read, the oldest first. */
  const known = new Map<string, Remembered>();

  function keep(read: ReadonlyMap<string, Remembered>): void {
    for (const [key, each] of read) {
      known.delete(key);
      known.set(key, each);
    }
    for (const key of known.keys()) {
      if (known.size <= rememberedSettings) return;
      known.delete(key);
    }
  }

  return {
    capabilities: storage.capabilities,
    tenants: storage.tenants,
    deliveryQueue: storage.deliveryQueue,
    conversationQueue: storage.conversationQueue,
    rateLimiter: storage.rateLimiter,
    reader: (brand) => storage.reader(brand),
    async transaction(brand, work) {
      const read = new Map<string, Remembered>();
      const result = await storage.transaction(brand, (tx) => work(withSettings(tx, { brand, known, read })));
      // Before the commit it is not known whether what was read will be there.
      if (read.size > 0) keep(read);
      return result;
    },
    ...executing(storage, (execute) => execute),
    close: () => storage.close(),
  };
}

interface SettingsRequest {
  readonly brand: string;
  readonly known: ReadonlyMap<string, Remembered>;
  /** What the transaction read from the store is added here. */
  readonly read: Map<string, Remembered>;
}

function withSettings(tx: BrandTransaction, { brand, known, read }: SettingsRequest): BrandTransaction {
  const { bots, channels, hooks, feedback } = tx;
  let revision: number | undefined;
  let asked: Promise<number> | undefined;
  let hasChanged = false;

  function find<T>(setting: string, ask: () => Promise<T>): Promise<T> {
    const key = `${setting} ${brand}`;
    const remembered = known.get(key);
    if (remembered !== undefined && remembered.revision === revision && !hasChanged) {
      return Promise.resolve(remembered.value as T);
    }
    return hasChanged ? ask() : findAtRevision(key, ask);
  }

  async function readRevision(): Promise<number> {
    asked ??= tx.settings.revision();
    revision = await asked;
    return revision;
  }

  async function findAtRevision<T>(key: string, ask: () => Promise<T>): Promise<T> {
    const revision = await readRevision();
    const remembered = known.get(key);
    if (remembered?.revision === revision) return remembered.value as T;
    const value = frozen(await ask());
    if (!hasChanged) read.set(key, { revision, value });
    return value;
  }

  function changing<TArgs extends readonly unknown[], T>(change: (...args: TArgs) => Promise<T>) {
    return (...args: TArgs): Promise<T> => {
      hasChanged = true;
      return change(...args);
    };
  }

  return {
    ...tx,
    settings: { ...tx.settings, revision: readRevision },
    bots: {
      ...bots,
      find: (botId) => find(`bot ${botId}`, () => bots.find(botId)),
      insert: changing(bots.insert),
      update: changing(bots.update),
      destroy: changing(bots.destroy),
    },
    channels: {
      ...channels,
      find: (number) => find(`channel ${number}`, () => channels.find(number)),
      insert: changing(channels.insert),
      update: changing(channels.update),
    },
    hooks: {
      ...hooks,
      list(query) {
        const { channelNumber, active, ...range } = query ?? {};
        const isOfMessage = channelNumber !== undefined && active === true && Object.keys(range).length === 0;
        return isOfMessage ? find(`hooks ${channelNumber}`, () => hooks.list(query)) : hooks.list(query);
      },
      insert: changing(hooks.insert),
      update: changing(hooks.update),
      delete: changing(hooks.delete),
    },
    feedback: {
      ...feedback,
      find: (botId) => find(`feedback ${botId}`, () => feedback.find(botId)),
      put: changing(feedback.put),
    },
  };
}

/** @param value - Plain data. What was read is shared by all later transactions. */
function frozen<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  for (const member of Object.values(value)) frozen(member);
  return Object.freeze(value);
}
