import type { Message } from '@botwright/core/conversation';
import type { Storage, TenantRegistry } from '@botwright/core/ports';
import { changeReader, changeTransaction, type Mutant } from './mutant.ts';

export const visitorMutants: readonly Mutant[] = [
  {
    rule: 'ST113',
    fault: 'the count of customers that expire has no end',
    breakStorage: (sound) =>
      changeReader(sound, ({ customers }) => ({
        customers: {
          ...customers,
          countExpiring: (channel) => customers.countExpiring(channel, Number.MAX_SAFE_INTEGER),
        },
      })),
  },
  {
    rule: 'ST113',
    fault: 'customers that do not expire are counted too',
    breakStorage: (sound) =>
      changeReader(sound, ({ customers }) => ({
        customers: {
          ...customers,
          async countExpiring(channelNumber, upTo) {
            const { total } = await customers.list({ workspaces: [1], channelNumber, offset: 0, limit: 0 });
            return Math.min(total, upTo);
          },
        },
      })),
  },
  {
    rule: 'ST123',
    fault: 'the customer who expires at the very moment is found too',
    breakStorage: (sound) =>
      changeReader(sound, ({ customers }) => ({
        customers: {
          ...customers,
          listExpiring: (channel, after, limit) => customers.listExpiring(channel, after - 1, limit),
        },
      })),
  },
  {
    rule: 'ST123',
    fault: 'of customers who expire at once the last one alone is listed',
    breakStorage: (sound) =>
      changeReader(sound, ({ customers }) => ({
        customers: {
          ...customers,
          async listExpiring(channel, after) {
            const all = await customers.listExpiring(channel, after, 1_000);
            const last = all.findLast(({ expiresAt }) => expiresAt === all[0]?.expiresAt);
            return last === undefined ? [] : [last];
          },
        },
      })),
  },
  {
    rule: 'ST114',
    fault: 'messages are found without case',
    breakStorage: (sound) =>
      changeReader(sound, ({ messages }) => ({
        messages: { ...messages, find: (customer, uuid) => messages.find(customer, uuid.toLowerCase()) },
      })),
  },
  {
    rule: 'ST114',
    fault: 'messages of other customers are found',
    breakStorage(sound) {
      const known = new Map<string, Message>();
      const storage = changeTransaction(sound, ({ messages }) => ({
        messages: {
          ...messages,
          insert(customer, message) {
            known.set(message.uuid, message);
            return messages.insert(customer, message);
          },
        },
      }));
      return changeReader(storage, ({ messages }) => ({
        messages: { ...messages, find: async (_customer, uuid) => known.get(uuid) },
      }));
    },
  },
  {
    rule: 'ST115',
    fault: 'bots of brands that were never configured are not found',
    breakStorage: (sound) =>
      changeRegistry(sound, ({ findBot, findBrand }) => ({
        async findBot(number) {
          const found = await findBot(number);
          return found !== undefined && (await findBrand(found.brand)) !== undefined ? found : undefined;
        },
      })),
  },
  {
    rule: 'ST115',
    fault: 'bots of removed brands are found',
    breakStorage(sound) {
      const known = new Map<number, Awaited<ReturnType<TenantRegistry['findBot']>>>();
      return changeRegistry(sound, ({ findBot }) => ({
        async findBot(number) {
          const found = await findBot(number);
          if (found !== undefined) known.set(number, found);
          return found ?? known.get(number);
        },
      }));
    },
  },
  {
    rule: 'ST116',
    fault: 'customers expire before their moment',
    breakStorage: (sound) =>
      changeRegistry(sound, ({ listExpiredCustomers }) => ({
        listExpiredCustomers: (now, limit) => listExpiredCustomers(now + 1, limit),
      })),
  },
  {
    rule: 'ST116',
    fault: 'expired customers list by their number',
    breakStorage: (sound) =>
      changeRegistry(sound, ({ listExpiredCustomers }) => ({
        async listExpiredCustomers(now, limit) {
          const all = await listExpiredCustomers(now, Number.MAX_SAFE_INTEGER);
          return all.toSorted((a, b) => a.customerNumber - b.customerNumber).slice(0, limit);
        },
      })),
  },
  {
    rule: 'ST116',
    fault: 'all expired customers are listed',
    breakStorage: (sound) =>
      changeRegistry(sound, ({ listExpiredCustomers }) => ({
        listExpiredCustomers: (now) => listExpiredCustomers(now, Number.MAX_SAFE_INTEGER),
      })),
  },
];

function changeRegistry(sound: Storage, change: (tenants: TenantRegistry) => Partial<TenantRegistry>): Storage {
  return { ...sound, tenants: { ...sound.tenants, ...change(sound.tenants) } };
}
