import type { Load } from '../ports/loads.ts';
import { createSettingsMemory, type SettingsReads } from '../ports/settings-memory.ts';
import type { BrandTransaction, Storage } from '../ports/storage.ts';
import { executing } from './use-case/executing.ts';

/**
 * Remembers settings of a brand that transactions read, since every message needs the same channel, hooks, bot and
 * feedback configuration. The revision of the settings is read in each transaction, so a change of another process
 * counts immediately. A transaction that changes settings reads them from the store from then on.
 *
 * @spec CV59
 */
export function rememberSettings(storage: Storage): Storage {
  const memory = createSettingsMemory();
  return {
    capabilities: storage.capabilities,
    tenants: storage.tenants,
    deliveryQueue: storage.deliveryQueue,
    conversationQueue: storage.conversationQueue,
    rateLimiter: storage.rateLimiter,
    reader: (brand) => storage.reader(brand),
    async transaction(brand, work) {
      let settings: SettingsOfTransaction | undefined;
      const result = await storage.transaction(brand, (tx) => {
        settings = withSettings(tx, memory.begin(brand));
        return work(settings.tx);
      });
      settings?.keep();
      return result;
    },
    ...executing(storage, (execute) => execute),
    close: () => storage.close(),
  };
}

interface SettingsOfTransaction {
  readonly tx: BrandTransaction;
  /** Remembers the settings read. Before the commit it is not known whether they will be stored. */
  keep(): void;
}

function withSettings(tx: BrandTransaction, reads: SettingsReads): SettingsOfTransaction {
  const { bots, channels, hooks, feedback } = tx;
  let asked: Promise<number> | undefined;
  let hasChanged = false;

  function readRevision(): Promise<number> {
    asked ??= tx.settings.revision();
    return asked;
  }

  async function find<T>(load: Load, read: () => Promise<T>): Promise<T> {
    if (hasChanged) return read();
    const revision = await readRevision();
    return hasChanged ? read() : (reads.find(load, revision, read) as Promise<T>);
  }

  function changing<TArgs extends readonly unknown[], T>(change: (...args: TArgs) => Promise<T>) {
    return (...args: TArgs): Promise<T> => {
      hasChanged = true;
      return change(...args);
    };
  }

  const remembering: BrandTransaction = {
    ...tx,
    settings: { ...tx.settings, revision: readRevision },
    bots: {
      ...bots,
      find: (id) => find({ kind: 'bot', id }, () => bots.find(id)),
      insert: changing(bots.insert),
      update: changing(bots.update),
      destroy: changing(bots.destroy),
    },
    channels: {
      ...channels,
      find: (number) => find({ kind: 'channel', number }, () => channels.find(number)),
      insert: changing(channels.insert),
      update: changing(channels.update),
    },
    hooks: {
      ...hooks,
      list(query) {
        const { channelNumber, active, ...range } = query ?? {};
        const isOfMessage = channelNumber !== undefined && active === true && Object.keys(range).length === 0;
        return isOfMessage
          ? find({ kind: 'hooks', channel: channelNumber }, () => hooks.list(query))
          : hooks.list(query);
      },
      insert: changing(hooks.insert),
      update: changing(hooks.update),
      delete: changing(hooks.delete),
    },
    feedback: {
      ...feedback,
      find: (botId) => find({ kind: 'feedback', botId }, () => feedback.find(botId)),
      put: changing(feedback.put),
    },
  };
  return {
    tx: remembering,
    keep() {
      if (!hasChanged) reads.keep();
    },
  };
}
