import type { Message } from '@botwright/core/conversation';
import type { BrandReader, BrandTransaction, ChannelRecord, HookRecord, Storage } from '@botwright/core/ports';
import { changeReader, changeTransaction, type Mutant } from './mutant.ts';

export const recordMutants: readonly Mutant[] = [
  {
    rule: 'ST55',
    fault: 'channels and hooks are numbered together',
    breakStorage: (sound) =>
      changeTransaction(sound, (tx) => ({
        hooks: {
          ...tx.hooks,
          async insert(hook) {
            const record = await tx.hooks.insert(hook);
            return { ...record, number: record.number + hook.channelNumber };
          },
        },
      })),
  },
  {
    rule: 'ST55',
    fault: 'a number that was given before is not used',
    breakStorage: (sound) =>
      changeTransaction(sound, (tx) => ({
        hooks: { ...tx.hooks, insert: ({ number: _, ...hook }) => tx.hooks.insert(hook) },
      })),
  },
  {
    rule: 'ST55',
    fault: 'numbers of rolled-back transactions are reused',
    breakStorage(sound) {
      let last = 0;
      return {
        ...sound,
        async transaction(brand, work) {
          const before = last;
          const insertWith =
            (tx: BrandTransaction): BrandTransaction['hooks']['insert'] =>
            async (hook) => {
              last += 1;
              return { ...(await tx.hooks.insert(hook)), number: last };
            };
          const run = sound.transaction(brand, (tx) => work({ ...tx, hooks: { ...tx.hooks, insert: insertWith(tx) } }));
          return run.catch((error: unknown) => {
            last = before;
            throw error;
          });
        },
      };
    },
  },
  {
    rule: 'ST56',
    fault: 'the total counts the slice',
    breakStorage: (sound) =>
      changeReader(sound, ({ messages }) => ({
        messages: {
          ...messages,
          async list(number, range) {
            const { items } = await messages.list(number, range);
            return { items, total: items.length };
          },
        },
      })),
  },
  {
    rule: 'ST56',
    fault: 'slices of hooks overlap by one',
    breakStorage: (sound) =>
      changeReader(sound, ({ hooks }) => ({
        hooks: {
          ...hooks,
          list: ({ offset = 0, ...query } = {}) => hooks.list({ ...query, offset: Math.max(0, offset - 1) }),
        },
      })),
  },
  {
    rule: 'ST57',
    fault: 'a channel without an owner belongs to the bot with an empty id',
    breakStorage: (sound) =>
      changeChannels(sound, (channel) => Object.assign({ botId: '' }, channel) satisfies ChannelRecord),
  },
  {
    rule: 'ST57',
    fault: 'the origin of a webhook is its URL',
    breakStorage: (sound) =>
      changeChannels(sound, ({ webhook, ...channel }) =>
        webhook === undefined ? channel : { ...channel, webhook: { ...webhook, origin: webhook.encryptedUrl } },
      ),
  },
  {
    rule: 'ST58',
    fault: 'an update does not clear',
    breakStorage: (sound) =>
      changeTransaction(sound, ({ channels }) => ({
        channels: { ...channels, update: (number, change) => channels.update(number, withoutUndefined(change)) },
      })),
  },
  {
    rule: 'ST58',
    fault: 'the update of an absent channel is accepted and lost',
    breakStorage: (sound) =>
      changeTransaction(sound, ({ channels }) => ({
        channels: {
          ...channels,
          update: async (number, change) =>
            (await channels.find(number)) === undefined ? undefined : channels.update(number, change),
        },
      })),
  },
  {
    rule: 'ST59',
    fault: 'each brand has tokens of its own',
    breakStorage: (sound) => ({
      ...sound,
      transaction: (brand, work) =>
        sound.transaction(brand, (tx) => {
          const own = <T extends { readonly tokenHash?: string | undefined }>(given: T): T =>
            given.tokenHash === undefined ? given : { ...given, tokenHash: `${brand} ${given.tokenHash}` };
          return work({
            ...tx,
            channels: {
              ...tx.channels,
              insert: (channel) => tx.channels.insert(own(channel)),
              update: (number, change) => tx.channels.update(number, own(change)),
            },
          });
        }),
    }),
  },
  {
    rule: 'ST59',
    fault: 'a token is taken for ever',
    breakStorage(sound) {
      const taken = new Map<string, number>();
      return changeTransaction(sound, ({ channels }) => ({
        channels: {
          ...channels,
          async update(number, change) {
            const { tokenHash } = change;
            if (tokenHash !== undefined && (taken.get(tokenHash) ?? number) !== number) throw new Error('Taken.');
            await channels.update(number, change);
            if (tokenHash !== undefined) taken.set(tokenHash, number);
          },
        },
      }));
    },
  },
  {
    rule: 'ST60',
    fault: 'lists ignore whether a channel is on',
    breakStorage: (sound) =>
      changeReader(sound, ({ channels }) => ({
        channels: { ...channels, list: ({ active: _active, ...query }) => channels.list(query) },
      })),
  },
  {
    rule: 'ST61',
    fault: 'configured channels that are off are left out',
    breakStorage: (sound) =>
      changeReader(sound, ({ channels }) => ({
        channels: {
          ...channels,
          list: (query) => channels.list(query.configured === true ? { ...query, active: true } : query),
        },
      })),
  },
  {
    rule: 'ST62',
    fault: 'a token is found after its channel is switched off',
    breakStorage(sound) {
      const known = new Map<string, { readonly brand: string; readonly channelNumber: number }>();
      const { tenants } = sound;
      const findChannelByToken: typeof tenants.findChannelByToken = async (hash) => {
        const found = known.get(hash) ?? (await tenants.findChannelByToken(hash));
        if (found !== undefined) known.set(hash, found);
        return found;
      };
      return { ...sound, tenants: { ...tenants, findChannelByToken } };
    },
  },
  {
    rule: 'ST63',
    fault: 'hooks outlive the bot of their channel',
    breakStorage(sound) {
      const seen = new Map<number, HookRecord>();
      const storage = changeTransaction(sound, ({ hooks }) => ({
        hooks: {
          ...hooks,
          async insert(hook) {
            const record = await hooks.insert(hook);
            seen.set(record.number, record);
            return record;
          },
        },
      }));
      return changeReader(storage, ({ hooks }) => ({
        hooks: { ...hooks, find: async (number) => (await hooks.find(number)) ?? seen.get(number) },
      }));
    },
  },
  {
    rule: 'ST73',
    fault: 'messages list by their moment',
    breakStorage: (sound) => changeMessages(sound, (items) => items.toSorted((a, b) => b.at - a.at)),
  },
  {
    rule: 'ST73',
    fault: 'messages lose the members that not every kind has',
    breakStorage: (sound) =>
      changeMessages(sound, (items) =>
        items.map((message) => (message.type === 'text' ? { ...message, data: { body: message.data.body } } : message)),
      ),
  },
  {
    rule: 'ST74',
    fault: 'a second message with one uuid is accepted and lost',
    breakStorage: (sound) =>
      changeTransaction(sound, ({ messages }) => ({
        messages: {
          ...messages,
          insert: (customer, message) => messages.insert(customer, message).catch(() => undefined),
        },
      })),
  },
  {
    rule: 'ST75',
    fault: 'hooks that are off are listed as if on',
    breakStorage: (sound) =>
      changeReader(sound, ({ hooks }) => ({
        hooks: {
          ...hooks,
          list: ({ active: _active, ...query } = {}) => hooks.list(query),
        },
      })),
  },
  {
    rule: 'ST76',
    fault: 'deleting an absent hook says that it was deleted',
    breakStorage: (sound) =>
      changeTransaction(sound, ({ hooks }) => ({
        hooks: {
          ...hooks,
          async delete(number) {
            await hooks.delete(number);
            return 'deleted';
          },
        },
      })),
  },
  {
    rule: 'ST76',
    fault: 'an update switches a hook on',
    breakStorage: (sound) =>
      changeTransaction(sound, ({ hooks }) => ({
        hooks: { ...hooks, update: (number, change) => hooks.update(number, { active: true, ...change }) },
      })),
  },
];

function changeChannels(sound: Storage, change: (channel: ChannelRecord) => ChannelRecord): Storage {
  return changeReader(sound, ({ channels }) => ({
    channels: {
      ...channels,
      async find(number) {
        const found = await channels.find(number);
        return found && change(found);
      },
    },
  }));
}

function changeMessages(sound: Storage, change: (items: readonly Message[]) => readonly Message[]): Storage {
  return changeReader(sound, ({ messages }: BrandReader) => ({
    messages: {
      ...messages,
      async list(number, range) {
        const { items, total } = await messages.list(number, range);
        return { items: change(items), total };
      },
    },
  }));
}

export function withoutUndefined<T extends object>(change: T): T {
  return Object.fromEntries(Object.entries(change).filter(([, member]) => member !== undefined)) as T;
}
